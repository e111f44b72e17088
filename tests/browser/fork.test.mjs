// A backup is restored while pages are open: the room's history diverges, and they follow it without a reload.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, person } from './lib/browser.mjs';
import { Engawad } from './lib/engawad.mjs';
import { enterRoom, startGame } from './lib/games.mjs';
import { assertNoFaults, assertSameBoard, boardOf, myTurnOrOver, openTab, playOne, plyAfter, plyOf } from './lib/play.mjs';
import { Proxy } from './lib/proxy.mjs';

let server;
let proxy;
let browser;
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

const say = async (page, text) => {
  await openTab(page, 'chat');
  await page.locator('.chat input').fill(text);
  await page.keyboard.press('Enter');
  await page.locator('.chat .mine', { hasText: text }).last().waitFor();
};

test('a page that comes back to a room with another history shows its board, and says so', async () => {
  const alice = await person(browser, { locale: 'ja-JP' });
  const bob = await person(browser);
  const code = await enterRoom(alice.page, proxy.url, { game: 'reversi', options: { preset: 'classic' }, seats: ['me', 'open'], clock: { kind: 'none' }, grace_ms: 3_600_000 });
  await bob.page.goto(`${server.url}/r/${code}`);
  await alice.page.locator('[data-seat=s1][data-kind=human]').waitFor();
  await startGame(alice.page);
  await alice.page.evaluate(() => { window.neverReloaded = true; });
  await playOne(alice.page);
  await myTurnOrOver(bob.page);

  const copy = join(server.data, 'copy');
  server.backUp(copy);
  await playOne(bob.page);
  await say(bob.page, 'this is lost');
  await alice.page.locator('.chat', { hasText: 'this is lost' }).waitFor({ state: 'attached' });
  await myTurnOrOver(alice.page);
  const lost = await boardOf(alice.page);
  const ply = await plyOf(alice.page);
  proxy.cut({ stayClosed: true });
  await alice.page.locator('.banner').waitFor();
  // A move for the board that is lost; it waits for the connection.
  const sent = [];
  alice.page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(JSON.parse(payload))));
  await alice.page.locator('.cell.legal').first().click();
  await alice.page.locator('.cell[data-pending]').waitFor();
  await server.restore(copy);
  await bob.page.locator('.toast', { hasText: 'reset to an earlier point' }).waitFor();
  await myTurnOrOver(bob.page);
  await bob.page.locator('.cell.legal').last().click();
  await plyAfter(bob.page, Number(ply) - 1);
  for (let line = 0; line < 4; line += 1) await say(bob.page, `on another way ${line}`);
  assert.equal(await bob.page.locator('.chat', { hasText: 'this is lost' }).count(), 0);

  proxy.heal();
  await alice.page.locator('.toast', { hasText: '以前の時点に戻りました' }).waitFor();
  await alice.page.locator('.toast.refusal', { hasText: 'その間に盤面が変わりました。' }).waitFor();
  await alice.page.locator('.cell[data-pending]').waitFor({ state: 'detached' });
  const room = await assertSameBoard(alice.page, code);
  assert.equal(String(room.ply), ply, 'at the same ply, but on another board');
  assert.notDeepEqual(await boardOf(alice.page), lost);
  const hello = sent.find((frame) => frame.type === 'hello');
  assert.match(hello.hash, /^[0-9a-f]{12}$/);
  assert.equal(sent.filter((frame) => frame.type === 'move').length, 1, 'offered again, once');
  assert.equal(await alice.page.locator('.chat', { hasText: 'this is lost' }).count(), 0);

  await playOne(alice.page);
  await myTurnOrOver(bob.page);
  await playOne(bob.page);
  await myTurnOrOver(alice.page);
  const now = await assertSameBoard(alice.page, code);
  await assertSameBoard(bob.page, code);
  assert.equal(now.ply, room.ply + 2);
  assert.equal(await alice.page.evaluate(() => window.neverReloaded), true, 'no reload');
  // The logs match the room, with the moves that it has.
  const moves = (page) => page.locator('.log-lines li', { hasText: /\b[A-Ha-h][1-8]\b/ }).count();
  assert.deepEqual([await moves(alice.page), await moves(bob.page)], [now.ply, now.ply]);
  assertNoFaults(alice, bob);
});
