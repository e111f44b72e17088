// A relay between the page and the server that sends nothing, or the wrong thing: the page continues automatically as soon as it
// can, and explains the problem and what to do. The limits are those of clients/web/src/net/limits.ts, on a clock that the tests
// control.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { launch, person } from './lib/browser.mjs';
import { Engawad } from './lib/engawad.mjs';
import { enterRoom } from './lib/games.mjs';
import { assertNoFaults, codeOf, makeRoom } from './lib/play.mjs';
import { Relay } from './lib/relay.mjs';

let server;
let relay;
let browser;
let someone;
before(async () => {
  server = await Engawad.start();
  relay = await Relay.before(server.port);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await relay?.stop();
  await server?.stop();
});
beforeEach(async () => {
  relay.heal();
  relay.requests.length = 0;
  someone = await person(browser);
  await someone.page.clock.install();
});
afterEach(async () => {
  await someone.context.close();
  const faults = someone.faults.filter((fault) => !/status of 502/.test(fault)); // the relay's own
  assertNoFaults({ faults });
});

const banner = (page) => page.locator('.banner');
const online = (page) => page.locator('.light.online');
const socket = (request) => request.upgrade;
const anyRoom = { game: 'nim', options: { rows: [3, 3] }, seats: ['me', { bot: 'perfect' }], clock: { kind: 'none' } };

// Advances the page's clock in steps until it is so. Real time passes between two steps, because the network and the browser
// need it; the page's clock also runs during it.
const STEP_MS = 500;
const WORLD_MS = 200;
async function passTime(page, seen, mostMs) {
  for (let passed = 0; passed < mostMs; passed += STEP_MS + WORLD_MS) {
    for (const begun = performance.now(); performance.now() < begun + WORLD_MS; ) if (await seen()) return passed;
    await page.clock.runFor(STEP_MS);
  }
  assert.ok(await seen(), `not within ${mostMs} ms`);
  return mostMs;
}

async function inGame(page) {
  await enterRoom(page, relay.url, anyRoom);
  await page.locator('[data-focus=start]').click();
  await page.locator('.turn.mine').waitFor();
  await page.evaluate(() => { window.neverReloaded = true; });
  return codeOf(page);
}

test('a relay that accepts and says nothing during a reconnect: the next tries come by themselves', async () => {
  const { page } = someone;
  await inGame(page);
  relay.set((request) => (socket(request) ? 'mute' : 'pass'));
  const asked = () => relay.requests.filter((one) => one.includes('/ws')).length;
  const before = asked();
  for (const one of relay.sockets) one.destroy();
  await banner(page).waitFor();
  await passTime(page, () => asked() >= before + 2, 8000); // two tries, the first one without an answer
  relay.heal();
  await passTime(page, () => online(page).isVisible(), 12_000);
  await banner(page).waitFor({ state: 'hidden' });
  assert.equal(await page.evaluate(() => window.neverReloaded), true);
});

for (const wake of ['online', 'pageshow', 'visibilitychange']) {
  test(`a try that hangs is begun anew at ${wake}`, async () => {
    const { page } = someone;
    await inGame(page);
    relay.set('mute');
    const hung = relay.requests.length;
    for (const one of relay.sockets) one.destroy();
    await passTime(page, () => relay.requests.length > hung, 3000);
    await page.clock.runFor(2000);
    relay.heal();
    await page.evaluate((kind) => {
      const event = kind === 'pageshow' ? new PageTransitionEvent(kind, { persisted: true }) : new Event(kind);
      (kind === 'visibilitychange' ? document : window).dispatchEvent(event);
    }, wake);
    await online(page).waitFor(); // no time passes
  });
}

test('a relay that falls silent in the middle of a game: a move shows it within seconds, and counts once', async () => {
  const { page } = someone;
  const code = await inGame(page);
  relay.hush();
  // The next try finds a working relay, so the banner may be visible for a very short time only.
  const told = await page.evaluateHandle(() => {
    const there = { banner: false };
    const element = document.querySelector('.banner');
    new MutationObserver(() => { there.banner ||= !element.hidden; }).observe(element, { attributes: true });
    return there;
  });
  // A run of one is tapped twice.
  for (let taps = 0; taps < 2; taps += 1) await page.locator('.stone').first().click();
  await passTime(page, () => told.evaluate((there) => there.banner), 9000);
  await passTime(page, () => online(page).isVisible(), 3000);
  await banner(page).waitFor({ state: 'hidden' });
  // The first state on the new connection may be from before the move.
  const answered = page.locator('.turn.mine:not([data-ply="0"])');
  await answered.waitFor();
  assert.equal(await answered.getAttribute('data-ply'), '2', code);
});

