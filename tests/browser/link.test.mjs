// The connection on the page: bars and milliseconds at every pong, a panel with details, and the message after a reconnect.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNoViolations } from './lib/axe.mjs';
import { openHouse } from './lib/house.mjs';
import { myTurnOrOver, playNow } from './lib/play.mjs';

const house = openHouse();
const { person } = house;

// Sits between the page and the server, on a clock that stands still: every round trip takes as long as `trip` says.
async function withTrips(page) {
  const link = { trip: 30, pongs: 0 };
  await page.clock.setFixedTime('2026-03-01T12:34:56');
  await page.routeWebSocket(/\/rooms\//, (socket) => {
    link.cut = () => socket.close({ code: 4100 });
    const server = socket.connectToServer();
    server.onMessage((text) => {
      const message = JSON.parse(text);
      if (message.type === 'pong') link.pongs += 1;
      socket.send(message.type === 'pong' ? JSON.stringify({ ...message, client_ms: message.client_ms - link.trip }) : text);
    });
  });
  return link;
}

// As when a person returns to the page, which then measures again.
const wake = (page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
const light = (page) => page.locator('.light');

// The lit bars as drawn: their colour differs from unlit ones.
const lit = (page) =>
  light(page).evaluate((element) => {
    const colors = () => [...element.querySelectorAll('i')].map((bar) => getComputedStyle(bar).backgroundColor);
    const now = colors();
    const { bars } = element.dataset;
    element.dataset.bars = '0';
    const dark = colors();
    element.dataset.bars = bars;
    return now.filter((color, i) => color !== dark[i]).length;
  });

for (const [locale, words] of [['en-US', (ms) => `Connection: ${ms} ms`], ['ja-JP', (ms) => `接続：${ms}ミリ秒`]]) {
  test(`the bars, the milliseconds and the words follow every pong, and nothing moves for it (${locale})`, async () => {
    const { page } = await person({ locale });
    const link = await withTrips(page);
    await playNow(page, house.url, 'five');
    await myTurnOrOver(page);
    await page.getByRole('button', { name: words(30), exact: true }).waitFor();
    const boxes = () =>
      page.locator('.bar *, .turn, .player, .board').evaluateAll((all) =>
        all.map((one) => (({ x, y, width, height }) => [one.className, x, y, width, height].join())(one.getBoundingClientRect())),
      );
    const before = await boxes();
    for (const [trip, bars] of [[30, 3], [150, 3], [151, 2], [400, 2], [401, 1], [2345, 1], [0, 3]]) {
      link.trip = trip;
      await wake(page);
      await page.getByRole('button', { name: words(trip), exact: true }).waitFor();
      assert.equal(await lit(page), bars, `${trip} ms`);
      assert.equal(await page.locator('.light-ms').textContent(), `${trip} ms`);
      assert.deepEqual(await boxes(), before);
    }
  });
}

test('in forced colours the lit bars differ from the others', async () => {
  const { page } = await person({ forcedColors: 'active' });
  const link = await withTrips(page);
  await playNow(page, house.url, 'five');
  await myTurnOrOver(page);
  for (const [trip, bars] of [[30, 3], [300, 2], [900, 1]]) {
    link.trip = trip;
    await wake(page);
    await page.getByRole('button', { name: `Connection: ${trip} ms`, exact: true }).waitFor();
    assert.equal(await lit(page), bars, `${trip} ms`);
  }
});

const WORDS = {
  'en-US': { title: 'Connection', now: '42 ms', none: 'not connected', since: '12:34:56 PM', times: (n) => `${n}` },
  'ja-JP': { title: '接続の状態', now: '42ミリ秒', none: '切断中', since: '12:34:56', times: (n) => `${n}回` },
};
const WAYS = {
  click: (page) => light(page).click(),
  tap: (page) => light(page).tap(),
  Enter: (page) => light(page).press('Enter'),
};

for (const [locale, width, way] of [['en-US', 1280, 'click'], ['ja-JP', 360, 'tap'], ['en-US', 768, 'Enter']]) {
  test(`a panel tells the round trip now, since when, and how often it came back; it follows a loss (${way}, ${locale}, ${width})`, async () => {
    const { page } = await person({ locale, viewport: { width, height: 740 }, hasTouch: way === 'tap', isMobile: way === 'tap' });
    const words = WORDS[locale];
    const link = await withTrips(page);
    await playNow(page, house.url, 'five');
    await myTurnOrOver(page);
    await page.locator('.light[data-bars="3"]').waitFor();
    const box = await light(page).boundingBox();
    if (way === 'tap') assert.ok(box.width >= 44 && box.height >= 44, `${box.width}x${box.height}`);
    assert.ok(box.x >= 0 && box.x + box.width <= width);
    link.trip = 42;
    const pongs = link.pongs;
    await WAYS[way](page);
    const panel = page.getByRole('dialog', { name: words.title });
    const values = async () => (await panel.locator('dd').allTextContents()).map((text) => text.replaceAll(/\s/g, ' '));
    await panel.locator('dd', { hasText: words.now }).waitFor();
    assert.ok(link.pongs > pongs, 'measured anew when it was opened');
    assert.deepEqual(await values(), [words.now, words.since, words.times(0)]);
    await assertNoViolations(page, 'the panel of the connection');
    await link.cut();
    await panel.locator('dd', { hasText: words.none }).waitFor();
    assert.equal(await page.locator('.light').getAttribute('data-bars'), '0');
    await panel.locator('dd', { hasText: words.now }).waitFor();
    assert.deepEqual(await values(), [words.now, words.since, words.times(1)]);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    assert.ok(await light(page).evaluate((one) => one === document.activeElement), 'the focus is back');
  });
}
