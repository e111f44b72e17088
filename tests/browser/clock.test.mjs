// Clocks on the page: a colour when time is short, and the display when it has run out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertOver, enterRoom, startGame } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';
import { openTab } from './lib/play.mjs';

const house = openHouse();
const { person } = house;

const seconds = (text) => text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

// Samples a clock as it is drawn, and the position of its neighbours.
const watchClock = (page, selector) =>
  page.evaluate((wanted) => {
    window.seen = [];
    const look = () => {
      const clock = document.querySelector(wanted);
      if (clock?.textContent && clock.checkVisibility()) {
        const { color, backgroundColor } = getComputedStyle(clock);
        const beside = document.querySelector('.turn-text')?.getBoundingClientRect().right;
        window.seen.push({ text: clock.textContent, look: `${color} on ${backgroundColor}`, low: clock.classList.contains('low'), beside });
      }
      requestAnimationFrame(look);
    };
    look();
  }, selector);

for (const [kind, clock, selector] of [
  ['the limit of a move, in the line', { kind: 'move', limit_ms: 14_000 }, '.turn .clock'],
  ["a player's own clock, on the card", { kind: 'fischer', initial_ms: 14_000, increment_ms: 0 }, '[data-clock=s0]'],
]) {
  for (const colorScheme of ['light', 'dark']) {
    test(`below ten seconds a clock has another colour, and nothing beside it moves (${kind}, ${colorScheme})`, async () => {
      const { page } = await person({ colorScheme });
      await enterRoom(page, house.url, { game: 'nim', options: { rows: [3, 4] }, seats: ['me', { bot: 'perfect' }], clock });
      await watchClock(page, selector);
      await startGame(page);
      await page.locator(`${selector}.low`).waitFor();
      await page.locator(selector, { hasText: /^0:09$/ }).waitFor();
      const seen = await page.evaluate(() => window.seen);
      const plenty = seen.filter(({ text }) => seconds(text) > 10);
      const short = seen.filter(({ text }) => seconds(text) < 10);
      assert.ok(plenty.length > 0 && short.length > 0, JSON.stringify(seen.map(({ text }) => text)));
      assert.deepEqual([...new Set(plenty.map(({ low }) => low))], [false]);
      assert.deepEqual([...new Set(short.map(({ low }) => low))], [true]);
      const looks = (some) => [...new Set(some.map(({ look }) => look))];
      assert.equal(looks(short).length, 1);
      assert.ok(!looks(plenty).includes(looks(short)[0]), `${looks(plenty)} and ${looks(short)}`);
      assert.deepEqual([...new Set(seen.map(({ beside }) => beside))], [seen.at(-1).beside]);
    });
  }
}

// Records the times that the server sends, and those that the page shows, on a device whose clock is wrong by `shift`. The
// page reads the time a hundred times a second, and its display is recorded after each reading.
function tap(shift) {
  const right = Date.now.bind(Date);
  Date.now = () => right() + shift;
  const tapped = { clock: undefined, low: -Infinity, high: Infinity, trip: 0, looks: [] };
  window.tapped = tapped;
  const Real = window.WebSocket;
  window.WebSocket = class extends Real {
    constructor(...given) {
      super(...given);
      this.addEventListener('message', ({ data }) => {
        const { type, room, set, server_ms, client_ms } = JSON.parse(data);
        // The server's clock is ahead of the page's by no less than `low` and no more than `high`.
        if (type === 'pong') {
          tapped.low = Math.max(tapped.low, server_ms - Date.now());
          tapped.high = Math.min(tapped.high, server_ms + 1 - client_ms); // it sends whole milliseconds
          if (!this.isOurs) tapped.trip = Math.max(tapped.trip, Date.now() - client_ms); // of the page's own pings
        }
        if (room?.clock) tapped.clock = room.clock;
        if (set?.clock) tapped.clock = { ...tapped.clock, ...set.clock };
      });
    }
  };
  const note = () => {
    const text = document.querySelector('.turn .clock:not([hidden])')?.textContent;
    const { running, at, left } = tapped.clock ?? {};
    if (text && running) tapped.looks.push({ text, left: at + left[running] - Date.now() });
  };
  const often = window.setInterval.bind(window);
  window.setInterval = (act, ms, ...more) => (ms < 1000 ? often(() => (act(), note()), 10) : often(act, ms, ...more));
}

