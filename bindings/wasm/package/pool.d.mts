import type { Belief, CallAdvice, CardAdvice, Engine, Explanation, View } from './engine.mjs';
import type { LoadOptions, Par, Seat, Strain, Table, Vulnerability } from './index.mjs';

export function startPool(options: LoadOptions & { threads?: number; engine: true }): Promise<EnginePool>;
export function startPool(options?: LoadOptions & { threads?: number; engine?: false }): Promise<Pool>;
export class Pool {
  protected constructor();
  run(method: string, ...args: unknown[]): Promise<unknown>;
  solve(deal: string, trump: Strain, leader: Seat, play?: string[]): Promise<Record<string, number>>;
  leads(deal: string, trump: Strain, declarer: Seat): Promise<Record<string, number>>;
  table(deal: string): Promise<Table>;
  par(deal: string | Table, vulnerable?: Vulnerability, dealer?: Seat): Promise<Par>;
  playCosts(deal: string, trump: Strain, leader: Seat, play: string[]): Promise<number[]>;
  tables(deals: Iterable<string>): AsyncGenerator<Table, void, undefined>;
  close(): void;
}
export class EnginePool extends Pool {
  draw(condition?: string, count?: number, seed?: number): Promise<string[]>;
  draws(condition: string, count: number, seed?: number, block?: number): AsyncGenerator<string[], void, undefined>;
  bid(view: View): Promise<CallAdvice>;
  explain(...args: Parameters<Engine['explain']>): Promise<Explanation>;
  believe(view: View & { count?: number }): Promise<Belief>;
  play(view: View): Promise<CardAdvice>;
  ask(question: { do: string; [field: string]: unknown }): Promise<Record<string, unknown>>;
}
