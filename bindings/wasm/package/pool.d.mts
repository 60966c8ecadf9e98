import type { LoadOptions, Par, Seat, Strain, Table, Vulnerability } from './index.mjs';

export function startPool(options?: LoadOptions & { threads?: number }): Promise<Pool>;
export class Pool {
  private constructor();
  solve(deal: string, trump: Strain, leader: Seat, play?: string[]): Promise<Record<string, number>>;
  leads(deal: string, trump: Strain, declarer: Seat): Promise<Record<string, number>>;
  table(deal: string): Promise<Table>;
  par(deal: string | Table, vulnerable?: Vulnerability, dealer?: Seat): Promise<Par>;
  playCosts(deal: string, trump: Strain, leader: Seat, play: string[]): Promise<number[]>;
  tables(deals: Iterable<string>): AsyncGenerator<Table, void, undefined>;
  close(): void;
}
