// One person against four bots, to the end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openHouse } from './lib/house.mjs';
import { assertSameBoard, myTurnOrOver, playNow, playOne, playToEnd } from './lib/play.mjs';

const house = openHouse();
const { person } = house;

for (const [preset, competing] of [['five', 5], ['seed', 3]]) {
  test(`black plays ${preset} against four bots to the end`, async () => {
    const someone = await person();
    const { page } = someone;
    const code = await playNow(page, house.url, preset);
    assert.ok((await playToEnd(page)) >= 1);
    const room = await assertSameBoard(page, code);
    assert.equal(room.phase, 'over');
    assert.equal(await page.locator('.place').count(), competing);
    const shown = await page.locator('.place').evaluateAll((places) => places.map((place) => [place.dataset.seat, Number(place.dataset.rank)]));
    assert.deepEqual(shown, room.result.ranking.map(({ seat, rank }) => [seat, rank]));
  });
}

test('two clicks from the start page to a running game', async () => {
  const someone = await person();
  await someone.page.goto(house.url);
  await someone.page.locator('#play').click();
  await someone.page.locator('.turn.mine').waitFor();
  assert.equal(await someone.page.locator('.player').count(), 5);
});

test('a rematch starts the next round in the same room', async () => {
  const someone = await person();
  const { page } = someone;
  const code = await playNow(page, house.url, 'classic');
  await playToEnd(page);
  await page.locator('[data-focus=rematch]').click();
  await page.locator('.result').waitFor({ state: 'hidden' });
  await myTurnOrOver(page);
  const room = await assertSameBoard(page, code);
  assert.equal(room.round, 2);
});

test('resigning is asked about, and ends the game', async () => {
  const someone = await person();
  const { page } = someone;
  await playNow(page, house.url, 'five');
  await myTurnOrOver(page);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  assert.equal(await page.locator('.result').isVisible(), false);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.locator('.result').waitFor();
});

test('a reload in the middle of a game gives the seat back', async () => {
  const someone = await person();
  const { page } = someone;
  const code = await playNow(page, house.url, 'five');
  await myTurnOrOver(page);
  await playOne(page);
  await myTurnOrOver(page);
  await page.reload();
  await page.locator('.turn.mine').waitFor();
  await assertSameBoard(page, code);
  await playOne(page);
});

test('many steps at once end in the right board without delay', async () => {
  const { page } = await person();
  const watcher = await person();
  const code = await playNow(page, house.url, 'five');
  // Slow animation and no pause between bots: who only watches, and never hurries the board by a click, must not lag behind.
  await watcher.page.goto(house.url);
  await watcher.page.evaluate(() => localStorage.setItem('engawa.settings', '{"speed":"0.5"}'));
  await watcher.page.goto(`${house.url}/r/${code}`);
  await watcher.page.locator('.board .cell').first().waitFor();
  await watcher.page.evaluate(() => {
    const board = document.querySelector('.board');
    new MutationObserver(() => {
      window.changedAt = performance.now();
    }).observe(document.querySelector('.ply'), { childList: true, characterData: true, subtree: true });
    new MutationObserver(() => {
      if (!board.hasAttribute('aria-busy')) window.settledAt = performance.now();
    }).observe(board, { attributeFilter: ['aria-busy'] });
  });
  for (let i = 0; i < 4; i += 1) {
    if (await myTurnOrOver(page)) break;
    await playOne(page);
  }
  await myTurnOrOver(page);
  await assertSameBoard(watcher.page, code);
  const lag = await watcher.page.evaluate(() => window.settledAt - window.changedAt);
  assert.ok(lag < 500, `${lag} ms`);
});
