// The large module: all that the solver has, and belief draws, bidding and card play. The fields of questions and answers are
// those of `yomi engine` (docs/reference/engine.md).
import { Solver, type LoadOptions, type Seat, type Vulnerability } from './index.mjs';

export type ShownCall = string | { call: string; shows?: string; text?: string };
export type Level = 'fast' | 'normal' | 'strong';
/** What the player is like; every field may be left out. */
export interface Settings {
  system?: string;
  their_system?: string;
  look_ahead?: boolean;
  time?: number;
  level?: Level;
  engine?: 'pimc' | 'alphamu' | 'abc' | 'reader';
  deals?: number;
  seed?: number;
  candidates?: string | string[];
  explain?: boolean;
  signals?: boolean;
}
/** What a chair sees. */
export interface View extends Settings {
  hand: string;
  dealer?: Seat;
  vulnerable?: Vulnerability;
  auction?: string | ShownCall[];
  contract?: string;
  declarer?: Seat;
  dummy?: string;
  play?: string | string[];
  seat?: Seat;
}
export interface CallAdvice {
  call: string;
  why: string;
  shows: string;
  alert: boolean;
  simulated: boolean;
  [reason: string]: unknown;
}
export interface CardAdvice {
  card: string;
  cards: { card: string; value: number; [more: string]: unknown }[];
  [reason: string]: unknown;
}
export interface Explanation {
  calls: { call: string; shows: string; [more: string]: unknown }[];
  known: unknown;
  [more: string]: unknown;
}
export interface Belief {
  chair: Seat;
  complete: boolean;
  chances: Partial<Record<Seat, Record<string, number>>>;
  deals?: { deal: string; weight: number }[];
}
export function compileEngine(options?: LoadOptions): Promise<WebAssembly.Module>;
export function loadEngine(options?: LoadOptions): Promise<Engine>;
export class Engine extends Solver {
  private constructor();
  draw(condition?: string, count?: number, seed?: number): string[];
  bid(view: View): CallAdvice;
  explain(auction: string | ShownCall[], settings?: { dealer?: Seat; vulnerable?: Vulnerability } & Settings): Explanation;
  believe(view: View & { count?: number }): Belief;
  play(view: View): CardAdvice;
  ask(question: { do: string; [field: string]: unknown }): Record<string, unknown>;
}
