// yomi in JavaScript, with belief, bidding and card play. Types: engine.d.mts.
import { Solver } from './index.mjs';
import { compileModule, instantiate } from './module.mjs';

const LONGEST = 1 << 20;

/** Reads the large module once; instances can be made of it in any number. */
export async function compileEngine(options = {}) {
  return compileModule('engine', options);
}

/** An engine: all that a solver has, and what a player does. One question at a time. */
export async function loadEngine(options = {}) {
  return new Engine(await instantiate(options.module ?? (await compileEngine(options))));
}

function fields(name, value) {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new TypeError(`${name}: expected an object`);
  return value;
}

function write(question) {
  try {
    const text = JSON.stringify(question);
    if (text.length <= LONGEST) return text;
  } catch (error) {
    throw new TypeError(`question: cannot be written as JSON: ${error.message ?? error}`);
  }
  throw new RangeError('question: too long');
}

export class Engine extends Solver {
  #answer;
  constructor(answer) {
    super(answer);
    this.#answer = answer;
  }

  /** Any question of `yomi engine`, an object in and out. */
  ask(question) {
    return JSON.parse(this.#answer(write({ ...fields('question', question) })));
  }

  /** Deals that meet a condition of the dealer language, all equally likely. */
  draw(condition = '', count = 1, seed = 1) {
    return this.ask({ do: 'deal', condition, count, seed }).deals;
  }

  /** The call of the chair on turn, with its reasons. */
  bid(view) {
    return this.ask({ ...fields('view', view), do: 'call' });
  }

  /** What the calls of an auction show. */
  explain(auction, settings = {}) {
    return this.ask({ ...fields('settings', settings), do: 'explain', auction });
  }

  /** The chances that each hidden hand has each unseen card; with `count`, deals with their weights. */
  believe(view) {
    return this.ask({ ...fields('view', view), do: 'believe' });
  }

  /** The card of the chair on turn, with its reasons. */
  play(view) {
    return this.ask({ ...fields('view', view), do: 'play' });
  }
}
