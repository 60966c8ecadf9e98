// The editor of positions, and the course of problems.
import { test } from 'node:test';
import { start, until } from './support.mjs';

const { visit } = await start();

test('a position by clicks, solved, and its line stepped through', async (t) => {
  const page = await visit(t, { hash: '#/problems/editor' });
  const hands = { North: ['SA', 'SJ', 'HA'], East: ['SK', 'SQ', 'HK'], South: ['S3', 'HQ', 'CA'], West: ['D3', 'D2', 'D4'] };
  for (const [seat, cards] of Object.entries(hands)) {
    await page.click(`.choice:has-text("${seat}")`);
    for (const card of cards) await page.click(`[data-put="${card}"]`);
  }
  await page.fill('input[type=number]', '3');
  await page.click('[data-solve]');
  await page.waitForSelector('[data-tricks="3"]');
  await page.waitForSelector('.hand.active sub');
  for (let i = 1; i <= 12; ++i) {
    await page.click('[data-step]');
    await until(page, (left) => document.querySelectorAll('.diagram [data-card]').length === left, 12 - i);
  }
  await page.fill('input[type=range]', '0');
  await page.locator('.hand.active button').first().click();
  await until(page, () => document.querySelectorAll('.diagram [data-card]').length === 11);
});

test('a problem of the course: an answer, the proof, and why', async (t) => {
  const page = await visit(t, { hash: '#/problems' });
  await until(page, () => document.querySelectorAll('li a').length === 24);
  await page.click('text=Entries');
  await page.locator('.hand.active button').first().click();
  await page.waitForSelector('[data-right]');
  await page.waitForSelector('tr.best');
  await until(page, () => document.querySelectorAll('.hand').length === 4);  // all hands are shown after the answer
  await page.click('text=Ask why');
  await page.waitForSelector('[data-value-of]', { timeout: 60_000 });
  await page.click('text=Next problem');
  await page.waitForSelector('[data-problem="1"]');
  await page.reload();
  await page.waitForSelector('[data-problem="1"]');
});
