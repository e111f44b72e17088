// A game through proxies that people put in front of the server: nginx with and without a password, HAProxy with its own health check.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { launch, person } from './lib/browser.mjs';
import { Engawad } from './lib/engawad.mjs';
import { Front, haproxy, nginx } from './lib/front.mjs';
import { assertNoFaults, assertSameBoard, myTurnOrOver, playNow, playOne, plyOf } from './lib/play.mjs';
import { Proxy } from './lib/proxy.mjs';

let server;
let browser;
before(async () => {
  server = await Engawad.start({ args: ['--trusted-proxies', '127.0.0.1'] });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

// Some moves of a game, a cut connection, and more moves, through the proxy that `make` starts; `look` inspects the proxy before it ends.
async function playThrough(make, { options, httpCredentials, look } = {}) {
  const front = await Front.before(make, server.port, options);
  const line = await Proxy.before(front.port);
  const someone = await person(browser, httpCredentials ? { httpCredentials } : {});
  try {
    const { page } = someone;
    const code = await playNow(page, line.url, 'five');
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
    await look?.(front, page, line.url);
    assertNoFaults(someone);
  } finally {
    await someone.context.close();
    await line.stop();
    await front.stop();
  }
}

test('nginx', () => playThrough(nginx));

test('nginx that asks for a password', () =>
  playThrough(nginx, {
    options: { password: 'secret' },
    httpCredentials: { username: 'taro', password: 'secret' },
    look: async (_front, _page, url) => assert.equal((await fetch(url)).status, 401, 'it does ask'),
  }));

test('HAProxy, whose own check finds the server well', () =>
  playThrough(haproxy, {
    look: async (front) => {
      let found = await front.status();
      while (!found.check_status || found.check_status.startsWith('*') || found.check_status === 'INI') {
        await sleep(20);
        found = await front.status();
      }
      assert.deepEqual([found.status, found.check_status, found.chkfail, found.chkdown], ['UP', 'L7OK', '0', '0']);
    },
  }));