test('Play now over a mute relay: the button comes back with a word, and the next tap plays', async () => {
  const { page } = someone;
  await page.goto(relay.url);
  await page.locator('input[name=preset]').first().waitFor();
  relay.set(({ method }) => (method === 'POST' ? 'mute' : 'pass'));
  const button = page.locator('#play');
  await button.click();
  assert.equal(await button.isDisabled(), true);
  await passTime(page, () => button.isEnabled(), 25_000);
  await page.locator('.toast.refusal', { hasText: 'Check your connection' }).waitFor();
  relay.heal();
  await button.click();
  await page.locator('.turn.mine').waitFor();
});

test('Play now over a relay that is mute for a while goes on by itself, at once when the network is back', async () => {
  const { page } = someone;
  await page.goto(relay.url);
  await page.locator('input[name=preset]').first().waitFor();
  relay.set(({ method }) => (method === 'POST' ? 'mute' : 'pass'));
  await page.locator('#play').click();
  while (!relay.requests.includes('POST /api/play')) await once(relay.server, 'connection');
  await page.clock.runFor(2000);
  relay.heal();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.locator('.turn.mine').waitFor();
  assert.equal(relay.requests.filter((one) => one === 'POST /api/play').length, 2);
});

test('a start page whose catalogue does not come says so, and goes on', async () => {
  const { page } = someone;
  relay.set(({ path }) => (path === '/api/games' ? 'mute' : 'pass'));
  await page.goto(relay.url, { waitUntil: 'commit' });
  await page.locator('#play').waitFor();
  await passTime(page, () => page.locator('.unreachable').isVisible(), 40_000);
  relay.heal();
  await passTime(page, () => page.locator('input[name=preset]').first().isVisible(), 15_000);
});

test("the lobby's list says why it is not there, and comes back", async () => {
  const { page } = someone;
  const other = await person(browser);
  const code = await makeRoom(other.page, server.url, { preset: 'octagon' });
  relay.set((request) => (socket(request) ? 'plain' : 'pass'));
  await page.goto(relay.url);
  const note = page.locator('.rooms-panel [role=status]');
  await passTime(page, () => note.isVisible(), 6000);
  await passTime(page, async () => /Upgrade/.test(await note.textContent()), 10_000);
  relay.heal();
  await passTime(page, () => page.locator(`[data-room="${code}"]`).isVisible(), 10_000);
  await other.context.close();
});

for (const [what, rule, words] of [
  ['drops Upgrade', 'plain', /does not let WebSockets through.*Upgrade header/],
  ['answers 426', 426, /does not let WebSockets through/],
  ['answers 502', 502, /cannot be reached/],
]) {
  test(`in a game, a proxy that ${what} for sockets alone is told apart`, async () => {
    const { page } = someone;
    const code = await inGame(page);
    relay.set((request) => (socket(request) || (typeof rule === 'number' && request.path.endsWith('/ws')) ? rule : 'pass'));
    for (const one of relay.sockets) one.destroy();
    await passTime(page, async () => words.test((await banner(page).textContent()) ?? ''), 15_000);
    relay.heal();
    await passTime(page, () => online(page).isVisible(), 5000);
    assert.equal(codeOf(page), code);
  });
}

test('whoever opens a room through a proxy without Upgrade reads what to do', async () => {
  const { page } = someone;
  const other = await person(browser, { locale: 'ja-JP' });
  const code = await makeRoom(other.page, server.url);
  relay.set((request) => (socket(request) ? 'plain' : 'pass'));
  await page.goto(`${relay.url}/r/${code}`);
  await passTime(page, async () => /Upgrade header/.test(await page.locator('.unreachable').textContent().catch(() => '')), 10_000);
  assert.equal(await page.locator('.unreachable h1').textContent(), 'Not connected yet');
  relay.heal();
  await passTime(page, () => page.locator('.seat').first().isVisible(), 6000);
  await other.context.close();
});

test('a replay whose body stops half-way is asked for again', async () => {
  const { page } = someone;
  const code = await inGame(page);
  await page.locator('button', { hasText: 'Resign' }).first().click();
  await page.locator('dialog button', { hasText: 'Resign' }).click();
  await page.locator('.result:not([hidden])').waitFor();
  let halved = 0;
  relay.set(({ path }) => (path.endsWith('/replay') && halved++ === 0 ? 'half' : 'pass'));
  await page.goto(`${relay.url}/g/${code}-1`);
  await passTime(page, () => page.locator('.player-button').first().isVisible(), 15_000);
  assert.ok(halved >= 2, String(halved));
});

test('code that stops half-way: the page is loaded anew, and the game is there', async () => {
  const { page } = someone;
  const code = await inGame(page);
  const fresh = await person(browser);
  await fresh.page.clock.install();
  let halved = 0;
  relay.set(({ path }) => (/\/assets\/module-/.test(path) && halved++ === 0 ? 'half' : 'pass'));
  await fresh.page.goto(`${relay.url}/r/${code}`);
  await passTime(fresh.page, () => fresh.page.locator('.stone').first().isVisible(), 20_000);
  assert.ok(halved >= 2, String(halved));
  await fresh.context.close();
});
