// What the browser tests share: a server of their own on loopback, Debian's chromium, and a table to play at.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after } from 'node:test';

const require = createRequire(new URL('../../web/package.json', import.meta.url));
const { chromium } = require('playwright-core');
export const axePath = require.resolve('axe-core');

const program = process.env.YOMI_PAGE_PROGRAM;
const chromiumPath = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Starts the server; the answer is its address. */
export async function serve(options) {
  const server = spawn(program, ['web', '--port', '0', '--forget', '--no-browser', ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  after(() => server.kill());
  for await (const bytes of server.stdout) {
    const address = /^http\S+/.exec(bytes.toString());
    if (address) return { address: address[0], server };
  }
  throw new Error(`${program} web did not start`);
}

export async function start(options = []) {
  if (!program || !existsSync(program)) throw new Error('YOMI_PAGE_PROGRAM names no program');
  if (!existsSync(chromiumPath)) throw new Error(`there is no ${chromiumPath}`);
  const { address, server } = await serve(options);
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-background-networking', '--disable-gpu', '--disable-dev-shm-usage', '--disable-extensions', '--no-first-run'],
  });
  after(() => browser.close());

  /** A page of a new visitor. Whatever the browser complains about fails the test. */
  async function visit(test, { width = 1280, height = 820, touch = false, settings = {}, hash = '' } = {}) {
    const context = await browser.newContext({ viewport: { width, height }, hasTouch: touch });
    await context.addInitScript(
      (kept) => localStorage.getItem('yomi') ?? localStorage.setItem('yomi', JSON.stringify(kept)),
      { pace: 0, level: 'fast', language: 'en', ...settings },
    );
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    const complaints = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    test.after(async () => {
      await context.close();
      if (complaints.length > 0) throw new Error(`the browser complained: ${complaints.join('; ')}`);
    });
    await page.goto(address + hash);
    return page;
  }
  return { address, server, visit };
}

/** Waits until the check gives true. (Playwright's own waiting for a function needs what the page's policy forbids.) */
export async function until(page, check, value) {
  for (const end = Date.now() + 30_000; Date.now() < end; await page.waitForTimeout(30)) {
    if (await page.evaluate(check, value)) return;
  }
  throw new Error(`waited in vain for ${check}`);
}

/** Only the left edge of a card is sure to be uncovered. */
export const corner = { position: { x: 8, y: 12 } };

/** Waits for the person's turn, or the end: 'call', 'card' or 'over'. */
export async function turn(page) {
  const found = await page.waitForSelector('[data-call=Pass]:not([disabled]), .can [data-card], [data-result]');
  return found.evaluate((element) => (element.dataset.call ? 'call' : element.dataset.card ? 'card' : 'over'));
}

/** Makes the first legal call or plays the first legal card, by clicks. */
export async function move(page) {
  const kind = await turn(page);
  if (kind === 'over') return kind;
  const before = await page.getAttribute('[data-changes]', 'data-changes');
  if (kind === 'call') await page.click('[data-call=Pass]');
  else await page.locator('.can [data-card]').first().click(corner);
  await until(page, (was) => document.querySelector('[data-changes]')?.dataset.changes !== was, before);
  return kind;
}

/** A deal in which South opens and declares. */
export const southDeclares = 'N:K964.T73.96.KQ84 JT3.J85.KJ42.T62 AQ82.AK62.AQ7.A5 75.Q94.T853.J973';
