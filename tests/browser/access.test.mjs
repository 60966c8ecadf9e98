// Can the page be used with a screen reader and by keyboard? axe-core looks at every kind of screen.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { axePath, move, southDeclares, start, turn } from './support.mjs';

const { visit } = await start();
const table = `#/play?deal=${encodeURIComponent(southDeclares)}&dealer=S`;
const axe = readFileSync(axePath, 'utf8');

/** What axe calls serious or critical. */
async function findings(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const told = grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
  return told.join('\n');
}
async function expectAccessible(page, what) {
  assert.equal(await findings(page), '', what);
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

/** Every other kind of screen: where it is, what to wait for, and what to press first. */
const screens = {
  stories: ['#/why', 'li a'],
  story: ['#/why/1', '.hand.active', ['text=4. Who believes what']],
  analysis: [`#/analyse?deal=${encodeURIComponent(southDeclares)}`, '.hand.active sub'],
  course: ['#/problems', 'li a'],
  problem: ['#/problems/entries', '.hand.active button', ['.hand.active button >> nth=0']],
  editor: ['#/problems/editor', '[data-put]', ['text=An example', '[data-solve]']],
  practice: ['#/bidding', 'form', ['form .main']],
  tree: ['#/bidding/explore', '[data-node="1NT"]', ['[data-node="1NT"]']],
  system: ['#/bidding/edit', 'textarea'],
  daihinmin: ['#/daihinmin', 'form'],
  'daihinmin table': ['#/daihinmin', 'form', ['form button']],
};
/** Words of a screen in Japanese that look English, apart from names. */
function english() {
  const names = new Set(['yomi', 'snowl', 'policy', 'base', 'champ', 'English', 'SAYC', 'toml', 'Otawa', 'Uehara']);
  const found = new Set();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (node.parentElement?.closest('option[value$=".toml"], textarea, script, style')) continue;
    for (const [word] of node.data.matchAll(/[A-Za-z]{4,}/g)) if (!names.has(word)) found.add(word);
  }
  return [...found].join(' ');
}
test('every screen, in both languages and on a phone', async (t) => {
  const wrong = [];
  for (const [language, width] of [['en', 1280], ['ja', 390]]) {
    for (const [name, [hash, ready, presses = []]] of Object.entries(screens)) {
      const page = await visit(t, { hash, width, settings: { language } });
      await page.waitForSelector(ready);
      for (const press of presses) await page.click(language === 'ja' && press.startsWith('text=4.') ? 'ol button >> nth=3' : press.replace('text=An example', language === 'ja' ? 'text=例' : 'text=An example'));
      await page.waitForTimeout(300);
      const found = await findings(page);
      if (found) wrong.push(`${name} (${language}): ${found}`);
      const foreign = language === 'ja' ? await page.evaluate(english) : '';
      if (foreign) wrong.push(`${name} has English in Japanese: ${foreign}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (wide > 0) wrong.push(`${name} sticks out of a screen ${width} wide by ${wide}`);
      await page.close();
    }
  }
  assert.deepEqual(wrong, []);
});
