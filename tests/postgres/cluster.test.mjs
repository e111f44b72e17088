// People in browsers on two nodes of a cluster, in one game. The node that has the room is killed: both continue, without a
// reload. Run by tests/store/with_postgres.py.
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { after, before, test } from 'node:test';
import { launch, person } from '../browser/lib/browser.mjs';
import { Engawad } from '../browser/lib/engawad.mjs';
import { enterRoom, startGame } from '../browser/lib/games.mjs';
import { assertSameBoard, myTurnOrOver, playOne } from '../browser/lib/play.mjs';
import { Proxy } from '../browser/lib/proxy.mjs';

const nodes = [];
let browser;
let proxy;

// As free_port() of tests/tools/postgres.py: below the range from which the system assigns ports.
async function freePort() {
  for (;;) {
    const port = randomInt(15_000, 30_000);
    const taken = createServer();
    if (await new Promise((resolve) => taken.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => taken.close(() => resolve(true))))) return port;
  }
}

async function node() {
  const args = ['--store-url', process.env.ENGAWA_TEST_POSTGRES, '--cluster-address', `127.0.0.1:${await freePort()}`, '--cluster-secret', 'a secret that all the nodes know', '--cluster-lease-ms', '2000'];
  const started = await Engawad.start({ args });
  nodes.push(started);
  return started;
}

before(async () => {
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await proxy?.stop();
  for (const one of nodes) await one.stop();
});

// Two people on two nodes, in one game of five on the first node; each has moved.
async function table() {
  const first = await node();
  const second = await node();
  await proxy?.stop();
  proxy = await Proxy.before(first.port); // as a load balancer sends people to a living node
  const host = (await person(browser)).page;
  const friend = (await person(browser)).page;
  const pages = [host, friend];
  for (const page of pages) await page.addInitScript(noteCloses);
  const bot = { bot: 'minimum', level: 1 };
  const code = await enterRoom(host, proxy.url, { game: 'reversi', options: { preset: 'five' }, seats: ['me', 'open', bot, bot, bot] });
  await friend.goto(`${second.url}/r/${code}`);
  await friend.locator('[data-seat=s1].mine').waitFor(); // only by the link
  await host.locator('[data-seat=s1][data-kind=human]').waitFor();
  await startGame(host);
  for (const page of pages) await page.evaluate(() => { window.neverReloaded = true; });
  for (const page of pages) await play(page);
  return { first, second, pages, code };
}

// In the page: the close codes of its connections.
function noteCloses() {
  window.closes = [];
  const Real = window.WebSocket;
  window.WebSocket = class extends Real {
    constructor(...given) {
      super(...given);
      this.addEventListener('close', (event) => window.closes.push(event.code));
    }
  };
}

async function play(page) {
  if (!(await myTurnOrOver(page))) await playOne(page);
}

async function assertPlayedOn(pages, code) {
  for (let turn = 0; turn < 3; turn += 1) for (const page of pages) await play(page);
  await myTurnOrOver(pages[0]);
  for (const page of pages) {
    await assertSameBoard(page, code);
    assert.equal(await page.evaluate(() => window.neverReloaded), true, 'no reload');
  }
}

test('the node that has the room is killed, and the people on two nodes play on without a reload', async () => {
  const { first, second, pages, code } = await table();
  await first.crash();
  proxy.target = second.port;
  for (const page of pages) {
    await page.waitForFunction(() => window.closes.length > 0); // the banner may disappear before it is checked
    await page.locator('.banner').waitFor({ state: 'hidden' });
  }
  await assertPlayedOn(pages, code);
});

test('the node that has the room is stopped: both are told to come again at once, and play on without a reload', async () => {
  const { first, second, pages, code } = await table();
  proxy.target = second.port;
  await first.stop();
  await assertPlayedOn(pages, code);
  for (const page of pages) assert.equal(await page.evaluate(() => window.closes[0]), 1013);
});
