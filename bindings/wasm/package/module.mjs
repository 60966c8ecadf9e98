// Reading a WebAssembly module of yomi, and asking it: text in, text out.

// The smallest module with a vector instruction.
const VECTOR_TEST = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11]);

async function bytes(url) {
  if (url.protocol !== 'file:') return (await fetch(url)).arrayBuffer();
  const { readFile } = await import('node:fs/promises');
  return readFile(url);
}

/** Compiles NAME.wasm, or NAME-plain.wasm where there are no vector instructions. */
export async function compileModule(name, options = {}) {
  const vectors = options.simd ?? WebAssembly.validate(VECTOR_TEST);
  const url = options.url ?? new URL(vectors ? `./${name}.wasm` : `./${name}-plain.wasm`, import.meta.url);
  return WebAssembly.compile(await bytes(new URL(url)));
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A function that passes a question to an instance of its own and gives back the answer. */
export async function instantiate(module) {
  let exports;
  // Nothing is printed or read: what the library wants of a system is refused, but for the time.
  const refuse = () => 52;
  const clock_time_get = (clock, _, place) => {
    const now = clock === 0 ? Date.now() : performance.now();
    new DataView(exports.memory.buffer).setBigUint64(place, BigInt(Math.round(now * 1e6)), true);
    return 0;
  };
  const imports = {};
  for (const one of WebAssembly.Module.imports(module))
    (imports[one.module] ??= {})[one.name] = one.name === 'clock_time_get' ? clock_time_get : refuse;
  ({ exports } = await WebAssembly.instantiate(module, imports));
  exports._initialize();
  return (text) => {
    const question = encoder.encode(text);
    const place = exports.yomi_input(question.length);
    new Uint8Array(exports.memory.buffer, place, question.length).set(question);
    const start = exports.yomi_answer();
    const all = new Uint8Array(exports.memory.buffer, start);
    const answer = decoder.decode(all.subarray(0, all.indexOf(0)));
    if (answer.startsWith('!')) throw new RangeError(answer.slice(1));
    return answer;
  };
}
