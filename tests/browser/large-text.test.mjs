// Large text and the narrowest phones: nothing is cut off, and nothing in the bar overlaps.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playAlone } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';
import { playNow } from './lib/play.mjs';

const house = openHouse();
const { person } = house;

const grow = (page, size) => page.evaluate((px) => document.documentElement.style.setProperty('font-size', `${px}px`), size);

for (const locale of ['en-US', 'ja-JP']) {
  for (const [width, size] of [[360, 32], [320, 32], [320, 16]]) {
    test(`on the front page nothing of the first screen is cut off (${locale}, ${width} px, text of ${size} px)`, async () => {
      const { page } = await person({ locale, viewport: { width, height: 740 } });
      await page.goto(house.url);
      await grow(page, size);
      const cut = await page.locator('.hero').evaluate((hero) => {
        const { left, right } = hero.getBoundingClientRect();
        return [...hero.querySelectorAll('.hero-text, h1, .button, p, input, label, .nick')].filter((part) => {
          const box = part.getBoundingClientRect();
          return box.left < left || box.right > right + 0.5 || part.scrollWidth > part.clientWidth + 1;
        }).map((part) => part.className || part.tagName);
      });
      assert.deepEqual(cut, []);
    });

    test(`in the bar of a room nothing lies over anything else (${locale}, ${width} px, text of ${size} px)`, async () => {
      const { page } = await person({ locale, viewport: { width, height: 740 } });
      await playNow(page, house.url, 'five');
      await grow(page, size);
      const over = await page.evaluate(() => {
        // The visible part of it: a code that would be a second line is hidden.
        const seen = (part) => {
          const [box, name] = [part, document.querySelector('.room-name')].map((one) => one.getBoundingClientRect());
          const top = Math.max(box.top, part.closest('.room-name') ? name.top : -Infinity);
          const bottom = Math.min(box.bottom, part.closest('.room-name') ? name.bottom : Infinity);
          return { left: box.left, right: box.right, top, bottom, name: part.className };
        };
        const lost = [...document.querySelectorAll('.bar .bar-button')].filter((part) => !part.contains(document.elementFromPoint(...['x', 'y'].map((at) => part.getBoundingClientRect()[at] + 20))));
        if (lost.length > 0 || document.querySelectorAll('.bar .bar-button').length < 3) return ['a button is out of sight'];
        const parts = [...document.querySelectorAll('.logo-discs, .light-bars, .room-code, .bar-button')].map(seen).filter(({ top, bottom }) => bottom - top > 2);
        return parts.flatMap((a, i) => parts.slice(i + 1).filter((b) => a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom && b.top < a.bottom).map((b) => `${a.name} ${b.name}`));
      });
      assert.deepEqual(over, []);
    });
  }
}

test('on an upright phone no letter is smaller than 11 px: coordinates, names, levels', async () => {
  const { page } = await person({ viewport: { width: 360, height: 740 } });
  await playAlone(page, house.url, 'reversi', { preset: 'five' }, Array.from({ length: 4 }, () => ({ bot: 'mcs', level: 1 })));
  await page.locator('.player-level').first().waitFor();
  for (const part of ['.coordinate', '.player-name', '.player-level'])
    for (const size of await page.locator(part).evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)))) assert.ok(size >= 11, `${part}: ${size}`);
});
