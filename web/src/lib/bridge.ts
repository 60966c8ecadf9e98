// Bridge on this side of the wire: names as the server writes them, "S" for a seat or a suit, "SA" for a card.

export const seats = ['N', 'E', 'S', 'W'] as const;
export type Seat = (typeof seats)[number];
export const suits = ['S', 'H', 'D', 'C'] as const;
export type Suit = (typeof suits)[number];
export const strains = ['C', 'D', 'H', 'S', 'NT'] as const;
export type Strain = (typeof strains)[number];
export const ranks = 'AKQJT98765432';
export type Card = string;
export type Side = 'NS' | 'EW';
export type Vulnerability = 'None' | 'NS' | 'EW' | 'All';

export const suitOf = (card: Card): Suit => card[0] as Suit;
export const rankOf = (card: Card): string => card[1]!;
export const sideOf = (seat: Seat): Side => (seat === 'N' || seat === 'S' ? 'NS' : 'EW');
export const partnerOf = (seat: Seat): Seat => nextSeat(seat, 2);
export const isVulnerable = (who: Vulnerability, seat: Seat) => who === 'All' || who === sideOf(seat);

export function nextSeat(seat: Seat, steps = 1): Seat {
  return seats[(seats.indexOf(seat) + steps) % 4]!;
}

/** "AK4.QJ.T987.5432" as cards, spades first, high to low. */
export function cardsOf(hand: string): Card[] {
  return hand.split('.').flatMap((cards, i) => [...cards].map((rank) => suits[i] + rank));
}

export function handText(cards: readonly Card[]): string {
  return suits.map((suit) => [...ranks].filter((rank) => cards.includes(suit + rank)).join('')).join('.');
}

/** "N:… … … …" as hands. */
export function dealOf(text: string): Record<Seat, Card[]> {
  const first = text[0] as Seat;
  const hands = text.slice(2).split(' ');
  const made = { N: [], E: [], S: [], W: [] } as Record<Seat, Card[]>;
  hands.forEach((hand, i) => (made[nextSeat(first, i)] = cardsOf(hand)));
  return made;
}

export function dealText(hands: Record<Seat, readonly Card[]>): string {
  return 'N:' + seats.map((seat) => handText(hands[seat])).join(' ');
}

/** Suits so that red and black alternate, trumps first. */
export function displayOrder(trump?: Suit): Suit[] {
  const usual: Suit[] = ['S', 'H', 'C', 'D'];
  if (!trump) return usual;
  const start = usual.indexOf(trump);
  return [0, 1, 2, 3].map((i) => usual[(start + i) % 4]!);
}

export function sorted(cards: readonly Card[], order: readonly Suit[]): Card[] {
  return [...cards].sort(
    (a, b) => order.indexOf(suitOf(a)) - order.indexOf(suitOf(b)) || ranks.indexOf(rankOf(a)) - ranks.indexOf(rankOf(b)),
  );
}

export interface Contract {
  level: number;
  strain: Strain;
  doubled: '' | 'X' | 'XX';
}

export function contractOf(text: string): Contract {
  const parts = /^(\d)(NT|[CDHS])(X{0,2})$/.exec(text)!;
  return { level: Number(parts[1]), strain: parts[2] as Strain, doubled: parts[3] as Contract['doubled'] };
}

export interface Played {
  card: Card;
  seat: Seat;
}

/** Who played which card, from the opening leader on. */
export function course(play: readonly Card[], leader: Seat, strain: Strain): { tricks: Played[][]; turn: Seat } {
  const tricks: Played[][] = [];
  let turn = leader;
  for (const card of play) {
    let trick = tricks.at(-1);
    if (!trick || trick.length === 4) tricks.push((trick = []));
    trick.push({ card, seat: turn });
    turn = trick.length === 4 ? winnerOf(trick, strain) : nextSeat(turn);
  }
  return { tricks, turn };
}

export function winnerOf(trick: readonly Played[], strain: Strain): Seat {
  let best = trick[0]!;
  for (const one of trick.slice(1)) {
    const higher = ranks.indexOf(rankOf(one.card)) < ranks.indexOf(rankOf(best.card));
    if (suitOf(one.card) === suitOf(best.card) ? higher : suitOf(one.card) === strain) best = one;
  }
  return best.seat;
}

// What the server tells of a board.
export interface Meaning {
  call: string;
  seat: Seat;
  shows: string;
  forcing: string;
  hcp: [number, number];
  balanced: boolean;
  S: [number, number];
  H: [number, number];
  D: [number, number];
  C: [number, number];
  name?: string;
  alert?: string;
}

export interface Board {
  game: string;
  board: number;
  dealer: Seat;
  vulnerable: Vulnerability;
  level: Level;
  systems: Record<Side, string>;
  seat?: Seat;
  auction: { call: string; meaning: Meaning | null }[];
  play: Card[];
  changes: number;
  phase: 'auction' | 'play' | 'over';
  hands: Partial<Record<Seat, string>>;
  turn?: Seat;
  decides?: Seat;
  yours?: boolean;
  legal?: string[];
  contract?: string;
  declarer?: Seat;
  won?: Record<Side, number>;
  tricks?: number;
  score?: number;
  settled?: number;
  deal?: string | null;
}

/** The bidding systems that ship. */
export const systems = ['two-over-one', 'sayc', 'acol', 'precision', 'natural'] as const;

export const levels = ['fast', 'normal', 'strong'] as const;
export type Level = (typeof levels)[number];

/** What is left in a hand that can be seen; all of it once the board is over. */
export function left(board: Board, seat: Seat): Card[] | undefined {
  const hand = board.hands[seat];
  if (hand === undefined) return undefined;
  return cardsOf(hand).filter((card) => board.phase === 'over' || !board.play.includes(card));
}

export function strainOf(board: Board): Strain | undefined {
  return board.contract ? contractOf(board.contract).strain : undefined;
}

export function tricksOf(board: Board): Played[][] {
  if (!board.contract || !board.declarer) return [];
  return course(board.play, nextSeat(board.declarer), contractOf(board.contract).strain).tricks;
}
