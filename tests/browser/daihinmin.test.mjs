// A game of Daihinmin with four robots, by clicks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { start, until } from './support.mjs';

const { visit } = await start();

/** Waits for the person's turn or the end of the game. */
async function turn(page) {
  const found = await page.waitForSelector('[data-move=pass], [data-phase=over], .buttons .main:text-is("Give")');
  return found.evaluate((element) => (element.dataset.phase ? 'over' : element.dataset.move ? 'play' : 'give'));
}

/** The legal play that comes first, found by trying the cards from the left; else a pass. */
async function act(page) {
  const before = await page.getAttribute('[data-changes]', 'data-changes');
  const names = await page.locator('.hand button:not(.dim)').evaluateAll((all) => all.map((one) => one.dataset.card));
  for (const name of names) {
    const card = page.locator(`.hand [data-card="${name}"]`);
    await card.click({ position: { x: 8, y: 12 } });
    const play = page.locator('.buttons .main:not([disabled])').first();
    if ((await play.count()) > 0) {
      await play.click();
      return until(page, (was) => document.querySelector('[data-changes]').dataset.changes !== was, before);
    }
    await card.click({ position: { x: 8, y: 12 } });
  }
  await page.click('[data-move=pass]');
  return until(page, (was) => document.querySelector('[data-changes]').dataset.changes !== was, before);
}

test('a whole game, what the engine reads, and the exchange of the next one', async (t) => {
  const page = await visit(t, { hash: '#/daihinmin', settings: { reading: true } });
  for (let i = 0; i < 4; ++i) await page.locator('select').nth(i).selectOption('base');
  await page.click('text=Deal the cards');
  let acts = 0;
  while ((await turn(page)) !== 'over') {
    if (acts++ === 0) {
      await page.waitForSelector('[data-reading] tbody td');
      await page.click('text=Hint');
      await page.waitForSelector('text=/A robot would play/');
    }
    await act(page);
  }
  assert.ok(acts >= 1);
  await until(page, () => document.querySelectorAll('.badge.place').length === 5);  // everybody has a place
  await page.reload();
  await page.waitForSelector('[data-phase=over]');
  await page.click('text=Next game');
  await page.waitForSelector('text=Game 2');
});

test('on a phone, in Japanese', async (t) => {
  const page = await visit(t, { width: 390, height: 844, hash: '#/daihinmin', settings: { language: 'ja' } });
  await page.click('form button');
  await page.waitForSelector('[data-changes]');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.equal(wide, 0, 'nothing sticks out of a narrow screen');
});
