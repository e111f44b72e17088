// The proxy, and the server behind it, are restarted in the middle of a game: it goes on by itself.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { launch, person } from './lib/browser.mjs';
import { Engawad } from './lib/engawad.mjs';
import { apache, composed, FLAGS, Front, haproxy, NAME, nginx, settings, VISITOR } from './lib/front.mjs';
import { assertNoFaults, assertSameBoard, myTurnOrOver, playNow, playOne } from './lib/play.mjs';
import { Proxy } from './lib/proxy.mjs';

// Chromium's own line about a request that a proxy answered while the server was away.
const AWAY = /^Failed to load resource: the server responded with a status of 50[234] /;

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

// The page loses its connection, tries in vain, and is back after `back`.
async function away(page, line, end, back) {
  await end();
  await page.locator('.banner', { hasText: 'Reconnecting' }).waitFor();
  for (let tries = 0; tries < 2; tries += 1) await once(line.server, 'connection');
  await back();
  await page.locator('.banner').waitFor({ state: 'hidden' });
}

async function playThroughRestarts(make) {
  const front = await Front.before(make, server.port);
  const line = await Proxy.before(front.ports.https);
  const someone = await person(browser, VISITOR);
  try {
    const { page } = someone;
    const code = await playNow(page, `https://${NAME}:${new URL(line.url).port}`, 'five');
    await page.evaluate(() => { window.neverReloaded = true; });
    const restarts = [
      () => away(page, line, () => front.end(), () => front.launch()),
      () => away(page, line, () => server.end('SIGTERM'), () => server.restart()),
      () => away(page, line, () => server.crash(), () => server.restart()),
    ];
    for (const restart of restarts) {
      if (!(await myTurnOrOver(page))) await playOne(page);
      await restart();
      await myTurnOrOver(page);
      await assertSameBoard(page, code);
    }
    if (!(await myTurnOrOver(page))) await playOne(page);
    assert.deepEqual(await page.locator('.toast.refusal').allTextContents(), []);
    assert.equal(await page.evaluate(() => window.neverReloaded), true, 'no reload');
    assertNoFaults({ faults: someone.faults.filter((fault) => !AWAY.test(fault)) });
  } finally {
    await someone.context.close();
    await line.stop();
    await front.stop();
  }
}

test('nginx', () => playThroughRestarts(nginx));

test('Apache', () => playThroughRestarts(apache));

test('HAProxy', () => playThroughRestarts(haproxy));

test('Caddy, as Docker runs it', () => playThroughRestarts(composed));