// Asks the server for the time on the test's own socket, while the page is idle.
const askTime = (page, code) =>
  page.evaluate(
    (room) =>
      new Promise((done) => {
        const socket = new WebSocket(`ws://${location.host}/rooms/${room}/ws`, 'engawa.v1');
        socket.isOurs = true;
        const ask = (id) => socket.send(JSON.stringify({ type: 'ping', id, client_ms: Date.now() }));
        socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', id: 'hello' }));
        socket.onmessage = ({ data }) => {
          const { type, re } = JSON.parse(data);
          if (type === 'state') ask(1);
          if (type === 'pong' && re < 20) ask(re + 1);
          if (type === 'pong' && re === 20) done(socket.close());
        };
      }),
    code,
  );

for (const hours of [0, -1, 26])
  test(`the page's clock is the server's within 50 ms, on a device whose own is ${hours} hours wrong`, async () => {
    const { page } = await person();
    await page.addInitScript(tap, hours * 3_600_000);
    const code = await enterRoom(page, house.url, { game: 'nim', options: { rows: [3, 4] }, seats: ['me', { bot: 'perfect' }], clock: { kind: 'move', limit_ms: 6000 } });
    await startGame(page);
    await askTime(page, code);
    await page.locator('.turn .clock', { hasText: '0:01' }).waitFor();
    const { low, high, trip, looks } = await page.evaluate(() => window.tapped);
    const within = Math.max(50, Math.ceil(trip / 2)); // a busy page cannot know it more exactly
    assert.deepEqual([...new Set(looks.map(({ text }) => text))].slice(-5), ['0:05', '0:04', '0:03', '0:02', '0:01']);
    for (const { text, left } of looks) {
      const most = Math.ceil((left - low + within) / 1000);
      const least = Math.ceil((left - high - within) / 1000);
      assert.ok(seconds(text) >= least && seconds(text) <= most, `${text} with ${left - high} to ${left - low} ms left`);
    }
  });

const WORDS = {
  'en-US': { moved: 'Time ran out: a bot moved for Guest', lost: 'Guest lost on time', why: 'Time ran out.' },
  'ja-JP': { moved: '時間切れ：Guestに代わってボットが打ちました', lost: 'Guestが時間切れ負けになりました', why: '時間切れにより終局しました。' },
};

for (const [locale, words] of Object.entries(WORDS)) {
  test(`out of time: a bot makes the move, and the page says so and goes on (${locale})`, async () => {
    const { page } = await person({ locale });
    await enterRoom(page, house.url, { game: 'nim', options: { rows: [7, 7] }, seats: ['me', { bot: 'perfect' }], clock: { kind: 'move', limit_ms: 3000 } });
    await watchClock(page, '.turn .clock');
    await startGame(page);
    await page.locator('.turn.mine:not([data-ply="0"])').waitFor(); // each of these turns lasts three seconds only
    await page.locator('.log-lines li', { hasText: words.moved }).waitFor();
    const seen = await page.evaluate(() => window.seen.map(({ text }) => text));
    assert.deepEqual(seen.filter((text) => !/^0:0[0-3]$/.test(text)), [], 'never less than nothing');
  });

  test(`out of time, where that loses: the page says who lost and why, and the clock is gone (${locale})`, async () => {
    const { page } = await person({ locale });
    const code = await enterRoom(page, house.url, {
      game: 'nim',
      options: { rows: [7, 7] },
      seats: ['me', { bot: 'perfect' }],
      clock: { kind: 'move', limit_ms: 3000 },
      timeout: 'forfeit',
    });
    await startGame(page);
    await assertOver(page, code, { winner: 's1', reason: 'time' });
    await page.locator('.result', { hasText: words.why }).waitFor();
    await openTab(page, 'moves');
    await page.locator('.log-lines li', { hasText: words.lost }).waitFor();
    assert.equal(await page.locator('.turn .clock').isVisible(), false);
    assert.equal(await page.locator('.clock.low').count(), 0);
    assert.equal(await page.locator('.turn.mine').count(), 0);
  });
}
