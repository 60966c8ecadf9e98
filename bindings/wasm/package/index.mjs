// yomi in JavaScript: bridge, double dummy. For browsers and node, without dependencies. Types: index.d.mts.
import { compileModule, instantiate } from './module.mjs';

const SEATS = ['N', 'E', 'S', 'W'];
const STRAINS = ['C', 'D', 'H', 'S', 'NT'];

/** Reads a module once; instances can be made of it in any number. */
export async function compile(options = {}) {
  return compileModule('solver', options);
}

/** A solver. One question at a time; it remembers what it learned from one to the next. */
export async function load(options = {}) {
  return new Solver(await instantiate(options.module ?? (await compile(options))));
}

function text(name, value) {
  if (typeof value !== 'string') throw new TypeError(`${name}: expected a text`);
  if (value.length > 1000) throw new RangeError(`${name}: too long`);
  if (value.includes('\n')) throw new RangeError(`${name}: expected one line`);
  return value;
}

function cards(play) {
  if (!Array.isArray(play)) throw new TypeError('play: expected a list of cards');
  if (play.length > 52) throw new RangeError('play: expected at most 52 cards');
  return play.map((card) => text('play', card)).join(' ');
}

function numbers(line) {
  return line === '' ? [] : line.trim().split(' ').map(Number);
}

export class Solver {
  #answer;
  constructor(answer) {
    this.#answer = answer;
  }

  #ask(...lines) {
    return this.#answer(lines.join('\n'));
  }

  /** Tricks of the side on turn for each legal card, best first. */
  solve(deal, trump, leader, play = []) {
    const answer = this.#ask('solve', text('deal', deal), text('trump', trump), text('leader', leader), cards(play));
    const made = {};
    for (const line of answer.split('\n')) {
      const [card, tricks] = line.split(' ');
      if (card) made[card] = Number(tricks);
    }
    return made;
  }

  /** Tricks of the defence for each opening lead, best first. */
  leads(deal, trump, declarer) {
    const seat = SEATS.indexOf(text('declarer', declarer).toUpperCase());
    if (seat < 0) throw new RangeError('declarer: expected N, E, S or W');
    return this.solve(deal, trump, SEATS[(seat + 1) % 4]);
  }

  /** The declarer's tricks, by declarer and strain. */
  table(deal) {
    const cells = numbers(this.#ask('table', text('deal', deal)));
    return Object.fromEntries(
      SEATS.map((seat, s) => [seat, Object.fromEntries(STRAINS.map((strain, d) => [strain, cells[s * 5 + d]]))]));
  }

  /** The par score for North-South and its contracts, from a deal or a table. */
  par(deal, vulnerable = 'None', dealer = 'N') {
    const table = typeof deal === 'string' ? this.table(deal) : deal;
    if (table === null || typeof table !== 'object') throw new TypeError('deal: expected a deal or a table');
    const cells = SEATS.flatMap((seat) => STRAINS.map((strain) => String(Number(table[seat]?.[strain]))));
    const [score, ...contracts] = this.#ask('par', cells.join(' '), text('vulnerable', vulnerable), text('dealer', dealer)).split('\n');
    return { score: Number(score), contracts };
  }

  /** What each card of a play cost its side, in tricks. */
  playCosts(deal, trump, leader, play) {
    return numbers(this.#ask('costs', text('deal', deal), text('trump', trump), text('leader', leader), cards(play)));
  }
}
