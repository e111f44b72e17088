// The page when the network or the server fails in the middle of a game.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, beforeEach, afterEach, test } from 'node:test';
import { launch, person } from './lib/browser.mjs';
import { Engawad } from './lib/engawad.mjs';
import { assertNoFaults, assertSameBoard, boardOf, makeRoom, myTurnOrOver, playNow, playOne, playToEnd, plyAfter, plyOf, serverDocument } from './lib/play.mjs';
import { enterRoom } from './lib/games.mjs';
import { Proxy } from './lib/proxy.mjs';

let server;
let proxy;
let browser;
let someone;
before(async () => {
  server = await Engawad.start();
  proxy = await Proxy.before(server.port);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await proxy?.stop();
  await server?.stop();
});
beforeEach(async () => {
  someone = await person(browser);
});
afterEach(async () => {
  proxy.heal();
  assertNoFaults(someone);
  await someone.context.close();
});

// A page that was reloaded would have lost this.
const mark = (page) => page.evaluate(() => { window.neverReloaded = true; });
const assertNotReloaded = async (page) => assert.equal(await page.evaluate(() => window.neverReloaded), true, 'no reload');
const banner = (page) => page.locator('.banner');

test('a cut socket in the middle of a game resumes by itself, with the right board', async () => {
  const { page } = someone;
  const code = await playNow(page, proxy.url, 'five');
  await myTurnOrOver(page);
  await mark(page);
  for (let i = 0; i < 3; i += 1) {
    await playOne(page);
    const again = page.waitForEvent('websocket');
    proxy.cut(); // while bots move
    await again;
    await page.locator('.light.online').waitFor();
    if (await myTurnOrOver(page)) break;
    await assertSameBoard(page, code);
  }
  await assertNotReloaded(page);
});

test('without a network the page says so, keeps the board, and a move made meanwhile is played once afterwards', async () => {
  const { page } = someone;
  const code = await playNow(page, proxy.url, 'five');
  await myTurnOrOver(page);
  await mark(page);
  const board = await boardOf(page);
  const sent = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => payload.includes('"type":"move"') && sent.push(JSON.parse(payload))));
  proxy.cut({ stayClosed: true });
  await banner(page).waitFor();
  assert.match(await banner(page).textContent(), /Reconnecting/);
  assert.deepEqual(await boardOf(page), board, 'the board stays');
  assert.equal(await page.locator('.toast').count(), 0, 'the first connection needs no word');
  const ply = await plyOf(page);
  await page.locator('.cell.legal').first().click();
  await page.locator('.cell[data-pending]').waitFor();
  proxy.heal();
  await page.locator('.toast:not(.refusal)', { hasText: /^Reconnected\.$/ }).waitFor();
  await plyAfter(page, ply);
  await banner(page).waitFor({ state: 'hidden' });
  await myTurnOrOver(page);
  const room = await assertSameBoard(page, code);
  assert.equal(sent.length, 1);
  assert.equal(room.ply >= 1, true);
  await assertNotReloaded(page);
});

test('a move whose answer was lost is sent again with the same id, and counts once', async () => {
  const { page } = someone;
  const code = await playNow(page, proxy.url, 'classic');
  await myTurnOrOver(page);
  const sent = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => payload.includes('"type":"move"') && sent.push(JSON.parse(payload))));
  // The page's own socket receives nothing after the move has been sent.
  await page.evaluate(() => {
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (data) {
      send.call(this, data);
      if (!String(data).includes('"type":"move"')) return;
      WebSocket.prototype.send = send;
      this.onmessage = null;
      window.lostMove = JSON.parse(data);
    };
  });
  const before = (await serverDocument(page, code)).ply;
  await page.locator('.cell.legal').first().click();
  await page.waitForFunction(() => window.lostMove !== undefined);
  // The server has the move, and the bot has replied.
  for (;;) if ((await serverDocument(page, code)).ply >= before + 2) break;
  proxy.cut();
  await plyAfter(page, before);
  await page.locator('.cell[data-pending]').waitFor({ state: 'detached' });
  const room = await assertSameBoard(page, code);
  assert.equal(room.ply, before + 2);
  assert.equal(await page.locator('.toast.refusal').count(), 0, 'the repeated move was not refused');
  // The first request went over a socket opened before the listener existed, so this is the second.
  assert.deepEqual(sent, [await page.evaluate(() => window.lostMove)]);
});

test('kill -9 of the server in the middle of a game: the page comes back by itself and the game goes on', async () => {
  const { page } = someone;
  const code = await playNow(page, server.url, 'five');
  await myTurnOrOver(page);
  await mark(page);
  for (let i = 0; i < 2; i += 1) {
    await playOne(page);
    await server.crash();
    await banner(page).waitFor();
    await server.restart();
    await banner(page).waitFor({ state: 'hidden' });
    if (await myTurnOrOver(page)) break;
    await assertSameBoard(page, code);
  }
  await playToEnd(page);
  await assertSameBoard(page, code);
  await assertNotReloaded(page);
});

