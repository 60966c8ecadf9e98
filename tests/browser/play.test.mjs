// Bridge at the page's table, by clicks and keys.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { corner, move, southDeclares, start, turn, until } from './support.mjs';

const { visit } = await start();
const table = `#/play?deal=${encodeURIComponent(southDeclares)}&dealer=S&vulnerable=NS&board=1`;
const changes = (page) => page.getAttribute('[data-changes]', 'data-changes').then(Number);

test('a whole board by clicks, from the first page on', async (t) => {
  const page = await visit(t);
  await page.click('text=Deal the cards');
  let moves = 0;
  while ((await move(page)) !== 'over') ++moves;
  assert.ok(moves >= 1);
  await page.waitForSelector('text=/Par for NS: /');
  await until(page, () => document.querySelectorAll('[data-card]').length === 52);  // all hands are shown at the end
  await page.click('text=Next board');
  await until(page, () => /Board 2/.test(document.querySelector('.facts')?.textContent ?? ''));
});

test('hint, undo, and a reload in mid-board that loses nothing', async (t) => {
  const page = await visit(t, { hash: table });
  assert.equal(await turn(page), 'call');
  await page.click('text=Hint');
  await page.waitForSelector('text=/A robot would call/');
  await page.click('[data-call="2NT"]');
  while ((await turn(page)) === 'call') await page.click('[data-call=Pass]');
  await move(page);
  await turn(page);
  const before = await page.textContent('.felt');
  await page.reload();
  await turn(page);
  assert.equal(await page.textContent('.felt'), before);
  const cards = await page.locator('[data-card]').count();
  const at = await changes(page);
  await page.click('text=Undo');
  await until(page, (was) => Number(document.querySelector('[data-changes]').dataset.changes) > was, at);
  await turn(page);
  await until(page, (was) => document.querySelectorAll('[data-card]').length > was, cards);  // the card is back
  await page.click('text=Hint');
  await page.waitForSelector('text=/A robot would play/');
  await page.waitForSelector('.marked');
});

test('claims: too much is refused, the right number ends the board', async (t) => {
  const page = await visit(t, { hash: table });
  await turn(page);
  await page.click('[data-call="3NT"]');
  while ((await turn(page)) === 'call') await page.click('[data-call=Pass]');
  await page.click('text=Claim');
  await page.click('[data-claim="13"]');
  await page.waitForSelector('text=/do not accept 13/');
  await page.click('text=Claim');
  await page.click('[data-claim="6"]');
  await page.waitForSelector('[data-result]');
});

test('calls and cards by keys, with news for those who listen', async (t) => {
  const page = await visit(t, { hash: table });
  await turn(page);
  await page.keyboard.press('3');
  await page.keyboard.press('n');
  await page.waitForSelector('[data-made="3NT"]');
  while ((await turn(page)) === 'call') await page.keyboard.press('p');
  const card = await page.locator('.can [data-card]').first().getAttribute('data-card');
  await page.keyboard.press(card[0]);
  await page.keyboard.press(card[1]);
  await page.locator(`.hand [data-card="${card}"]`).waitFor({ state: 'detached' });
  await turn(page);
  assert.match(await page.textContent('[aria-live]:not(p:empty)'), /plays|Your turn/);
});

test('a card is dragged to the table', async (t) => {
  const page = await visit(t, { hash: table });
  await turn(page);
  await page.click('[data-call="3NT"]');
  while ((await turn(page)) === 'call') await page.click('[data-call=Pass]');
  const card = page.locator('.can [data-card]').first();
  const name = await card.getAttribute('data-card');
  const box = await card.boundingBox();
  await page.mouse.move(box.x + corner.position.x, box.y + corner.position.y);
  await page.mouse.down();
  await page.mouse.move(box.x + 20, box.y + 150, { steps: 5 });
  await page.mouse.up();
  await page.locator(`.hand [data-card="${name}"]`).waitFor({ state: 'detached' });
});

