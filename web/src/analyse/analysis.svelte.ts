// What the solver says of a board: tricks on each card at a point of the play, the table of 20, the cost of every card.
import { ask } from '../lib/api';
import type { Card, Seat, Strain } from '../lib/bridge';
import { leaderOf, momentOf, type OpenBoard } from '../lib/record';

export interface Solved {
  turn: Seat;
  tricks: number;
  cards: { card: Card; tricks: number; equals: Card[] }[];
  won: Record<'NS' | 'EW', number>;
  line?: Card[];
}
export interface Review {
  tricks: number[];
  points: number[];
  cards: { card: Card; seat: Seat; cost: number }[];
}
export interface TrickTable {
  tricks: Record<Seat, Record<Strain, number>>;
  par?: { score: number; contracts: string[] };
}

export const reviewOf = (board: OpenBoard, signal?: AbortSignal) =>
  ask<Review>(
    { do: 'review', deal: board.deal, contract: board.contract, declarer: board.declarer, vulnerable: board.vulnerable ?? 'None', play: board.play },
    signal,
  );
export const tableOf = (board: { deal?: string; dealer?: Seat; vulnerable?: string }, signal?: AbortSignal) =>
  ask<TrickTable>({ do: 'table', deal: board.deal, dealer: board.dealer ?? 'N', vulnerable: board.vulnerable ?? 'None' }, signal);

/** Each card's tricks in all for its side, and the best of them. */
export interface Marks {
  marks: Record<Card, number>;
  best: Card[];
}
export async function marksAt(board: OpenBoard, play: readonly Card[], signal?: AbortSignal): Promise<Marks> {
  const answer = await ask<Solved>({ do: 'solve', deal: board.deal, trump: board.trump, leader: leaderOf(board), play }, signal);
  const side = answer.turn === 'N' || answer.turn === 'S' ? 'NS' : 'EW';
  const held = momentOf(board, play).left[answer.turn];
  const marks: Record<Card, number> = {};
  const best: Card[] = [];
  for (const one of answer.cards) {
    for (const card of [one.card, ...one.equals]) {
      if (!held.includes(card)) continue;
      marks[card] = one.tricks + answer.won[side];
      if (one.tricks === answer.tricks) best.push(card);
    }
  }
  return { marks, best };
}
