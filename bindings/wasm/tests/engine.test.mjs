// node --test bindings/wasm/tests/engine.test.mjs, with YOMI_WASM and YOMI_PROGRAM as for solver.test.mjs. YOMI_MALFORMED=N:
// so many malformed arguments to each function (default 1000).
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const root = new URL('../../../', import.meta.url);
const folder = process.env.YOMI_WASM ? new URL(`file://${process.env.YOMI_WASM}/`) : new URL('build/wasm/package/', root);
const program = process.env.YOMI_PROGRAM;
const modules = process.env.YOMI_NODE_MODULES ?? new URL('web/node_modules', root).pathname;
const { loadEngine } = await import(new URL('engine.mjs', folder));
const { startPool } = await import(new URL('pool.mjs', folder));
const { HAND, VIEW, malformed } = await import(new URL('malformed.mjs', import.meta.url));

const native = (questions) =>
  execFileSync(program, ['engine', '--threads', '1'], { input: questions.map((one) => JSON.stringify(one)).join('\n') + '\n', maxBuffer: 1 << 26 })
    .toString().trim().split('\n').map((line) => JSON.parse(line));
// Numbers to nine digits: the libraries' logarithms may differ in the last ones.
const rounded = (value) => JSON.parse(JSON.stringify(value), (key, one) =>
  key === 'ms' ? undefined : typeof one === 'number' ? Number(one.toPrecision(9)) : one);

test('bids, explains, draws, believes and plays, with and without vector instructions', async () => {
  for (const simd of [true, false]) {
    const yomi = await loadEngine({ simd });
    const advice = yomi.bid({ hand: HAND, look_ahead: false });
    assert.equal(advice.call, '1S');
    assert.ok(advice.why.length > 0 && advice.shows.length > 0);
    const { calls } = yomi.explain('1S p 2NT p', { dealer: 'S' });
    assert.match(calls[2].shows, /spades/);
    const deals = yomi.draw('hcp(north) >= 20 && spades(south) == 5', 20, 3);
    assert.equal(new Set(deals).size, 20);
    assert.equal(yomi.table(deals[0]).N.NT >= 0, true);
    const belief = yomi.believe({ ...VIEW, count: 5 });
    assert.ok(belief.chances.S.SA > 0.5);
    assert.equal(belief.deals.length, 5);
    assert.ok(['CK', 'C2'].includes(yomi.play({ ...VIEW, engine: 'pimc', deals: 10 }).card));
    assert.equal(yomi.ask({ do: 'version' }).version.split('.').length, 3);
  }
});

test('the same answers as the program', { skip: program ? false : 'no YOMI_PROGRAM' }, async () => {
  const yomi = await loadEngine();
  const questions = [
    { do: 'call', hand: HAND, look_ahead: false },
    { do: 'call', hand: 'KQ4.QJT3.K2.9832', auction: '1NT p', dealer: 'S', system: 'acol', deals: 10 },
    { do: 'call', hand: 'AQJ4.3.KJ62.Q832', auction: '1H 2C p', dealer: 'N', seed: 4 },
    { do: 'explain', auction: '1C 1S x p 2H', dealer: 'E', their_system: 'sayc' },
    { do: 'deal', condition: 'hcp(south) >= 15 && hcp(south) <= 17 && shape(south, any 4333 + any 4432)', count: 30, seed: 9 },
    { do: 'deal', condition: 'tricks(north, notrump) >= 9 && hcp(north) + hcp(south) <= 23', count: 2 },
    { do: 'believe', ...VIEW, count: 3 },
    { do: 'play', ...VIEW, engine: 'pimc', deals: 20 },
    { do: 'play', ...VIEW, engine: 'abc', deals: 10 },
  ];
  const expected = native(questions);
  questions.forEach((question, i) => assert.deepEqual(rounded(yomi.ask(question)), rounded(expected[i]), JSON.stringify(question)));
});

