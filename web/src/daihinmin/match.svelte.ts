// A match of Daihinmin: what is shown, and the robots at work.
import { ApiError, post, stream } from '../lib/api';
import { settings } from '../lib/settings.svelte';
import { suitSign, t } from '../lib/words.svelte';
import type { Suit } from '../lib/bridge';

export const kinds = ['yomi', 'policy', 'snowl', 'champ09', 'base'] as const;
export type Kind = (typeof kinds)[number];

export interface Move {
  move: string;
  cards: string[];
}
export interface State {
  game: string;
  players: string[];
  number: number;
  points: number[];
  changes: number;
  phase: 'exchange' | 'play' | 'over';
  counts: number[];
  places: (number | null)[];
  passed: boolean[];
  hand: string[];
  gave: string[];
  got: string[];
  revolution: boolean;
  locked: boolean;
  table: Move;
  owner: number;
  turns: (Move & { seat: number; fresh: boolean })[];
  rank?: number[];
  turn?: number;
  yours?: boolean;
  gift?: number;
  legal?: Move[];
  hands?: string[][];
}

export const nameOf = (state: State, seat: number) => (seat === 0 ? t('you') : `${state.players[seat]} ${'①②③④'[seat - 1]}`);

/** "H6-H7-JO[H8]" as it is written for people. */
export function moveName(move: string): string {
  if (move === 'pass') return t('pass');
  return move
    .split(/[-\s]+/)
    .map((card) => {
      const joker = /^JO(?:\[(.)(.)\])?$/.exec(card);
      if (joker) return joker[1] ? `${t('joker')}(${suitSign[joker[1] as Suit]}${joker[2]})` : t('joker');
      return suitSign[card[0] as Suit] + (card[1] === 'T' ? '10' : card.slice(1));
    })
    .join(' ');
}

const pause = 550;

export class Match {
  state = $state.raw<State | null>(null);
  thinking = $state<number | null>(null);
  hint = $state.raw<{ move?: string; cards?: string; considered?: { move: string; value: number }[] } | null>(null);
  error = $state('');
  busy = $state(false);
  news = $state('');
  private queue: State[] = [];
  private showing = false;
  private work: AbortController | null = null;

  get isYours(): boolean {
    return this.state?.yours === true && this.queue.length === 0 && !this.busy;
  }

  async create(players: string[]): Promise<string> {
    this.leave();
    const made = await post<State>('daihinmin/new', { players });
    this.receive(made);
    return made.game;
  }
  async open(game: string) {
    this.leave();
    this.state = null;
    this.receive(await post<State>('daihinmin/state', { game }));
  }
  leave() {
    this.work?.abort();
    this.work = null;
    this.queue = [];
    this.thinking = null;
    this.hint = null;
    this.error = '';
  }
  play = (move: string) => this.act('daihinmin/play', { move });
  give = (cards: string[]) => this.act('daihinmin/give', { cards: cards.join(' ') });
  next = () => this.act('daihinmin/next', {});

  async askHint() {
    if (!this.state || this.busy) return;
    this.busy = true;
    try {
      await stream('daihinmin/hint', { game: this.state.game }, (event, data) => event === 'hint' && (this.hint = data as Match['hint']));
    } catch (error) {
      this.error = (error as Error).message;
    } finally {
      this.busy = false;
    }
  }

  private async act(name: string, more: object) {
    if (!this.state || this.busy) return;
    this.busy = true;
    this.error = '';
    try {
      this.receive(await post<State>(name, { game: this.state.game, changes: this.state.changes, ...more }));
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) this.receive(error.body as State);
      else this.error = (error as Error).message;
    } finally {
      this.busy = false;
    }
  }

  private receive(state: State) {
    this.hint = null;
    this.show(state);
    if (state.phase !== 'over' && !state.yours) void this.robots(state.game);
  }

  private async robots(game: string) {
    const work = new AbortController();
    this.work?.abort();
    this.work = work;
    try {
      await stream(
        'daihinmin/robots',
        { game },
        (event, data) => {
          if (work.signal.aborted) return;
          if (event === 'thinking') this.thinking = (data as { seat: number }).seat;
          if (event === 'state') {
            this.queue.push(data as State);
            void this.showAll();
          }
        },
        work.signal,
      );
    } catch (error) {
      if (!work.signal.aborted) this.error = (error as Error).message;
    } finally {
      if (this.work === work) this.thinking = null;
    }
  }

  private async showAll() {
    if (this.showing) return;
    this.showing = true;
    while (this.queue.length > 0) {
      this.show(this.queue[0]!);
      await new Promise((done) => setTimeout(done, pause * settings.pace));
      this.queue = this.queue.slice(1);
    }
    this.showing = false;
    if (this.state) this.state = { ...this.state };
  }

  private show(state: State) {
    this.state = state;
    const last = state.turns.at(-1);
    const said = last ? `${nameOf(state, last.seat)}: ${moveName(last.move)}` : '';
    this.news = state.yours ? `${said}. ${t('yourTurn')}` : said;
  }
}
