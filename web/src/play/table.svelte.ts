// One board at the table: what is shown, the robots at work, and the person's calls and cards.
//
// The server answers as fast as it can; what it tells is shown at a pace that eyes can follow. The person may act once
// everything has been shown.
import { ApiError, post, stream } from '../lib/api';
import { partnerOf, tricksOf, type Board, type Card, type Meaning, type Seat } from '../lib/bridge';
import { settings } from '../lib/settings.svelte';
import { callName, cardName, seatName, t } from '../lib/words.svelte';

export interface Setup {
  board?: number;
  deal?: string;
  dealer?: string;
  vulnerable?: string;
  seat?: Seat;
  level?: string;
  systems?: Record<string, string>;
}

export interface Hint {
  call?: string;
  card?: Card;
  why?: string;
  cards?: { card: Card; value: number; pimc: number }[];
}

const pauses = { call: 420, card: 480, trick: 1100 };

export class Table {
  board = $state.raw<Board | null>(null);
  thinking = $state.raw<{ seat: Seat; ms: number } | null>(null);
  hint = $state.raw<Hint | null>(null);
  meanings = $state.raw<Meaning[]>([]);
  error = $state('');
  busy = $state(false);
  /** The last trick stays on the table for a while after its fourth card. */
  trickShown = $state(true);
  /** What was done last, for those who listen. */
  news = $state('');

  private queue: Board[] = [];
  private showing = false;
  private work: AbortController | null = null;

  /** Whose hand lies at the bottom: the person's, and South's when watching. */
  get chair(): Seat {
    return this.board?.seat ?? 'S';
  }
  get isYours(): boolean {
    return this.board?.yours === true && this.queue.length === 0 && !this.busy;
  }

  async create(setup: Setup): Promise<string> {
    this.leave();
    this.board = null;
    const board = await post<Board>('bridge/new', setup);
    this.receive(board);
    return board.game;
  }

  async open(game: string): Promise<void> {
    this.leave();
    this.board = null;
    this.receive(await post<Board>('bridge/state', { game }));
  }

  /** Stops what is being thought about. */
  leave() {
    this.work?.abort();
    this.work = null;
    this.queue = [];
    this.thinking = null;
    this.hint = null;
    this.error = '';
  }

  call = (call: string) => this.act('bridge/call', { call });
  card = (card: Card) => this.act('bridge/card', { card });

  async undo() {
    this.leave();
    this.trickShown = true;
    await this.act('bridge/undo', {}, false);
  }

  async claim(tricks: number) {
    await this.ask('bridge/claim', { tricks }, (event, data) => {
      if (event === 'refused') this.error = t('claimRefused', { n: tricks });
      if (event === 'state') this.receive(data as Board);
    });
  }

  askHint = () =>
    this.ask('bridge/hint', {}, (event, data) => {
      if (event === 'hint' || event === 'so_far') this.hint = data as Hint;
    });

  private async act(name: string, move: object, guarded = true) {
    if (!this.board || this.busy) return;
    this.busy = true;
    this.hint = null;
    this.error = '';
    try {
      const changes = guarded ? { changes: this.board.changes } : {};
      this.receive(await post<Board>(name, { game: this.board.game, ...changes, ...move }));
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) this.receive(error.body as Board);
      else this.fail(error);
    } finally {
      this.busy = false;
    }
  }

  private async ask(name: string, more: object, on: (event: string, data: unknown) => void) {
    if (!this.board || this.busy) return;
    this.busy = true;
    this.error = '';
    try {
      await stream(name, { game: this.board.game, ...more }, on);
    } catch (error) {
      this.fail(error);
    } finally {
      this.busy = false;
    }
  }

  private async robots() {
    if (!this.board) return;
    const work = new AbortController();
    this.work = work;
    try {
      await stream(
        'bridge/robots',
        { game: this.board.game },
        (event, data) => {
          if (work.signal.aborted) return;
          if (event === 'thinking') this.thinking = data as { seat: Seat; ms: number };
          if (event === 'state') this.enqueue(data as Board);
        },
        work.signal,
      );
    } catch (error) {
      if (!work.signal.aborted) this.fail(error);
    } finally {
      if (this.work === work) {
        this.work = null;
        this.thinking = null;
      }
    }
  }

  private fail(error: unknown) {
    this.error = error instanceof ApiError ? error.message : t('serverGone');
  }

  private receive(board: Board) {
    this.show(board);
    if (board.phase !== 'over' && !board.yours) void this.robots();
  }

  private enqueue(board: Board) {
    this.queue.push(board);
    if (!this.showing) void this.showAll();
  }

  private async showAll() {
    this.showing = true;
    while (this.queue.length > 0) {
      await this.pause();
      const next = this.queue.shift();
      if (next) this.show(next);
    }
    this.showing = false;
  }

  private pause(): Promise<void> {
    const now = this.board;
    const last = now && now.play.length > 0 && now.play.length % 4 === 0 ? pauses.trick : pauses.card;
    const wait = now?.phase === 'auction' ? pauses.call : last;
    return new Promise((done) => setTimeout(done, wait * settings.pace));
  }

  private show(board: Board) {
    const before = this.board;
    this.board = board;
    this.news = before ? newsOf(before, board) : '';
    if (board.phase === 'auction' && board.yours) void this.loadMeanings(board);
    else this.meanings = [];
    this.trickShown = true;
    if (board.phase === 'play' && board.yours && board.play.length % 4 === 0) {
      setTimeout(() => {
        if (this.board === board) this.trickShown = false;
      }, pauses.trick * settings.pace);
    }
  }

  private async loadMeanings(board: Board) {
    try {
      const { calls } = await post<{ calls: Meaning[] }>('bridge/meanings', { game: board.game });
      if (this.board === board) this.meanings = calls;
    } catch {
      // The box works without them.
    }
  }
}

function newsOf(before: Board, now: Board): string {
  const news: string[] = [];
  const made = now.auction.at(-1);
  if (now.auction.length > before.auction.length && made?.meaning)
    news.push(t('says', { seat: seatName(made.meaning.seat), call: callName(made.call) }));
  const tricks = tricksOf(now);
  const last = tricks.at(-1);
  if (now.play.length > before.play.length && last) {
    const card = last.at(-1)!;
    news.push(t('plays', { seat: seatName(card.seat), card: cardName(card.card) }));
    if (last.length === 4 && now.turn) news.push(t('wonTrick', { seat: seatName(now.turn) }));
  }
  if (now.phase === 'over') news.push(t('boardOver'));
  else if (now.yours) news.push(t('yourTurn'));
  return news.join('. ');
}

/** Does the person play this hand? */
export function controls(board: Board, seat: Seat): boolean {
  if (!board.seat) return false;
  const declaring = board.declarer !== undefined && (board.seat === board.declarer || board.seat === partnerOf(board.declarer));
  return declaring ? seat === board.declarer || seat === partnerOf(board.declarer!) : seat === board.seat;
}
