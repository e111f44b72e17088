// Marks that do not depend on colour: on the small boards, and of the last move.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playAlone } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';

const house = openHouse();
const { person } = house;

test('on the small boards of the start page wildcards and bombs are squares with their marks, and no more colours', async () => {
  const { page } = await person();
  await page.goto(house.url);
  const board = page.locator('.preset:has(input[value="reversi five"]) svg');
  await board.waitFor();
  assert.equal(await board.locator('[data-mark=G]').count(), 2);
  assert.equal(await board.locator('[data-mark=R]').count(), 4);
  assert.equal(await board.locator('rect').count(), 6);
  const fills = await board.locator('circle').evaluateAll((all) => [...new Set(all.map((one) => one.getAttribute('fill')))]);
  assert.ok(fills.length === 5 && !fills.some((fill) => /-[GR]\)/.test(fill)), `${fills}`);
});

test('the last move of 753 is marked by a hollow in the same ring as that of reversi', async () => {
  const { page } = await person();
  await playAlone(page, house.url, 'nim', { rows: [3, 1] }, [], { bot_delay_ms: 5000 });
  await page.locator('.stone[data-row="1"]').first().click();
  await page.locator('.stone[data-row="1"]').first().click();
  const last = page.locator('.stone.last');
  await last.waitFor();
  const [ground, ring] = await last.evaluate((one) => [getComputedStyle(one).backgroundColor, getComputedStyle(one, '::before').boxShadow]);
  assert.match(ground, /rgba\(0, 0, 0, 0\)/);
  assert.match(ring, /rgb\(194, 70, 27\)/);
});
