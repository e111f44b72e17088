// How the page looks, as the browser computes it: its type, its colours, and where its parts stand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openHouse } from './lib/house.mjs';
import { myTurnOrOver, playNow } from './lib/play.mjs';

const house = openHouse();
const { person } = house;

const SCALE = [12, 14, 16, 20, 28, 40];

// The sizes of all text that is seen, but for what is drawn: boards, discs, pictures.
const sizes = (page) =>
  page.evaluate(() => {
    const found = {};
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const { parentElement: part } = node;
      if (!node.data.trim() || part.closest('svg, .board, .disc, script, style') || !part.checkVisibility({ visibilityProperty: true })) continue;
      const size = Number.parseFloat(getComputedStyle(part).fontSize);
      if (size > 0) found[size] ??= part.className || part.tagName;
    }
    return found;
  });

for (const [width, height] of [[360, 740], [768, 1024], [1280, 800]]) {
  test(`text has six sizes and no other (${width} px)`, async () => {
    const { page } = await person({ viewport: { width, height } });
    await page.goto(house.url);
    await page.locator('.preset').first().waitFor();
    const others = async () => Object.entries(await sizes(page)).filter(([size]) => !SCALE.includes(Number(size)));
    assert.deepEqual(await others(), []);
    await playNow(page, house.url, 'five');
    await myTurnOrOver(page);
    assert.deepEqual(await others(), []);
  });
}

test('headings, the logo and the turn have the book face; scores and clocks are even figures of the other', async () => {
  const { page } = await person();
  const face = (selector) => page.locator(selector).first().evaluate((part) => [getComputedStyle(part).fontFamily.split(',')[0], getComputedStyle(part).fontWeight, getComputedStyle(part).fontVariantNumeric]);
  await page.goto(house.url);
  for (const part of ['.hero h1', '.logo-ja', '.game-title']) assert.deepEqual((await face(part)).slice(0, 2), ['"Hiragino Mincho ProN"', '600'], part);
  await playNow(page, house.url, 'five');
  await myTurnOrOver(page);
  assert.deepEqual((await face('.turn-text')).slice(0, 2), ['"Hiragino Mincho ProN"', '600']);
  for (const part of ['.player .score', '.turn .clock']) {
    const [family, , figures] = await face(part);
    assert.deepEqual([family, figures], ['system-ui', 'tabular-nums'], part);
  }
});