test('a server that stops in good order and stays away for a while: the page tries on, comes back by itself and goes on', async () => {
  const { page } = someone;
  const code = await playNow(page, proxy.url, 'five');
  await myTurnOrOver(page);
  await mark(page);
  await server.end('SIGTERM');
  await banner(page).waitFor();
  for (let tries = 0; tries < 3; tries += 1) await once(proxy.server, 'connection');
  await server.restart();
  await banner(page).waitFor({ state: 'hidden' });
  await playOne(page);
  await myTurnOrOver(page);
  await assertSameBoard(page, code);
  await assertNotReloaded(page);
});

test('say, sit, start, a move and a rematch whose answers were lost in a crash are sent again, and count once each', async () => {
  const { page } = someone;
  const sent = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(JSON.parse(payload))));
  const code = await enterRoom(page, proxy.url, { game: 'nim', options: { rows: [1, 1] }, seats: ['open', { bot: 'perfect', level: 1 }], clock: { kind: 'none' } });
  await mark(page);
  // The game's own code, which the page could not load while the server is down.
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name, responseEnd }) => /\/module-[^/]*\.js$/.test(name) && responseEnd > 0));
  // Acts while no answers pass, waits until the server has executed it, and kills the server before any client learns of that.
  async function oneOnly(type, act, done, seen) {
    const before = sent.length;
    proxy.deafen();
    await act();
    for (;;) if (done(await serverDocument(page, code))) break;
    await server.crash();
    await banner(page).waitFor();
    await server.restart();
    await banner(page).waitFor({ state: 'hidden' });
    await page.locator(seen).first().waitFor();
    const ids = sent.slice(before).filter((frame) => frame.type === type).map((frame) => frame.id);
    assert.equal(ids.length, 2, `${type} was sent twice: ${ids}`);
    assert.equal(ids[0], ids[1]);
    assert.deepEqual(await page.locator('.toast.refusal').allTextContents(), [], type);
  }
  const lines = (room) => Object.values(room.chat ?? {}).filter((line) => line.text === 'once only').length;
  await oneOnly('say', async () => {
    await page.locator('.chat input').fill('once only');
    await page.keyboard.press('Enter');
  }, (room) => lines(room) === 1, '.chat .mine');
  await page.locator('[data-seat=s0] [data-focus^=act]').click(); // leaves the seat that the link has given to the page
  for (;;) if ((await serverDocument(page, code)).seats.s0.kind === 'open') break;
  await oneOnly('sit', () => page.locator('[data-seat=s0] [data-focus^=act]').click(), (room) => room.seats.s0.kind === 'human', '[data-focus=start]');
  await oneOnly('start', () => page.locator('[data-focus=start]').click(), (room) => room.phase === 'playing', '.turn.mine');
  const take = async () => {
    // A run of one is tapped twice.
    for (let taps = 0; taps < 2; taps += 1) await page.locator('.stone').first().click();
  };
  await oneOnly('move', take, (room) => room.phase === 'over', '.result:not([hidden])');
  await oneOnly('rematch', () => page.locator('[data-focus=rematch]').click(), (room) => room.round === 2, '.turn.mine');
  const room = await serverDocument(page, code);
  assert.deepEqual([lines(room), room.round, room.phase], [1, 2, 'playing']);
  await assertNotReloaded(page);
});

test('a second window of the same person takes over, and the first can take it back', async () => {
  const { page, context } = someone;
  await playNow(page, server.url, 'five');
  await myTurnOrOver(page);
  const second = await context.newPage();
  await second.goto(page.url());
  await second.locator('.turn.mine').waitFor();
  await banner(page).getByRole('button', { name: 'Continue here' }).click();
  await page.locator('.light.online').waitFor();
  await second.locator('.banner', { hasText: 'another window' }).waitFor();
  await playOne(page);
  await second.close();
});

test('a token that the server does not know makes a new guest, who watches', async () => {
  const { page } = someone;
  const code = await playNow(page, server.url, 'five');
  await page.evaluate(() => localStorage.setItem('engawa.token', 'A'.repeat(22)));
  await page.reload();
  await page.getByText('You are watching').waitFor();
  assert.notEqual(await page.evaluate(() => localStorage.getItem('engawa.token')), 'A'.repeat(22));
  await page.goto(server.url);
  await page.evaluate(() => localStorage.setItem('engawa.token', 'A'.repeat(22)));
  await page.locator('#play').click();
  await page.locator('.turn.mine').waitFor();
  assert.notEqual(new URL(page.url()).pathname, `/r/${code}`);
});

