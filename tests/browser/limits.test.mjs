// Refusals because of an address's limits: the page names the limit, waits, and continues automatically.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Server } from '../../clients/sdk/javascript/engawa.mjs';
import { launch, person } from './lib/browser.mjs';
import { Engawad } from './lib/engawad.mjs';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

// A server with these limits, and a room that nobody has come to yet.
async function withLimits(args, work) {
  const server = await Engawad.start({ args });
  try {
    const code = await new Server(server.url).makeRoom(undefined, { game: 'nim', seats: ['open', 'open'] });
    await work({ server, room: `${server.url}/r/${code}` });
  } finally {
    for (const context of browser.contexts()) await context.close();
    await server.stop();
  }
}

// All texts of toasts, from the first moment of the page.
function keepToasts() {
  window.toasts = [];
  new MutationObserver(() => {
    for (const { textContent } of document.querySelectorAll('.toast')) window.toasts.push(textContent);
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

const unreachable = (page, words) => page.locator('.unreachable', { hasText: words });

test('too many connections of an address: told, and let in when one is closed', () =>
  withLimits(['--connections-per-ip', '1'], async ({ room }) => {
    const first = await person(browser);
    await first.page.goto(room);
    await first.page.locator('.seat').first().waitFor();
    const { page } = await person(browser);
    await page.goto(room);
    await unreachable(page, 'Close other windows').waitFor();
    await first.page.close();
    await page.locator('.seat').first().waitFor();
  }));

test('a room with as many spectators as it may have: told, and let in when one leaves', () =>
  withLimits(['--watchers-per-room', '1'], async ({ server }) => {
    const calls = new Server(server.url);
    const code = await calls.makeRoom((await calls.guest()).token, { game: 'nim', seats: ['me', { bot: 'perfect' }] });
    const first = await person(browser);
    await first.page.goto(`${server.url}/r/${code}`);
    await first.page.locator('.light.online').waitFor();
    const second = await person(browser, { locale: 'ja-JP' });
    await second.page.goto(`${server.url}/r/${code}`);
    await unreachable(second.page, 'このルームは満員です').waitFor();
    await first.page.close();
    await second.page.locator('.light.online').waitFor();
  }));

test('too many sockets of an address in a minute: told apart, and the page does not ask before its time', () =>
  withLimits(['--joins-per-min', '1'], async ({ room }) => {
    const first = await person(browser);
    await first.page.goto(room);
    await first.page.locator('.light.online').waitFor();
    const { page } = await person(browser);
    let tries = 0;
    page.on('websocket', () => {
      tries += 1;
    });
    await page.clock.install();
    await page.goto(room);
    await unreachable(page, 'Too many connections were opened').waitFor();
    const before = tries;
    await page.clock.runFor(20_000);
    assert.equal(tries, before, 'nothing for twenty seconds');
    await page.clock.runFor(60_000);
    assert.ok(tries > before, 'and then again');
  }));

test('too many new guests: Play now waits as long as the server says, tells it, and asks again', () =>
  withLimits(['--guests-per-min', '1'], async ({ server }) => {
    await new Server(server.url).guest();
    const { page } = await person(browser);
    let asked = 0;
    page.on('request', (request) => {
      asked += request.url().endsWith('/api/play') ? 1 : 0;
    });
    await page.clock.install();
    await page.goto(server.url);
    await page.locator('input[name=preset]').first().waitFor();
    await page.locator('#play').click();
    const toast = page.locator('.toast', { hasText: 'Many people are starting. This goes on by itself in' });
    const [, left] = /in (\d+) s/.exec(await toast.textContent());
    const now = () => page.evaluate(() => Date.now());
    const end = (await now()) + (left - 1) * 1000;
    assert.equal(asked, 1);
    assert.equal(await page.locator('#play').isDisabled(), true);
    // The server's minute is a real one, so the page is refused again and waits again.
    while (asked < 2) {
      assert.ok((await now()) < end + 60_000, 'it asks again');
      await page.clock.runFor(1000);
    }
    assert.ok((await now()) >= end, `asked after ${left} s`);
  }));

for (const [locale, words, left] of [['en-US', 'Many people are starting.', /in (\d+) s\./], ['ja-JP', '参加が集中しています。', /(\d+)秒後/]])
  for (const [what, press] of [['Play now', '#play'], ['Play with friends', '#friends']])
    test(`too many new rooms: ${what} counts the seconds and goes on by itself (${locale})`, () =>
      withLimits(['--rooms-per-min', '20'], async ({ server }) => {
        const calls = new Server(server.url, { patienceMs: 0 });
        const { token } = await calls.guest();
        const refused = () => calls.makeRoom(token, { game: 'nim', seats: ['open', 'open'] }).then(() => false, ({ code }) => code === 'rate_limited');
        const { page } = await person(browser, { locale });
        await page.addInitScript(keepToasts);
        const toast = () => page.evaluate((begin) => window.toasts.find((text) => text.startsWith(begin)), words);
        // Whether the page was refused. However slow the machine is, nothing is left of the rate when it asks, but for the room of every third second.
        const begin = async () => {
          await page.goto(server.url);
          await page.locator('input[name=preset]').first().waitFor();
          while (!(await refused()));
          await page.locator(press).click();
          const end = Date.now() + 60_000;
          while (!(await toast()) && !page.url().includes('/r/')) {
            assert.ok(Date.now() < end, 'neither refused nor in a room');
            await refused();
          }
          return (await toast()) !== undefined;
        };
        for (let tries = 0; !(await begin()); tries += 1) assert.ok(tries < 5, 'it was never refused');
        assert.ok(Number((await toast()).match(left)[1]) <= 4, '60 s for 20 rooms, and up to a quarter more');
        await page.waitForURL(/\/r\/[A-Z0-9]{8}/);
        assert.equal(await page.locator('.toast.refusal').count(), 0);
      }));
