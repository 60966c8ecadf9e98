// What a robot thinks at a point of the play, asked for piece by piece: first the values, then each chair's belief.
import { ask } from '../lib/api';
import { type Card, type Seat } from '../lib/bridge';
import { candidatesOf, dummyOf, momentOf, viewOf, type OpenBoard } from '../lib/record';

export interface CardValue {
  card: Card;
  value: number;
  pimc: number;
  error?: number;
}
export interface Thought {
  chair: Seat;
  key: Card;
  before: number;
  after: Record<Card, number>;
}
export interface Deciding {
  deal: string;
  weight: number;
  points: number;
  line: Card[];
  rivals_points: number;
  rivals_line: Card[];
}
export interface Reasons {
  card: Card;
  cards: CardValue[];
  deals: number;
  ms: number;
  complete: boolean;
  thoughts?: Thought[];
  deciding?: Deciding[];
  rival?: Card;
}
export type Chances = Partial<Record<Seat, Record<Card, number>>>;
export interface Belief {
  chair: Seat;
  before: Chances;
  /** By the card that was asked about. */
  after: Record<Card, Chances>;
}

/** The cards worth comparing: the best by reading, and the best by plain double dummy. */
export function rivalsOf(reasons: Reasons): Card[] {
  const plain = [...reasons.cards].sort((a, b) => b.pimc - a.pimc)[0]?.card;
  const second = reasons.rival ?? reasons.cards.find((one) => one.card !== reasons.card)?.card;
  const other = plain !== undefined && plain !== reasons.card ? plain : second;
  return other === undefined ? [reasons.card] : [reasons.card, other];
}

export class Why {
  reasons = $state.raw<Reasons | null>(null);
  /** The best card after a short look, while the rest is thought about. */
  soFar = $state<Card | null>(null);
  beliefs = $state.raw<Belief[]>([]);
  error = $state('');
  busy = $state(false);
  private work: AbortController | null = null;

  stop() {
    this.work?.abort();
    this.work = null;
    this.busy = false;
  }

  /** With `thorough`, no clock: the same answer every time. */
  async ask(board: OpenBoard, play: readonly Card[], thorough = false) {
    this.stop();
    const work = new AbortController();
    this.work = work;
    this.reasons = null;
    this.soFar = null;
    this.beliefs = [];
    this.error = '';
    this.busy = true;
    try {
      const moment = momentOf(board, play);
      const candidates = candidatesOf(board, moment);
      const some = candidates.length > 0 ? { candidates } : {};
      const view = viewOf(board, play, moment.decides);
      this.reasons = await ask<Reasons>({ do: 'play', ...view, ...some, explain: true, ...(thorough ? { deals: 100 } : { deals: 48, time: 6 }) }, work.signal, (now) => (this.soFar = now.card));
      this.soFar = null;
      const cards = rivalsOf(this.reasons);
      for (const chair of chairsOf(board, moment.decides)) {
        const at = (more: Card[]) => believe(board, [...play, ...more], chair, work.signal);
        const belief: Belief = { chair, before: await at([]), after: {} };
        for (const card of cards) belief.after[card] = await at([card]);
        this.beliefs = [...this.beliefs, belief];
      }
    } catch (error) {
      if (!work.signal.aborted) this.error = (error as Error).message;
    } finally {
      if (this.work === work) this.stop();
    }
  }
}

/** Who may learn something: the players who decide, the other side first. */
function chairsOf(board: OpenBoard, decides: Seat): Seat[] {
  const order: Seat[] = ['N', 'E', 'S', 'W'];
  return order.filter((seat) => seat !== dummyOf(board) && seat !== decides);
}

async function believe(board: OpenBoard, play: readonly Card[], chair: Seat, signal: AbortSignal): Promise<Chances> {
  const answer = await ask<{ chances: Chances }>({ do: 'believe', ...viewOf(board, play, chair) }, signal);
  return answer.chances;
}
