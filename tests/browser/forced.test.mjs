// Forced colours: information that only a background or a shadow carried is still visible in every game. Looks at pixels.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playAlone } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';
import { colorsOf, sameColors } from './lib/pixels.mjs';
import { myTurnOrOver, playNow, playOne } from './lib/play.mjs';

const house = openHouse();
const forced = () => house.person({ forcedColors: 'active', reducedMotion: 'reduce' });

// The inner part of an element, at this distance from its edges.
async function inside(locator, by) {
  const { x, y, width, height } = await locator.boundingBox();
  return { x: x + by, y: y + by, width: width - 2 * by, height: height - 2 * by };
}

async function assertTurnSeen(page) {
  await page.mouse.move(0, 0);
  const { x, y, height } = await page.locator('.turn').boundingBox();
  const band = await colorsOf(page, { x: x + 2, y: y + height - 8, width: 8, height: 4 });
  const paper = await colorsOf(page, { x: x + 2, y: y + height + 4, width: 8, height: 4 });
  assert.ok(!sameColors(band, paper), `whose turn it is: ${JSON.stringify(band)}`);
}

test('reversi: squares, where one may play, the last move and whose turn it is', async () => {
  const { page } = await forced();
  await playNow(page, house.url, 'five');
  await myTurnOrOver(page);
  await playOne(page);
  await myTurnOrOver(page);
  await page.locator('.board:not([aria-busy])').waitFor();
  await page.locator('.changed').first().waitFor({ state: 'detached' });
  await assertTurnSeen(page);
  const empty = page.locator('.cell:not([data-disc]):not(.legal)').first();
  assert.ok(Object.keys(await colorsOf(page, empty)).length > 1, 'a square has an edge');
  const plain = await colorsOf(page, await inside(empty, 6));
  const legal = await colorsOf(page, await inside(page.locator('.cell.legal').first(), 6));
  assert.ok(Object.keys(plain).length === 1 && Object.keys(legal).length > 1, 'a dot where one may play');
  const last = page.locator('.cell.last');
  const cell = await last.getAttribute('data-cell');
  const ring = async (locator) => {
    const { x, y, width } = await locator.boundingBox();
    return colorsOf(page, { x: x - 2, y: y - 2, width: width + 4, height: 8 });
  };
  const marked = await ring(last);
  const others = await page.locator(`.cell:not(.last):not(.legal)`).evaluateAll((all) => all.map((one) => one.dataset.cell));
  for (const other of others.slice(0, 5)) assert.ok(!sameColors(marked, await ring(page.locator(`[data-cell=${other}]`))), `${cell} is marked, ${other} is not`);
});

test('753: stones, what is chosen, and what was taken last', async () => {
  const { page } = await forced();
  await playAlone(page, house.url, 'nim', { rows: [5, 5] }, [{ bot: 'perfect' }]);
  await myTurnOrOver(page);
  await assertTurnSeen(page);
  const stone = (row, cell) => page.locator(`.stone[data-row="${row}"][data-stone="${cell}"]`);
  const look = async (row, cell) => {
    await page.mouse.move(0, 0);
    return colorsOf(page, stone(row, cell));
  };
  const { x, y } = await page.locator('.stone-row').first().boundingBox();
  const paper = Object.keys(await colorsOf(page, { x: x - 20, y, width: 4, height: 4 }));
  const middle = await colorsOf(page, await inside(stone(0, 0), 20));
  assert.ok(Object.keys(middle).some((color) => !paper.includes(color)), 'a stone is seen');
  const before = await look(0, 0);
  await stone(0, 0).click();
  const chosen = await look(0, 0);
  assert.equal((await look(0, 3))[Object.keys(chosen).find((color) => !(color in before))] ?? 0, 0, 'what is chosen has a colour that others have not');
  await stone(0, 0).click();
  await page.locator('.stone.last[data-row="1"], .stone.last[data-row="0"]').first().waitFor();
  await myTurnOrOver(page);
  const last = page.locator('.stone.last').first();
  const taken = page.locator('.stone.taken:not(.last)').first();
  await page.mouse.move(0, 0);
  assert.ok(!sameColors(await colorsOf(page, last), await colorsOf(page, taken)), 'what was taken last differs from what was taken before');
});

test('15-puzzle and bubbles: tiles have edges, a tile in its place differs, and whose turn it is', async () => {
  const { page } = await forced();
  await playAlone(page, house.url, 'fifteen', { tiles: [1, 2, 3, 4, 0, 6, 7, 5, 8], seats: 1 });
  await page.locator('.tiles[data-mine]').waitFor();
  await assertTurnSeen(page);
  const corner = async (n) => {
    const { x, y } = await page.locator(`.tiles [data-tile="${n}"]`).boundingBox();
    return colorsOf(page, { x: x + 30, y, width: 10, height: 10 });
  };
  assert.ok(Object.keys(await corner(5)).length > 1, 'a tile has an edge');
  assert.ok(!sameColors(await corner(1), await corner(5)), 'in its place or not');
  await playAlone(page, house.url, 'bubbles', { seats: 1, field: ['abcdefab'], hurry_s: 60 });
  await page.locator('.bubble-field[data-mine]').waitFor();
  await assertTurnSeen(page);
});
