// node --test bindings/wasm/tests/solver.test.mjs, with YOMI_WASM the folder of the package (default build/wasm/package) and
// YOMI_PROGRAM a native yomi to compare with. YOMI_BENCH=N also times N deals.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

const root = new URL('../../../', import.meta.url);
const folder = process.env.YOMI_WASM ? new URL(`file://${process.env.YOMI_WASM}/`) : new URL('build/wasm/package/', root);
const program = process.env.YOMI_PROGRAM;
const DEAL = 'N:QJ3.AT8.AKJ63.AJ KT642.42.T4.Q642 A75.QJ765.Q92.K7 98.K93.875.T9853';
const { load } = await import(new URL('index.mjs', folder));
const { startPool } = await import(new URL('pool.mjs', folder));
const { malformed } = await import(new URL('malformed.mjs', import.meta.url));

const ask = (questions) =>
  execFileSync(program, ['engine'], { input: questions.map((one) => JSON.stringify(one)).join('\n') + '\n', maxBuffer: 1 << 26 })
    .toString().trim().split('\n').map((line) => JSON.parse(line));
const randomDeals = (count) => ask([{ do: 'deal', count, seed: 7 }])[0].deals;

test('answers, with and without vector instructions', async () => {
  for (const simd of [true, false]) {
    const yomi = await load({ simd });
    assert.equal(yomi.table(DEAL).S.H, 13);
    assert.deepEqual(yomi.par(DEAL), { score: 1520, contracts: ['7N-NS'] });
    assert.deepEqual(yomi.solve('N:AQ... 42... 65... K3...', 'NT', 'S', ['S6', 'S3']), { SQ: 2, SA: 1 });
    assert.deepEqual(yomi.leads('N:AQ... 42... 65... K3...', 'NT', 'W'), { SA: 1, SQ: 1 });
    assert.deepEqual(yomi.playCosts('N:AQ... 42... 65... K3...', 'NT', 'S', ['S6', 'S3', 'SA', 'S2']), [0, 0, 1, 0]);
  }
});

test('the same tables and cards as the program', { skip: program ? false : 'no YOMI_PROGRAM' }, async () => {
  const yomi = await load();
  const deals = randomDeals(4);
  const native = ask(deals.map((deal) => ({ do: 'table', deal })));
  const cards = ask(deals.map((deal) => ({ do: 'solve', deal, trump: 'H', leader: 'W' })));
  deals.forEach((deal, i) => {
    assert.deepEqual(yomi.table(deal), native[i].tricks);
    const expected = Object.fromEntries(cards[i].cards.flatMap((one) => [one.card, ...one.equals].map((card) => [card, one.tricks])));
    assert.deepEqual(yomi.solve(deal, 'H', 'W'), expected);
  });
});

test('many deals in workers, in order, as they come', async () => {
  const pool = await startPool({ threads: 2 });
  const yomi = await load();
  const deals = [DEAL, 'N:AQ... 42... 65... K3...', 'N:A... K... Q... J...'];
  const made = [];
  for await (const table of pool.tables(deals)) made.push(table);
  assert.deepEqual(made, deals.map((deal) => yomi.table(deal)));
  await assert.rejects(pool.table('nonsense'), RangeError);
  assert.equal((await pool.par(DEAL)).score, 1520);
  pool.close();
});

test('malformed arguments to every function', async () => {
  const yomi = await load();
  malformed(yomi, { solve: [DEAL, 'NT', 'N', []], leads: [DEAL, 'NT', 'N'], table: [DEAL], par: [yomi.table(DEAL), 'None', 'N'],
    playCosts: ['N:AQ... 42... 65... K3...', 'NT', 'S', ['S6']] });
  assert.equal(yomi.table(DEAL).S.H, 13);
});

test('small enough', () => {
  for (const name of ['solver.wasm', 'solver-plain.wasm'])
    assert.ok(gzipSync(readFileSync(new URL(name, folder)), { level: 9 }).length < 300_000);
});

test('the lines of the README', async () => {
  const blocks = [...readFileSync(new URL('bindings/wasm/README.md', root), 'utf8').matchAll(/```js\n([^]*?)```/g)];
  const printed = blocks.map((block) => execFileSync('node', ['--input-type=module', '-e',
    block[1].replace(/'yomi(?:\/(\w+))?'/g, (_, part) => `'${new URL(`${part ?? 'index'}.mjs`, folder)}'`)]).toString());
  assert.equal(printed.length, 2);
  assert.match(printed[0], /13/);
  assert.match(printed[1], /1S/);
});

test('speed', { skip: process.env.YOMI_BENCH ? false : 'no YOMI_BENCH' }, async () => {
  const deals = randomDeals(Number(process.env.YOMI_BENCH));
  const native = ask(deals.map((deal) => ({ do: 'table', deal })));  // warms nothing: answers to check
  for (const simd of [true, false]) {
    const yomi = await load({ simd });
    const start = process.cpuUsage();
    const tables = deals.map((deal) => yomi.table(deal));
    const spent = process.cpuUsage(start);
    tables.forEach((table, i) => assert.deepEqual(table, native[i].tricks));
    console.log(`${simd ? 'simd' : 'plain'}: ${((spent.user + spent.system) / 1000 / deals.length).toFixed(2)} ms of CPU a deal`);
  }
});
