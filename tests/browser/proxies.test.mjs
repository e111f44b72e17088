// A game through proxies that people put in front of the server, over TLS, with the samples of docs/host/internet.md: nginx with and without a password,
// Apache, Caddy, and HAProxy with its own health check.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get } from 'node:http';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { launch, person } from './lib/browser.mjs';
import { Engawad } from './lib/engawad.mjs';
import { apache, caddy, FLAGS, Front, haproxy, NAME, nginx, settings, VISITOR } from './lib/front.mjs';
import { assertNoFaults, assertSameBoard, myTurnOrOver, playNow, playOne, plyOf } from './lib/play.mjs';
import { Proxy } from './lib/proxy.mjs';

let server;
let browser;
before(async () => {
  server = await Engawad.start({ args: settings() });
  browser = await launch(undefined, FLAGS);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

// Some moves of a game, a cut connection, and more moves, through the proxy that `make` starts; `look` inspects the proxy before it ends.
async function playThrough(make, { options, visitor, look } = {}) {
  const front = await Front.before(make, server.port, options);
  const line = await Proxy.before(front.ports.https);
  const url = `https://${NAME}:${new URL(line.url).port}`;
  const someone = await person(browser, { ...VISITOR, ...visitor });
  try {
    const { page } = someone;
    const code = await playNow(page, url, 'five');
    for (let moves = 0; moves < 2 && !(await myTurnOrOver(page)); moves += 1) await playOne(page);
    await myTurnOrOver(page);
    const again = page.waitForEvent('websocket');
    line.cut();
    await again;
    await page.locator('.light.online').waitFor();
    if (!(await myTurnOrOver(page))) {
      const ply = await plyOf(page);
      await playOne(page);
      assert.notEqual(await plyOf(page), ply);
    }
    await myTurnOrOver(page);
    await assertSameBoard(page, code);
    await look?.(front, url);
    assertNoFaults(someone);
  } finally {
    await someone.context.close();
    await line.stop();
    await front.stop();
  }
}

// The plain port leads to TLS.
async function leadsToTls(front) {
  const [answer] = await once(get({ host: '127.0.0.1', port: front.ports.http, path: '/r/K7WMA2QX', headers: { Host: NAME }, agent: false }), 'response');
  answer.resume();
  assert.deepEqual([Math.floor(answer.statusCode / 100), answer.headers.location], [3, `https://${NAME}/r/K7WMA2QX`]);
}

test('nginx', () => playThrough(nginx, { look: leadsToTls }));

test('nginx that asks for a password', () =>
  playThrough(nginx, {
    options: { password: 'secret' },
    visitor: { httpCredentials: { username: 'taro', password: 'secret' } },
    look: async (_front, url) => {
      const stranger = await browser.newContext(VISITOR);
      const answer = await (await stranger.newPage()).goto(url);
      assert.equal(answer.status(), 401, 'it does ask');
      await stranger.close();
    },
  }));

test('Apache', () => playThrough(apache, { look: leadsToTls }));

test('Caddy', () => playThrough(caddy));

test('HAProxy, whose own check finds the server well', () =>
  playThrough(haproxy, {
    look: async (front) => {
      await leadsToTls(front);
      let found = await front.status();
      while (!found.check_status || found.check_status.startsWith('*') || found.check_status === 'INI') {
        await sleep(20);
        found = await front.status();
      }
      assert.deepEqual([found.status, found.check_status, found.chkfail, found.chkdown], ['UP', 'L7OK', '0', '0']);
    },
  }));
