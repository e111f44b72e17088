// The bytes of code and style that the server sends until the first move of each game is possible, counted by the browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openHouse } from './lib/house.mjs';

const house = openHouse();
const { person } = house;
const BUDGET = 45_000;
// What the page asks for by itself: the lower half of the start page, the code of troubles 3 s after loading, and what follows the first picture of a
// game. A busy machine would see it before the first move. It gets no answer, so a first move that needed it would never come.
const BY_ITSELF = /\/assets\/(?:later|rare|heard|events|first-steps)-/;

// Notes when the element is there in a room, in milliseconds since 1970.
function noteFirst(selector) {
  const look = new MutationObserver(() => {
    if (!location.pathname.startsWith('/r/') || !document.querySelector(selector)) return;
    window.firstMoveAt = performance.timeOrigin + performance.now();
    look.disconnect();
  });
  look.observe(document, { childList: true, subtree: true });
}

for (const [game, element] of Object.entries({ reversi: '.board .cell', nim: '.stone', fifteen: '.tiles', bubbles: '.bubble-field' })) {
  test(`${game}: the code and the style to the first move`, async () => {
    const { page } = await person();
    await page.addInitScript(noteFirst, element);
    await page.route(BY_ITSELF, () => {});
    const requests = [];
    page.on('requestfinished', (request) => requests.push(request));
    await page.goto(house.url);
    await page.locator('[data-board] svg').first().waitFor(); // also for people who look before choosing
    await page.locator(`[data-play=${game}]`).click();
    await page.locator(element).first().waitFor();
    const first = await page.evaluate(() => window.firstMoveAt);
    const parts = requests.filter((request) => /\.(?:js|css)$/.test(new URL(request.url()).pathname) && request.timing().startTime <= first);
    assert.ok(parts.length >= 4, `${parts.length} files`);
    let bytes = 0;
    const named = [];
    for (const part of parts) {
      const size = (await part.sizes()).responseBodySize;
      bytes += size;
      named.push(`${new URL(part.url()).pathname.replace('/assets/', '')} ${size}`);
      const { 'content-encoding': coding, 'cache-control': caching } = await (await part.response()).allHeaders();
      assert.ok(['br', 'gzip'].includes(coding) || size < 200, `${part.url()} comes in ${coding}`); // a few bytes do not shrink
      assert.match(caching, /immutable/);
    }
    assert.ok(bytes > 10_000 && bytes < BUDGET, `${bytes} bytes: ${named.join(', ')}`);
  });
}
