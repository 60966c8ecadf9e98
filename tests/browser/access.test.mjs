// Can the page be used with a screen reader and by keyboard? axe-core looks at every kind of screen.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { axePath, move, southDeclares, start, turn } from './support.mjs';

const { visit } = await start();
const table = `#/play?deal=${encodeURIComponent(southDeclares)}&dealer=S`;
const axe = readFileSync(axePath, 'utf8');

/** No finding that axe calls serious or critical. */
async function expectAccessible(page, what) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const told = grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
  assert.equal(told.join('\n'), '', what);
}

for (const language of ['en', 'ja']) {
  test(`a board from the deal to the result (${language})`, async (t) => {
    const page = await visit(t, { settings: { language } });
    await page.waitForSelector('form');
    await expectAccessible(page, 'new board');
    await page.goto(new URL(table, page.url()).href);
    await turn(page);
    await expectAccessible(page, 'auction');
    await page.click('[data-call="3NT"]');
    while ((await turn(page)) === 'call') await page.click('[data-call=Pass]');
    await move(page);
    await turn(page);
    await expectAccessible(page, 'play');
    await page.keyboard.press('l');
    await page.click('[data-claim="0"]');
    await page.waitForSelector('[data-result] table');
    await expectAccessible(page, 'result');
  });
}
