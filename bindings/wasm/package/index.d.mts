// Seats and strains in capitals; cards 'SA'; deals as PBN writes them, 'N:AK4.QJ.T987.5432 ...'. What is wrong with an
// argument is a TypeError or RangeError with the argument and the cause.
export type Seat = 'N' | 'E' | 'S' | 'W';
export type Strain = 'C' | 'D' | 'H' | 'S' | 'NT';
export type Vulnerability = 'None' | 'NS' | 'EW' | 'All';
export type Table = Record<Seat, Record<Strain, number>>;
export interface Par {
  score: number;
  contracts: string[];
}
export interface LoadOptions {
  /** Where the .wasm file is; by default beside this one. */
  url?: string | URL;
  /** With or without vector instructions; by default what is there. */
  simd?: boolean;
  /** A module of `compile`. */
  module?: WebAssembly.Module;
}
export function compile(options?: LoadOptions): Promise<WebAssembly.Module>;
export function load(options?: LoadOptions): Promise<Solver>;
export class Solver {
  protected constructor();
  solve(deal: string, trump: Strain, leader: Seat, play?: string[]): Record<string, number>;
  leads(deal: string, trump: Strain, declarer: Seat): Record<string, number>;
  table(deal: string): Table;
  par(deal: string | Table, vulnerable?: Vulnerability, dealer?: Seat): Par;
  playCosts(deal: string, trump: Strain, leader: Seat, play: string[]): number[];
}
