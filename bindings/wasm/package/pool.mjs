// Solvers in workers, for work on many deals without holding up the page. Types: pool.d.mts.
import { compile } from './index.mjs';
import { compileEngine } from './engine.mjs';

const inNode = typeof process !== 'undefined' && !!process.versions?.node;

async function startWorker(module, engine) {
  const url = new URL('./worker.mjs', import.meta.url);
  if (!inNode) {
    const worker = new Worker(url, { type: 'module' });
    worker.postMessage({ module, engine });
    return { post: (message) => worker.postMessage(message), listen: (f) => (worker.onmessage = (e) => f(e.data)),
      end: () => worker.terminate() };
  }
  const { Worker: NodeWorker } = await import('node:worker_threads');
  const worker = new NodeWorker(url);
  worker.postMessage({ module, engine });
  return { post: (message) => worker.postMessage(message), listen: (f) => worker.on('message', f), end: () => worker.terminate() };
}

async function cores() {
  if (!inNode) return navigator.hardwareConcurrency ?? 1;
  return (await import('node:os')).cpus().length;
}

/** Starts workers, by default as many as there are cores; with `engine: true` they also bid, play and draw deals. */
export async function startPool(options = {}) {
  const threads = options.threads ?? (await cores());
  if (!Number.isInteger(threads) || threads < 1 || threads > 256) throw new RangeError('threads: expected 1 to 256');
  const engine = options.engine === true;
  const module = await (engine ? compileEngine(options) : compile(options));
  const workers = await Promise.all(Array.from({ length: threads }, () => startWorker(module, engine)));
  return engine ? new EnginePool(workers) : new Pool(workers);
}

export class Pool {
  #workers;
  #waiting = [];
  #jobs = new Map();
  #idle;
  #next = 0;

  constructor(workers) {
    this.#workers = workers;
    this.#idle = [...workers];
    for (const worker of workers) {
      worker.listen(({ id, value, error }) => {
        const job = this.#jobs.get(id);
        this.#jobs.delete(id);
        this.#idle.push(worker);
        this.#hand();
        if (error === undefined) job.resolve(value);
        else job.reject(new RangeError(error));
      });
    }
  }

  #hand() {
    while (this.#idle.length > 0 && this.#waiting.length > 0) {
      const job = this.#waiting.shift();
      try {
        this.#idle.at(-1).post({ id: job.id, method: job.method, args: job.args });
      } catch (error) {  // what cannot be sent
        job.reject(new TypeError(`${job.method}: ${error.message ?? error}`));
        continue;
      }
      this.#jobs.set(job.id, job);
      this.#idle.pop();
    }
  }

  /** Any method of a solver or engine. */
  run(method, ...args) {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ id: this.#next++, method, args, resolve, reject });
      this.#hand();
    });
  }

  solve(...args) {
    return this.run('solve', ...args);
  }
  leads(...args) {
    return this.run('leads', ...args);
  }
  table(...args) {
    return this.run('table', ...args);
  }
  par(...args) {
    return this.run('par', ...args);
  }
  playCosts(...args) {
    return this.run('playCosts', ...args);
  }

  /** The tables of many deals, each as soon as it and those before it are there. */
  async *tables(deals) {
    const answers = Array.from(deals, (deal) => this.table(deal));
    for (const answer of answers) answer.catch(() => {});  // of those after a wrong one, nobody asks
    for (const answer of answers) yield await answer;
  }

  /** Ends the workers; answers still missing never come. */
  close() {
    for (const worker of this.#workers) worker.end();
    this.#workers = [];
    this.#idle = [];
  }
}

/** A pool of engines. */
export class EnginePool extends Pool {
  draw(...args) {
    return this.run('draw', ...args);
  }
  bid(...args) {
    return this.run('bid', ...args);
  }
  explain(...args) {
    return this.run('explain', ...args);
  }
  believe(...args) {
    return this.run('believe', ...args);
  }
  play(...args) {
    return this.run('play', ...args);
  }
  ask(...args) {
    return this.run('ask', ...args);
  }

  /** Deals that meet a condition, a block as soon as it and those before it are there. The same for any number of workers. */
  async *draws(condition, count, seed = 1, block = 100) {
    if (!Number.isInteger(count) || count < 0) throw new RangeError('count: expected a number from 0 on');
    if (!Number.isInteger(block) || block < 1) throw new RangeError('block: expected a number from 1 on');
    if (!Number.isInteger(seed) || seed < 0 || seed > 2 ** 31) throw new RangeError('seed: expected a number from 0 to 2147483648');
    const answers = [];
    for (let first = 0; first < count; first += block)
      answers.push(this.draw(condition, Math.min(block, count - first), seed * 2 ** 21 + first / block));
    for (const answer of answers) answer.catch(() => {});
    for (const answer of answers) yield await answer;
  }
}
