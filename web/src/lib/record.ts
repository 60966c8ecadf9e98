// A board out of a record, as `read` gives it, and what its chairs have seen at a point of the play.
import { post } from './api';
import { cardsOf, course, nextSeat, partnerOf, seats, type Card, type Played, type Seat, type Strain, type Vulnerability } from './bridge';

export interface BoardRecord {
  number: string;
  dealer?: Seat;
  vulnerable?: Vulnerability;
  deal?: string;
  hands?: Partial<Record<Seat, string>>;
  names?: Partial<Record<Seat, string>>;
  auction: { call: string; text: string }[];
  play: Card[];
  contract?: string;
  declarer?: Seat;
  trump?: Strain;
  leader?: Seat;
  tricks?: number;
  passed_out?: boolean;
  tags: Record<string, string>;
  errors?: string[];
}

/** A board with all hands and a contract: what can be asked about. */
export interface OpenBoard extends BoardRecord {
  deal: string;
  hands: Record<Seat, string>;
  contract: string;
  declarer: Seat;
  trump: Strain;
  systems?: Record<'NS' | 'EW', string>;
}

export async function readBoards(text: string): Promise<{ boards: BoardRecord[]; more?: boolean }> {
  return post('read', { text });
}

export function isOpen(board: BoardRecord): board is OpenBoard {
  return board.deal !== undefined && board.contract !== undefined && board.declarer !== undefined && board.trump !== undefined;
}

export const leaderOf = (board: OpenBoard): Seat => nextSeat(board.declarer);
export const dummyOf = (board: OpenBoard): Seat => partnerOf(board.declarer);

export interface Moment {
  /** The cards so far, trick by trick, and whose card is next. */
  tricks: Played[][];
  turn: Seat;
  /** Who chooses it. */
  decides: Seat;
  left: Record<Seat, Card[]>;
  won: Record<'NS' | 'EW', number>;
}

export function momentOf(board: OpenBoard, play: readonly Card[]): Moment {
  const { tricks, turn } = course(play, leaderOf(board), board.trump);
  const left = {} as Record<Seat, Card[]>;
  for (const seat of seats) left[seat] = cardsOf(board.hands[seat]).filter((card) => !play.includes(card));
  const won = { NS: 0, EW: 0 };
  tricks.forEach((trick, i) => {
    if (trick.length < 4) return;
    const winner = tricks[i + 1]?.[0]?.seat ?? turn;
    won[winner === 'N' || winner === 'S' ? 'NS' : 'EW'] += 1;
  });
  return { tricks, turn, decides: turn === dummyOf(board) ? board.declarer : turn, left, won };
}

/** The request fields of what a chair has seen after these cards. */
export function viewOf(board: OpenBoard, play: readonly Card[], seat: Seat): Record<string, unknown> {
  const view: Record<string, unknown> = {
    seat,
    hand: board.hands[seat],
    dealer: board.dealer ?? board.declarer,
    vulnerable: board.vulnerable ?? 'None',
    play,
  };
  if (board.auction.length > 0) {
    view.auction = board.auction.map(({ call, text }) => (text.startsWith('shows ') ? { call, shows: text.slice(6) } : call));
  } else {
    view.contract = board.contract;
    view.declarer = board.declarer;
  }
  if (play.length > 0 && seat !== dummyOf(board)) view.dummy = board.hands[dummyOf(board)];
  if (board.tags.Signals === 'none') view.signals = false;
  if (board.systems) {
    const ours = seat === 'N' || seat === 'S' ? 'NS' : 'EW';
    view.system = board.systems[ours];
    view.their_system = board.systems[ours === 'NS' ? 'EW' : 'NS'];
  }
  return view;
}

/** "CA D": cards and suits that a record allows to be considered; none: all. */
export function candidatesOf(board: OpenBoard, moment: Moment): Card[] {
  const allowed = board.tags.Candidates?.split(/[\s,]+/) ?? [];
  if (allowed.length === 0) return [];
  return moment.left[moment.turn].filter((card) => allowed.includes(card) || allowed.includes(card[0]!));
}

/** Cards that the one on turn may play. */
export function legalAt(moment: Moment): Card[] {
  const hand = moment.left[moment.turn];
  const trick = moment.tricks.at(-1);
  const led = trick && trick.length < 4 ? trick[0]!.card[0] : undefined;
  const follow = led ? hand.filter((card) => card[0] === led) : [];
  return follow.length > 0 ? follow : hand;
}
