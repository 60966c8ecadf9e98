// The page without a server of its own, in Chromium. Skips where playwright-core (of web/) or Chromium are missing.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { test } from 'node:test';

const root = new URL('../../../', import.meta.url);
const folder = process.env.YOMI_WASM ? new URL(`file://${process.env.YOMI_WASM}/`) : new URL('build/wasm/package/', root);
const modules = process.env.YOMI_NODE_MODULES ?? new URL('web/node_modules', root).pathname;
const chromium = ['/usr/bin/chromium', process.env.YOMI_CHROMIUM].find((path) => path && existsSync(path));
const missing = !chromium ? 'no chromium' : existsSync(`${modules}/playwright-core`) ? false : 'no playwright-core in web/node_modules';

const TYPES = { '.html': 'text/html', '.mjs': 'text/javascript', '.wasm': 'application/wasm' };

test('a pasted deal is solved and an auction explained in the browser', { skip: missing }, async (t) => {
  const server = createServer(async (request, response) => {
    const name = new URL(request.url, 'http://x').pathname.slice(1);
    try {
      const body = await readFile(name === '' ? new URL('bindings/wasm/page/index.html', root) : new URL(name, folder));
      response.writeHead(200, { 'content-type': TYPES[extname(name || '.html')] ?? TYPES['.html'] }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  const { chromium: engine } = createRequire(import.meta.url)(`${modules}/playwright-core`);
  const browser = await engine.launch({ executablePath: chromium, args: ['--no-sandbox'] });
  t.after(async () => {
    await browser.close();
    server.close();
  });
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.waitForSelector('#par', { timeout: 60_000 });
  assert.match(await page.textContent('#par'), /Par 1520 .*7N-NS/);
  await page.fill('#deal', 'N:AA');
  await page.click('#solve button');
  await page.waitForSelector('[role=alert]', { timeout: 60_000 });
  assert.match(await page.textContent('[role=alert]'), /deal/);
  await page.click('#explain button');
  await page.waitForSelector('#meaning h2', { timeout: 120_000 });
  assert.match(await page.textContent('#meaning'), /1S.*five-card major.*2NT.*spades/s);
  await page.fill('#auction', '1S 1S');
  await page.click('#explain button');
  await page.waitForSelector('#meaning [role=alert]', { timeout: 60_000 });
  assert.match(await page.textContent('#meaning'), /call 2/);
});
