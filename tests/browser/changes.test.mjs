// A move changes only what differs on the page: elements that are rebuilt with every move cost a slow processor frames.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playAlone } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';
import { myTurnOrOver, playOne } from './lib/play.mjs';

const house = openHouse();
const { person } = house;

// Remembers elements, to see later whether they are still the ones on the page.
const remember = (page, selector) =>
  page.evaluate((wanted) => {
    window.known = [...document.querySelectorAll(wanted)];
    return window.known.length;
  }, selector);
const stillThere = (page) => page.evaluate(() => window.known.filter((one) => one.isConnected).length);

test("a move keeps the players' cards and the room's name, and writes the scores into them", async () => {
  const { page } = await person();
  await playAlone(page, house.url, 'reversi', { preset: 'five' }, Array.from({ length: 4 }, () => ({ bot: 'random' })), { bot_delay_ms: 10000 });
  await page.locator('.turn.mine').waitFor();
  // The last two are neither next nor to move, before this move and after it.
  const known = await remember(page, '.player, .room-name *, [data-seat=s3] > *, [data-seat=s4] > *');
  assert.ok(known >= 5 + 2 + 2 * 4, `${known}`);
  const scores = () => page.locator('.player [data-score] [aria-hidden]').evaluateAll((all) => all.map((one) => Number(one.textContent)));
  // Where each colour ends in the bar of all, in per cent.
  const ends = () => page.locator('.players').evaluate((list) => [...list.style.backgroundImage.matchAll(/ 0 ([\d.]+)%/g)].map(([, end]) => Number(end)));
  const before = await scores();
  await playOne(page);
  assert.equal(await stillThere(page), known);
  const after = await scores();
  assert.notDeepEqual(after, before);
  const all = after.reduce((sum, one) => sum + one, 0);
  let until = 0;
  const expected = after.map((one) => (until += (100 * one) / all));
  const found = await ends();
  assert.equal(found.length, expected.length);
  for (const [i, end] of found.entries()) assert.ok(Math.abs(end - expected[i]) < 1e-9, `${found}`);
  assert.deepEqual(await page.locator('.player [data-score] .hidden-text').allTextContents(), after.map((n) => (n === 1 ? '1 disc' : `${n} discs`)));
});

test("others' slides leave the small boards of the rest where they are", async () => {
  const { page } = await person();
  await playAlone(page, house.url, 'fifteen', { seats: 3, size: 4 }, [{ bot: 'kame', level: 1 }, { bot: 'kame', level: 1 }], { bot_delay_ms: 100 });
  await page.locator('.tiles[data-mine]').waitFor();
  await page.locator('.player .mini-tiles').nth(1).waitFor();
  const known = await remember(page, '.player, .player .mini, .player [data-score]');
  assert.ok(known >= 3 + 2 + 3, `${known}`);
  const steps = () => page.locator('.player[data-seat=s1] [data-score] [aria-hidden]').textContent();
  const before = Number(await steps());
  await page.waitForFunction((n) => Number(document.querySelector('.player[data-seat=s1] [data-score] [aria-hidden]').textContent) >= n + 2, before);
  assert.equal(await stillThere(page), known);
});

test("others' shots do not draw one's own field anew", async () => {
  const { page } = await person();
  await page.addInitScript(() => {
    window.drawn = new Map(); // canvas: how often it was cleared for a new picture
    const { fillRect } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillRect = function clear(...box) {
      window.drawn.set(this.canvas, (window.drawn.get(this.canvas) ?? 0) + 1);
      return fillRect.apply(this, box);
    };
  });
  const own = []; // steps that change it: garbage from others, or a new row
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => payload.includes('"s0":{') && own.push(payload)));
  const foam = { bot: 'awa', level: 1 };
  await playAlone(page, house.url, 'bubbles', { seats: 3, hurry_s: 60, field: ['abcdefab'] }, [foam, foam], { bot_delay_ms: 400 });
  await page.locator('.bubble-field[data-mine]').waitFor();
  await page.locator('.player .mini canvas').nth(1).waitFor();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))); // its first frames
  await page.evaluate(() => window.drawn.clear());
  own.length = 0;
  await page.waitForFunction(() => [...document.querySelectorAll('.player .mini canvas')].every((canvas) => (window.drawn.get(canvas) ?? 0) > 20));
  const pictures = await page.evaluate(() => window.drawn.get(document.querySelector('.bubble-field canvas')) ?? 0);
  assert.ok(pictures <= 100 * own.length, `${pictures} pictures for ${own.length} changes`);
});

test('whose turn it is moves from card to card', async () => {
  const { page } = await person();
  await playAlone(page, house.url, 'reversi', { preset: 'classic' }, [{ bot: 'random' }]);
  for (let i = 0; i < 3 && !(await myTurnOrOver(page)); i += 1) {
    assert.deepEqual(await page.locator('.player.acting').evaluateAll((all) => all.map((one) => [one.dataset.seat, one.ariaCurrent])), [['s0', 'true']]);
    await playOne(page);
  }
});
