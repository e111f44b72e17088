// Focus mode: the board, its players and the turn line, without overlap, at every size.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playAlone } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';

const house = openHouse();

const bots = (bot, n) => Array.from({ length: n }, () => ({ bot }));
const GAMES = {
  reversi: { options: { preset: 'five' }, bots: bots('random', 4) },
  nim: { options: { preset: '753' }, bots: bots('perfect', 1) },
  fifteen: { options: { size: 4, seats: 1 }, bots: [] },
  bubbles: { options: { seats: 1, hurry_s: 60 }, bots: [] },
};
const SIZES = [[360, 740], [740, 360], [768, 1024], [900, 640], [1000, 900], [1024, 1366], [1100, 700], [1280, 800], [1366, 768], [1440, 900], [1920, 1080]];

// The parts of the board that overlap the players or the turn line, or are off the screen sideways.
const faults = (page) =>
  page.evaluate(() => {
    const box = (selector) => document.querySelector(selector).getBoundingClientRect();
    const board = box('.game-place :is(.board-frame, .bubble-frame, .nim-frame)');
    const over = ['.turn', '.players', '.voice', '.under-board'].filter((name) => {
      const b = box(name);
      return b.width > 0 && board.left < b.right && b.left < board.right && board.top < b.bottom && b.top < board.bottom;
    });
    if (board.left < 0 || board.right > innerWidth) over.push('outside');
    return over;
  });

for (const [game, { options, bots: others }] of Object.entries(GAMES)) {
  test(`the board of ${game} lies over no player and over no words, in focus mode and out of it, at every size`, async () => {
    const { page } = await house.person();
    await playAlone(page, house.url, game, options, others, { bot_delay_ms: 10_000 });
    await page.locator('.turn').waitFor();
    for (const zen of [false, true]) {
      if (zen) await page.keyboard.press('z');
      assert.equal(await page.locator('.shell[data-zen]').count(), zen ? 1 : 0);
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        assert.deepEqual(await faults(page), [], `${width}x${height}${zen ? ' in focus mode' : ''}`);
      }
    }
  });
}
