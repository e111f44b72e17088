// The log comes from the server: it is the same after a reload, for late arrivals, and after a restart of the server.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openHouse } from './lib/house.mjs';
import { makeRoom, myTurnOrOver, playNow, playOne, plyOf } from './lib/play.mjs';

const house = openHouse();

const somebody = async (options) => (await house.person(options)).page;

const linesOf = (page) => page.locator('.log-lines li').allTextContents();

// The log once it is loaded, and has a line like this one.
async function logWith(page, text) {
  await page.locator('.log-lines li', { hasText: text }).first().waitFor({ state: 'attached' });
  return linesOf(page);
}

// The texts of events common to all games are loaded after those of moves.
const wholeLog = (page) => logWith(page, 'The game started');

async function playTo(page, ply) {
  while (Number(await plyOf(page)) < ply && !(await myTurnOrOver(page))) await playOne(page);
  await myTurnOrOver(page);
}

test('a reload in the middle of a game keeps every line, in either language', async () => {
  const page = await somebody();
  await playNow(page, house.url, 'five');
  await playTo(page, 8);
  const kept = await wholeLog(page);
  assert.ok(kept.length >= 9, `${kept}`);
  assert.equal(kept.filter((line) => line === 'The game started').length, 1);
  await page.reload();
  await page.locator('.turn.mine').waitFor();
  const lines = await logWith(page, 'You are back');
  const begins = kept.indexOf('The game started');
  assert.deepEqual(lines.slice(0, kept.length - begins), kept.slice(begins));
  assert.equal(await page.locator('.log .quiet:visible').count(), 0, 'nothing says that the log is empty or cut');
  await page.evaluate(() => localStorage.setItem('engawa.settings', '{"language":"ja"}'));
  await page.reload();
  await page.locator('.turn.mine').waitFor();
  await page.waitForFunction((n) => document.querySelectorAll('.log-lines li').length === n, lines.length + 2); // away and back again
  for (const line of await linesOf(page)) assert.match(line, /[\u3040-\u30ff\u4e00-\u9fff]/u);
});

test('a spectator at move 25 reads what was played, as the players do', async () => {
  const host = await somebody();
  const code = await playNow(host, house.url, 'classic');
  await playTo(host, 25);
  const watcher = await somebody();
  await watcher.goto(`${house.url}/r/${code}`);
  const players = await wholeLog(host);
  const told = players.slice(players.indexOf('The game started'));
  assert.ok(told.length >= 26, `${told.length} lines`);
  // The texts of moves are loaded with the game's code.
  await watcher.waitForFunction((n) => document.querySelectorAll('.log-lines li').length >= n, told.length);
  const lines = await linesOf(watcher);
  assert.deepEqual(lines, told);
  // And it continues: live entries follow without a gap or a duplicate.
  await playOne(host);
  await myTurnOrOver(host);
  await watcher.waitForFunction((n) => document.querySelectorAll('.log-lines li').length >= n, lines.length + 2);
  assert.deepEqual(await linesOf(watcher), await linesOf(host));
});

test('who sat where is told as it was then', async () => {
  const host = await somebody();
  const code = await makeRoom(host, house.url, { preset: 'classic', visibility: 'private' });
  const friend = await somebody();
  await friend.goto(`${house.url}/r/${code}`);
  await friend.locator('[data-seat=s1].mine').waitFor();
  await friend.getByLabel('What should we call you?').fill('Hana');
  await friend.getByRole('button', { name: 'OK' }).click();
  await host.locator('[data-seat=s1]', { hasText: 'Hana' }).waitFor();
  await friend.getByRole('button', { name: 'Leave' }).click();
  await host.locator('[data-seat=s1][data-kind=open]').waitFor();
  const told = await logWith(host, 'Seat 2 is open again');
  const late = await somebody();
  await late.goto(`${house.url}/r/${code}`);
  const all = await logWith(late, 'Seat 2 is open again');
  const before = all.slice(0, all.lastIndexOf('Seat 2 is open again') + 1); // its own arrival follows
  assert.deepEqual(before.slice(-3), told.slice(-3));
  assert.ok(told.some((line) => line.includes('Hana')));
});

test('kill -9 and a restart lose no line; a new round begins a new log', async () => {
  const page = await somebody();
  await playNow(page, house.url, 'classic');
  await playTo(page, 4);
  const kept = await wholeLog(page);
  await house.server.crash();
  await house.server.restart();
  await page.locator('.turn.mine').waitFor();
  await page.reload();
  const lines = await logWith(page, 'The server restarted');
  const begins = kept.indexOf('The game started');
  assert.deepEqual(lines.slice(0, kept.length - begins), kept.slice(begins));

  await page.getByRole('button', { name: 'Resign' }).click();
  await page.locator('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.locator('.result').waitFor();
  const over = await logWith(page, 'The game is over');
  await page.reload();
  assert.deepEqual((await logWith(page, 'The game is over')).slice(0, over.length), over);
  await page.locator('[data-focus=rematch]').click();
  await page.locator('.result').waitFor({ state: 'hidden' });
  const second = await logWith(page, 'The game started');
  assert.ok(second.length <= 4 && !second.includes('The game is over'), `${second}`);
});
