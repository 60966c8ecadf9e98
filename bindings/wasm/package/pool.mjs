// Solvers in workers, for work on many deals without holding up the page. Types: pool.d.mts.
import { compile } from './index.mjs';

const inNode = typeof process !== 'undefined' && !!process.versions?.node;

async function startWorker(module) {
  const url = new URL('./worker.mjs', import.meta.url);
  if (!inNode) {
    const worker = new Worker(url, { type: 'module' });
    worker.postMessage({ module });
    return { post: (message) => worker.postMessage(message), listen: (f) => (worker.onmessage = (e) => f(e.data)),
      end: () => worker.terminate() };
  }
  const { Worker: NodeWorker } = await import('node:worker_threads');
  const worker = new NodeWorker(url);
  worker.postMessage({ module });
  return { post: (message) => worker.postMessage(message), listen: (f) => worker.on('message', f), end: () => worker.terminate() };
}

async function cores() {
  if (!inNode) return navigator.hardwareConcurrency ?? 1;
  return (await import('node:os')).cpus().length;
}

/** Starts workers; by default as many as there are cores. */
export async function startPool(options = {}) {
  const threads = options.threads ?? (await cores());
  if (!Number.isInteger(threads) || threads < 1 || threads > 256) throw new RangeError('threads: expected 1 to 256');
  const module = await compile(options);
  return new Pool(await Promise.all(Array.from({ length: threads }, () => startWorker(module))));
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
      } catch (error) {  // what cannot be sent to another thread
        job.reject(new TypeError(`${job.method}: ${error.message ?? error}`));
        continue;
      }
      this.#jobs.set(job.id, job);
      this.#idle.pop();
    }
  }

  #run(method, ...args) {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ id: this.#next++, method, args, resolve, reject });
      this.#hand();
    });
  }

  solve(...args) {
    return this.#run('solve', ...args);
  }
  leads(...args) {
    return this.#run('leads', ...args);
  }
  table(...args) {
    return this.#run('table', ...args);
  }
  par(...args) {
    return this.#run('par', ...args);
  }
  playCosts(...args) {
    return this.#run('playCosts', ...args);
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
