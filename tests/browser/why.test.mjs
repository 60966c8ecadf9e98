// Why a robot plays what it plays: the four stories.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { start } from './support.mjs';

const { visit } = await start();
const patient = { timeout: 60_000 };

for (const [number, plain, better] of [
  [1, ['CK'], ['C2']],
  [2, [], ['CA']],
  [3, [], ['D9', 'DT']],
  [4, [], ['C2']],
]) {
  test(`story ${number}: the plain answer, the better one, and who believes what`, async (t) => {
    const page = await visit(t, { hash: '#/why' });
    await page.locator('li a').nth(number - 1).click();
    await page.waitForSelector(`[data-story="${number}"] .hand.active`);
    await page.click('.tell .main');
    const first = await (await page.waitForSelector('[data-step="1"] [data-verdict]', patient)).getAttribute('data-verdict');
    if (plain.length > 0) assert.ok(plain.includes(first), `plain Monte-Carlo plays ${first}`);
    await page.click('.tell .main');
    const card = await (await page.waitForSelector('[data-step="2"] [data-verdict]', patient)).getAttribute('data-verdict');
    assert.ok(better.includes(card), `the reader plays ${card}`);
    await page.click('.tell .main');
    await page.waitForSelector('[data-step="3"] [data-belief-of] .tile', patient);
  });
}