test('four robots play a board while one watches', async (t) => {
  const page = await visit(t, { settings: { chair: 'watch' } });
  await page.click('text=Deal the cards');
  await until(page, () => document.querySelectorAll('[data-card]').length === 52);
  await page.waitForSelector('[data-result]', { timeout: 90_000 });
});

test('in Japanese on a phone, with four colours', async (t) => {
  const page = await visit(t, { width: 390, height: 844, settings: { language: 'ja', fourColours: true }, hash: table });
  await turn(page);
  await page.waitForSelector('text=コールしてください');
  await page.click('text=English');
  await page.waitForSelector('text=Your call');
  assert.equal(await page.getAttribute('html', 'lang'), 'en');
  await page.click('[data-call="3NT"]');
  for (let i = 0; i < 6; ++i) await move(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.equal(wide, 0, 'nothing sticks out of a narrow screen');
});

test('a finger learns what a call means before it makes it', async (t) => {
  const page = await visit(t, { width: 390, height: 844, touch: true, hash: table });
  await turn(page);
  await page.tap('[data-call="2NT"]');
  await page.waitForSelector('text=/2NT.*balanced/');
  assert.equal(await page.locator('[data-made="2NT"]').count(), 0);
  await page.tap('[data-call="3NT"]');
  await page.tap('[data-make="3NT"]');
  await page.waitForSelector('[data-made="3NT"]');
});

test('a hint in Japanese has no English in it', async (t) => {
  const page = await visit(t, { settings: { language: 'ja' }, hash: table });
  await turn(page);
  await page.click('text=ヒント');
  assert.doesNotMatch(await page.textContent('.hint[role=status]'), /[a-z]{3}/i);
});

test('a deal by a condition of the dealer language, and what is wrong with one', async (t) => {
  const page = await visit(t);
  await page.click('text=by a condition');
  await page.fill('textarea', 'hcp(south) >=');
  await page.click('text=Deal the cards');
  await page.waitForSelector('[role=alert]');
  await page.fill('textarea', 'hcp(south) >= 25 and shape(south, any 4333 + any 4432)');
  await page.click('text=Deal the cards');
  await turn(page);
  const cards = await page.locator('[data-card]').evaluateAll((all) => all.map((one) => one.dataset.card[1]));
  const points = cards.map((rank) => 'JQKA'.indexOf(rank) + 1).reduce((a, b) => a + b);
  assert.ok(points >= 25, `${points} points`);
});

test('a file is dropped, the board is saved and comes back, and its link leads to it', async (t) => {
  const page = await visit(t);
  await page.waitForSelector('form');
  await page.evaluate((text) => {
    const files = new DataTransfer();
    files.items.add(new File([text], 'one.pbn'));
    document.querySelector('.new').dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }));
  }, `[Board "7"]\n[Dealer "S"]\n[Vulnerable "All"]\n[Deal "${southDeclares}"]\n`);
  await until(page, (deal) => document.querySelector('textarea')?.value.includes(deal), southDeclares);
  await page.click('text=Deal the cards');
  await turn(page);
  await page.click('[data-call="3NT"]');
  while ((await turn(page)) === 'call') await page.click('[data-call=Pass]');
  await page.keyboard.press('l');
  await page.click('[data-claim="0"]');
  await page.waitForSelector('[data-result] table');
  for (const [word, ending, expected] of [['PBN', 'pbn', /\[Contract "3NT"\]/], ['LIN', 'lin', /mb\|3N\|/]]) {
    const [saved] = await Promise.all([page.waitForEvent('download'), page.click(`text=Save as ${word}`)]);
    assert.equal(saved.suggestedFilename(), `board-7.${ending}`);
    assert.match(readFileSync(await saved.path(), 'utf8'), expected);
  }
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.click('text=Link to this deal');
  await page.waitForSelector('text=Copied');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await page.context().newPage();
  await other.goto(link);
  await turn(other);
  assert.match(await other.textContent('.facts'), /Board 7/);
});
