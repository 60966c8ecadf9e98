// Boards under the solver: pasted records, the way through the play, the table of a file.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { start, turn, until } from './support.mjs';

const { visit } = await start();

const lin = `pn|Ann,Bob,Cid,Dan|
qx|4|md|2SAT6432HT853D5CT5,SQ95HK42DQ63CA876,SKJ7HQJ97D942CKJ9,S8HA6DAKJT87CQ432|sv|b|mb|p|mb|p|mb|1D|mb|p|mb|2N|mb|p|mb|3N|mb|p|mb|p|mb|p|pg||
pc|HQ|pc|H6|pc|H3|pc|HK|pg||
pc|D3|pc|D2|pc|DT|pc|D5|pg||
pc|D7|pc|H5|pc|DQ|pc|D4|pg||
pc|D6|pc|D9|pc|DJ|pc|S2|pg||
`;
const pbn = (board, contract, play) => `[Board "${board}"]
[North "Ann"]
[East "Bob"]
[South "Cid"]
[West "Dan"]
[Dealer "S"]
[Vulnerable "None"]
[Deal "N:432.32.32.AJT987 QJT.KJT9.QJT9.K2 AK9.AQ87.AK87.Q6 8765.654.654.543"]
[Declarer "S"]
[Contract "${contract}"]
[Play "W"]
${play}
*

`;

test('a pasted LIN: tricks on every card, a way through the play, costs and chart', async (t) => {
  const page = await visit(t, { hash: '#/analyse' });
  await page.fill('textarea', lin);
  await page.click('form .main');
  await page.waitForSelector('[data-costs]');
  await page.waitForSelector('.hand.active [data-card] sub');
  await page.waitForSelector('[data-chart]');
  await until(page, () => document.querySelectorAll('[data-tricks] td').length === 21);  // twenty cells and a corner
  await page.locator('input[type=range]').fill('4');
  await until(page, () => document.querySelectorAll('.diagram [data-card]').length === 48);
  await page.locator('.hand.active button').first().click();
  await until(page, () => document.querySelectorAll('.diagram [data-card]').length === 47);
  await page.click('text=Back to the record');
  await page.click('text=Ask why');
  await page.waitForSelector('[data-value-of]');
  await page.waitForSelector('[data-belief-of]', { timeout: 60_000 });
  await page.locator('.calls button').nth(2).click();
  await page.waitForSelector('text=/A robot would call/');
});

test('the examples: a doubled contract, and a session', async (t) => {
  const page = await visit(t, { hash: '#/analyse' });
  await page.click('text=An example');
  await page.waitForSelector('text=/7♣XX/');
  await page.click('summary');
  await page.click('text=A session of robots');
  await until(page, () => document.querySelectorAll('[data-row]').length === 12);
  assert.match(await page.textContent('[data-row] >> nth=4'), /4♠X S/);
});

test('a session fits on a phone: its table scrolls by itself', async (t) => {
  const page = await visit(t, { width: 390, height: 844, hash: '#/analyse', settings: { language: 'ja' } });
  await page.click('form button.button:not(.main) >> nth=-1');
  await until(page, () => document.querySelectorAll('[data-row]').length === 12);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.equal(wide, 0, 'nothing sticks out of a narrow screen');
});

test('a file of boards: costs of each, sorted and filtered', async (t) => {
  const page = await visit(t, { hash: '#/analyse' });
  await page.fill('textarea', pbn(1, '3NT', 'H6 H2 HK HA\nC3 C7 CK CQ') + pbn(2, '2D', 'H6 H2 HK HA\nS5 S2 ST SK'));
  await page.click('form .main');
  await until(page, () => document.querySelectorAll('[data-row]').length === 2 && !document.querySelector('progress'));
  await page.click('th >> text=Contract');
  await until(page, () => /2♦/.test(document.querySelector('[data-row]').textContent));
  await page.fill('input[type=text]', '3NT');
  await until(page, () => document.querySelectorAll('[data-row]').length === 1);
  await page.click('[data-row] button');
  await page.waitForSelector('h2 >> text=Board 1');
});

test('a board is played from a pasted LIN, and asked about', async (t) => {
  const page = await visit(t);
  await page.click('label:has-text("pasted")');
  await page.fill('textarea', lin);
  await page.click('text=Deal the cards');
  assert.equal(await turn(page), 'call');
  await until(page, () => /Board 4/.test(document.querySelector('.facts').textContent));
  while ((await turn(page)) === 'call') await page.click('[data-call=Pass]');
  const kind = await turn(page);
  if (kind === 'card') {
    await page.locator('.can [data-card]').first().click({ position: { x: 8, y: 12 } });
    await turn(page);
    await page.click('text=Ask why');
    await page.waitForSelector('[data-value-of]', { timeout: 60_000 });
    await page.click('text=The table');
    await turn(page);
  }
});
