// The changes on the board of reversi since the viewer's own move.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playAlone } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';
import { boardOf, bots, FIVE, playRound, rest, turn } from './lib/play.mjs';

const house = openHouse();
const { person } = house;

test('since my move: a numbered corner for the last move of each opponent, a ring round what has changed, until I move', async () => {
  const { page } = await person();
  await playAlone(page, house.url, 'reversi', FIVE, bots(4), { bot_delay_ms: 3000 });
  await playRound(page);
  const before = await boardOf(page);
  await turn(page);
  await rest(page);
  await page.locator('.cell[data-order="4"]').waitFor();
  const after = await boardOf(page);
  const seen = await page.locator('.cell').evaluateAll((all) => all.map(({ dataset }) => ({ ...dataset })));
  const corners = seen.filter(({ order }) => order).sort((a, b) => a.order - b.order);
  assert.deepEqual(corners.map(({ order, by }) => order + by), ['1W', '2A', '3C', '4Y']);
  for (const { cell } of corners) assert.equal(before[cell], '.', 'they were empty');
  const changed = Object.keys(after).filter((cell) => after[cell] !== '.' && after[cell] !== before[cell]);
  assert.deepEqual(seen.filter((cell) => 'changed' in cell).map(({ cell }) => cell), changed);
  await playRound(page);
  assert.equal(await page.locator('.cell[data-order="4"], .cell[data-order="3"]').count(), 0);
});
