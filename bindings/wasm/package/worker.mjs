// A solver or engine in a worker of pool.mjs: first gets the module, then questions.
import { loadEngine } from './engine.mjs';
import { load } from './index.mjs';

const port = typeof process !== 'undefined' && process.versions?.node ? (await import('node:worker_threads')).parentPort : null;
const post = (message) => (port ? port.postMessage(message) : self.postMessage(message));
let solver;

async function hear(message) {
  if (message.module) {
    solver = (message.engine ? loadEngine : load)({ module: message.module });
    return;
  }
  const { id, method, args } = message;
  try {
    post({ id, value: (await solver)[method](...args) });
  } catch (error) {
    post({ id, error: String(error.message ?? error) });
  }
}

if (port) port.on('message', hear);
else self.onmessage = (event) => hear(event.data);