test('a limit of time is kept without threads', async () => {
  const yomi = await loadEngine();
  const start = process.cpuUsage().user;
  assert.ok(yomi.play({ ...VIEW, time: 0.2 }).card);
  assert.ok(process.cpuUsage().user - start < 60e6);
});

test('engines in workers: deals stream, the same for any number of them', async () => {
  const drawn = [];
  for (const threads of [1, 2]) {
    const pool = await startPool({ threads, engine: true });
    const blocks = [];
    for await (const block of pool.draws('hcp(east) > 25', 25, 3, 10)) blocks.push(block);
    assert.deepEqual(blocks.map((block) => block.length), [10, 10, 5]);
    drawn.push(blocks.flat());
    assert.equal((await pool.bid({ hand: HAND, look_ahead: false })).call, '1S');
    await assert.rejects(pool.bid({ hand: 'nonsense' }), RangeError);
    await assert.rejects(pool.bid(() => 1), TypeError);
    assert.match((await pool.explain('1NT')).calls[0].shows, /15-17/);
    pool.close();
  }
  assert.deepEqual(drawn[0], drawn[1]);
  assert.equal(new Set(drawn[0]).size, 25);
});

test('malformed arguments to every function of an engine', async () => {
  const yomi = await loadEngine();
  const quick = { ...VIEW, engine: 'pimc', deals: 1, look_ahead: false };
  malformed(yomi, {
    draw: ['hcp(north) > 10', 1, 1], bid: [{ hand: HAND, look_ahead: false }], explain: ['1S p', { dealer: 'N' }],
    believe: [quick], play: [quick], ask: [{ do: 'explain', auction: '1S' }] });
  assert.equal(yomi.bid({ hand: HAND, look_ahead: false }).call, '1S');
});

test('small enough', () => {
  for (const name of ['engine.wasm', 'engine-plain.wasm']) {
    const size = gzipSync(readFileSync(new URL(name, folder)), { level: 9 }).length;
    console.log(`${name}: ${size} bytes compressed`);
    assert.ok(size < 1_500_000);
  }
});

const tsc = join(modules, '.bin/tsc');
test('the types fit a program', { skip: existsSync(tsc) ? false : 'no typescript in web/node_modules' }, () => {
  const work = mkdtempSync(join(tmpdir(), 'yomi-types-'));
  try {
    writeFileSync(join(work, 'use.mts'), `
      import { load, type Table } from '${fileURLToPath(new URL('index.mjs', folder))}';
      import { loadEngine } from '${fileURLToPath(new URL('engine.mjs', folder))}';
      import { startPool } from '${fileURLToPath(new URL('pool.mjs', folder))}';
      const table: Table = (await load()).table('N:...');
      const tricks: number = table.S.NT;
      const engine = await loadEngine({ simd: false });
      const call: string = engine.bid({ hand: 'x', dealer: 'N', system: 'acol' }).call;
      const deals: string[] = engine.draw('hcp(north) > 20', 3);
      const pool = await startPool({ engine: true, threads: 2 });
      for await (const block of pool.draws('', 100)) block.map((deal) => deal.length);
      // @ts-expect-error a seat has one letter
      engine.leads('N:...', 'NT', 'North');
      for await (const one of (await startPool({ threads: 2 })).tables(['N:...'])) console.log(one.N.C + tricks);
      // @ts-expect-error a seat has one letter
      (await load()).leads('N:...', 'NT', 'North');
      // @ts-expect-error a table is no text
      const text: string = await (await startPool()).table('N:...');
      // @ts-expect-error solvers do not bid
      (await load()).bid({ hand: 'x' });
      console.log(tricks, call, deals);`);
    execFileSync(process.execPath, [tsc, '--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--moduleResolution', 'nodenext',
      '--lib', 'es2022,dom', '--typeRoots', './none', 'use.mts'], { cwd: work, stdio: 'pipe' });
  } catch (error) {
    assert.fail(`${error.stdout ?? error}`);
  } finally {
    rmSync(work, { recursive: true });
  }
});
