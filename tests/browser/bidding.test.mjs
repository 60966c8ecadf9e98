// Bidding: practice with a robot partner, the tree of a system, and what a change of it does.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { start, until } from './support.mjs';

const { visit } = await start();

test('two hands are bid with a robot partner, and judged', async (t) => {
  const page = await visit(t, { hash: '#/bidding' });
  await page.click('form .main');
  for (let calls = 0; calls < 12; ++calls) {
    const found = await page.waitForSelector('[data-call=Pass]:not([disabled]), [data-judged]');
    if (await found.evaluate((element) => element.dataset.judged !== undefined)) break;
    await page.click(calls === 0 && (await page.locator('[data-call="3NT"]:not([disabled])').count()) > 0 ? '[data-call="3NT"]' : '[data-call=Pass]');
    await page.waitForTimeout(100);
  }
  await until(page, () => Number(document.querySelector('[data-judged]')?.dataset.judged) >= 1);
});

test('a system is a tree', async (t) => {
  const page = await visit(t, { hash: '#/bidding/explore' });
  await page.click('[data-node="1NT"]');
  await page.click('[data-node="1NT Pass 2C"]');
  await page.waitForSelector('[data-node="1NT Pass 2C Pass 2D"]');
});

test('a changed file of a system: which calls change, and what is wrong with it', async (t) => {
  const page = await visit(t, { hash: '#/bidding/edit' });
  await page.waitForSelector('option[value="natural"]', { state: 'attached' });
  await page.locator('select').first().selectOption('natural');
  await until(page, () => document.querySelector('textarea').value.length > 100);
  const text = await page.inputValue('textarea');
  await page.fill('textarea', text + '\n# a remark\n');
  await page.waitForSelector('[data-compared="100"]');
  assert.match(await page.textContent('[data-compared]'), /^0 of 100/);
  const [saved] = await Promise.all([page.waitForEvent('download'), page.click('[data-save]')]);
  assert.equal(saved.suggestedFilename(), 'natural.toml');
  assert.equal(readFileSync(await saved.path(), 'utf8'), text + '\n# a remark\n');
  await page.fill('textarea', text + '\n[[');
  await page.waitForSelector('[role=alert]');
});
