// The focus after a board has been loaded: on its place, so that one Tab or an arrow key reaches the board.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertOver, playAlone } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';

const house = openHouse();
const { person } = house;

const onBoard = (page) => page.evaluate(() => document.activeElement.closest('.game-place .cell, .game-place .stone, .game-place .tiles, .game-place .bubble-field') !== null);
const placed = (page) => page.waitForFunction(() => document.activeElement.matches('.game-place'));

test('after Play now, by mouse or by key, one Tab is on the board, and so is an arrow', async () => {
  for (const how of ['mouse', 'keys']) {
    for (const key of ['Tab', 'ArrowDown']) {
      const { page } = await person();
      await page.goto(house.url);
      await page.locator('#play').waitFor();
      if (how === 'mouse') await page.locator('#play').click();
      else await page.locator('#play').press('Enter');
      await page.locator('.shell[data-ready] .cell').first().waitFor();
      await placed(page);
      assert.equal(await page.locator('[data-ghost]').count(), 0, 'no move is shown before somebody asks');
      await page.keyboard.press(key);
      assert.ok(await onBoard(page), `${how}, ${key}`);
    }
  }
});

test('on the page of a record, too; and who writes keeps the focus', async () => {
  const { page } = await person();
  const code = await playAlone(page, house.url, 'reversi', { preset: 'classic' }, [{ bot: 'random' }]);
  await page.locator('.turn.mine').waitFor();
  await page.locator('.under-board').getByRole('button', { name: 'Resign' }).click();
  await page.locator('dialog .danger').click();
  await assertOver(page, code, {});
  await page.goto(`${house.url}/g/${code}-1`);
  await placed(page);
  await page.goto(house.url);
  await page.locator('#nick').focus();
  assert.equal(await page.evaluate(() => document.activeElement.id), 'nick');
});