test('the lobby list comes back after a restart', async () => {
  const { page } = someone;
  const other = await person(browser);
  const code = await makeRoom(other.page, server.url, { preset: 'octagon' });
  await page.goto(server.url);
  await page.locator(`[data-room="${code}"]`).waitFor();
  await server.crash();
  await page.getByText('Cannot load the list.').waitFor();
  await server.restart();
  await page.locator(`[data-room="${code}"]`).waitFor();
  const next = await makeRoom(other.page, server.url, { preset: 'classic' });
  await page.locator(`[data-room="${next}"]`).waitFor();
  assertNoFaults(other);
  await other.context.close();
});

// Sits between the page and the server on every WebSocket: `outgoing` and `incoming` may change a message or drop it (undefined).
async function between(page, { outgoing = (text) => text, incoming = (text) => text }) {
  await page.routeWebSocket(/\/rooms\//, (socket) => {
    const upstream = socket.connectToServer();
    socket.onMessage((text) => {
      const changed = outgoing(text, (answer) => socket.send(JSON.stringify(answer)));
      if (changed !== undefined) upstream.send(changed);
    });
    upstream.onMessage((text) => {
      const changed = incoming(text);
      if (changed !== undefined) socket.send(changed);
    });
  });
}

test('a step that never came is asked for, again if that was refused, and the board is right again', async () => {
  const { page } = someone;
  let lost = 0;
  const synced = [];
  await between(page, {
    outgoing(text, refuse) {
      const message = JSON.parse(text);
      if (message.type !== 'sync') return text;
      synced.push(message);
      if (synced.length > 1) return text;
      refuse({ type: 'error', re: message.id, code: 'rate_limited', message: 'too many messages', retry_ms: 50 });
      return undefined;
    },
    incoming(text) {
      const message = JSON.parse(text);
      if (message.type !== 'step' || message.set.ply !== 2 || lost > 0) return text;
      lost += 1;
      return undefined;
    },
  });
  const code = await playNow(page, server.url, 'five');
  await myTurnOrOver(page);
  await playOne(page);
  await myTurnOrOver(page);
  const room = await assertSameBoard(page, code);
  assert.ok(room.ply >= 2);
  assert.equal(lost, 1);
  assert.equal(synced.length, 2);
  assert.deepEqual([synced[1].seq, synced[1].hash], [synced[0].seq, synced[0].hash]);
  assert.equal(await page.locator('.toast.refusal').count(), 0);
});

test('a refused move gives the cell back and says why, in the language of the person', async () => {
  await someone.context.close();
  someone = await person(browser, { locale: 'ja-JP' });
  const { page } = someone;
  let spoil = true;
  await between(page, {
    outgoing(text) {
      const message = JSON.parse(text);
      if (message.type !== 'move' || !spoil) return text;
      spoil = false;
      return JSON.stringify({ ...message, ply: message.ply + 40 });
    },
  });
  const code = await playNow(page, server.url, 'five');
  await myTurnOrOver(page);
  const board = await boardOf(page);
  await page.locator('.cell.legal').first().click();
  await page.locator('.toast.refusal', { hasText: 'その間に盤面が変わりました。' }).waitFor();
  await page.locator('.cell[data-pending]').waitFor({ state: 'detached' });
  assert.deepEqual(await boardOf(page), board);
  await playOne(page);
  await myTurnOrOver(page);
  await assertSameBoard(page, code);
});

test('the clock on the page stands still while there is no connection', async () => {
  const { page } = someone;
  await page.clock.install();
  await enterRoom(page, proxy.url, { game: 'nim', options: { rows: [3, 3] }, seats: ['me', { bot: 'perfect' }], clock: { kind: 'move', limit_ms: 60_000 } });
  await page.locator('[data-focus=start]').click();
  await page.locator('.turn.mine').waitFor();
  const clock = page.locator('.turn .clock');
  await page.clock.runFor(3000);
  proxy.cut({ stayClosed: true });
  await banner(page).waitFor();
  const shown = await clock.textContent();
  assert.match(shown, /^(0:5\d|1:00)$/);
  await page.clock.runFor(20_000);
  assert.equal(await clock.textContent(), shown);
});

test('when the code of the game did not come, the board is there after the next connection', async () => {
  const { page, context } = await person(browser); // with a failed request, which `someone` must not have
  await enterRoom(page, proxy.url, { game: 'nim', seats: ['me', { bot: 'kozo', level: 1 }] });
  await page.route('**/assets/module-*.js', (route) => route.abort());
  await page.reload();
  await page.locator('.toast.refusal').waitFor();
  assert.equal(await page.locator('.nim').count(), 0);
  await page.unroute('**/assets/module-*.js');
  proxy.cut();
  await page.locator('[data-focus=start]').click();
  await page.locator('.nim .stone, .nim button').first().waitFor();
  await context.close();
});
