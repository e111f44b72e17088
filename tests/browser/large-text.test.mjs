// Large text and the narrowest phones: nothing is cut off, and nothing in the bar overlaps.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enterRoom, playAlone } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';
import { playNow } from './lib/play.mjs';

const house = openHouse();
const { person } = house;

const grow = (page, size) => page.evaluate((px) => document.documentElement.style.setProperty('font-size', `${px}px`), size);

for (const locale of ['en-US', 'ja-JP']) {
  for (const [width, size] of [[360, 32], [320, 32], [320, 16]]) {
    test(`on the start page nothing of the first screen is cut off (${locale}, ${width} px, text of ${size} px)`, async () => {
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

// What reaches out of the page, but in a row or a box that scrolls on purpose.
const outOf = (page) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const scrolls = (one) => one !== null && (/auto|scroll/.test(getComputedStyle(one).overflowX) || scrolls(one.parentElement));
    const out = [...document.querySelectorAll('.shell :is(h1, h2, p, a, b, button, input, label, li, select, textarea)')].filter((one) => {
      const box = one.getBoundingClientRect();
      return box.width > 2 && (box.right > width + 1 || box.left < -1) && !scrolls(one.parentElement);
    });
    return document.documentElement.scrollWidth > width || out.length > 0 ? out.map((one) => one.outerHTML.slice(0, 80)) : [];
  });

const FRIENDS = { game: 'reversi', options: { preset: 'five' }, seats: ['me', 'open', 'open', { bot: 'mcs', level: 2 }, { bot: 'random' }] };

for (const locale of ['en-US', 'ja-JP']) {
  test(`with large text on a phone no screen is wider than the phone (${locale})`, async () => {
    const viewport = { width: 360, height: 740 };
    const host = await person({ locale, viewport });
    const code = await enterRoom(host.page, house.url, FRIENDS);
    await host.page.locator('.qr').waitFor();
    const friend = await person({ locale, viewport });
    await friend.page.goto(`${house.url}/r/${code}`);
    await friend.page.locator('[data-seat=s1].mine').waitFor();
    await friend.page.locator('.welcome svg').waitFor();
    const looked = async (page, what) => {
      await grow(page, 32);
      assert.deepEqual(await outOf(page), [], what);
    };
    await looked(host.page, 'the host before the game');
    await looked(friend.page, 'a friend before the game');
    await friend.page.goto(`${house.url}/r/ZZZZZZZZ`);
    await friend.page.locator('.missing').waitFor();
    await looked(friend.page, 'no room');
    await friend.page.goto(`${house.url}/dev`);
    await friend.page.locator('#dev-body').waitFor();
    await looked(friend.page, 'the page for developers');
  });
}

for (const locale of ['en-US', 'ja-JP']) {
  test(`with large text on a phone neither a record with its analysis nor the own games are wider than the phone (${locale})`, async () => {
    const { page } = await person({ locale, viewport: { width: 360, height: 740 } });
    const code = await playAlone(page, house.url, 'nim', { preset: '753' }, [{ bot: 'perfect' }]);
    await page.getByRole('button', { name: /^(Resign|投了する)$/ }).click();
    await page.locator('dialog .danger').click();
    await page.locator('.result:not([hidden])').waitFor();
    await page.goto(`${house.url}/g/${code}-1`);
    await page.locator('.analyse').click();
    await page.locator('.analysis-panel[data-state=done]').waitFor();
    await grow(page, 32);
    assert.deepEqual(await outOf(page), []);
    await page.goto(house.url);
    await page.locator('.columns').evaluate((columns) => columns.scrollIntoView());
    await page.locator('.played').first().waitFor();
    await grow(page, 32);
    assert.deepEqual(await outOf(page), []);
  });
}

test('on an upright phone no letter is smaller than 11 px: coordinates, names, levels', async () => {
  const { page } = await person({ viewport: { width: 360, height: 740 } });
  await playAlone(page, house.url, 'reversi', { preset: 'five' }, Array.from({ length: 4 }, () => ({ bot: 'mcs', level: 1 })));
  await page.locator('.player-level').first().waitFor();
  for (const part of ['.coordinate', '.player-name', '.player-level'])
    for (const size of await page.locator(part).evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)))) assert.ok(size >= 11, `${part}: ${size}`);
});
