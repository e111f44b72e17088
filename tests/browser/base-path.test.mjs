// A server below a path of another site, through each proxy of docs/host/internet.md with the lines of its table: a visit from the start page to the
// picture of a finished game, across restarts of the proxy and of the server, that never asks for anything outside the path; and servers that share a name.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, person } from './lib/browser.mjs';
import { Engawad } from './lib/engawad.mjs';
import { apache, BELOW, belowSettings, caddy, FLAGS, Front, haproxy, NAME, nginx, settings, VISITOR } from './lib/front.mjs';
import { assertNoFaults, assertSameBoard, codeOf, myTurnOrOver, playNow, playRound, playToEnd } from './lib/play.mjs';

// Chromium's own lines about a request, of the page or for its worker, that a proxy answered while the server was away.
const AWAY = /^Failed to load resource: the server responded with a status of 50[234] |^A bad HTTP response code \(50[234]\) was received when fetching the script/;
const ANOTHER = '/veranda';
// Workers do not accept a certificate that only a context ignores.
const WITH_WORKERS = [...FLAGS, '--ignore-certificate-errors'];

let server;
let browser;
before(async () => {
  server = await Engawad.start({ args: belowSettings() });
  browser = await launch(undefined, WITH_WORKERS);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

// A person with a worker; `left`: the addresses outside `home` that their pages, sockets and workers asked for.
async function visitor(home, options) {
  const someone = await person(browser, { ...VISITOR, serviceWorkers: 'allow', ...options });
  await someone.context.addInitScript((paths) => paths.forEach((path) => localStorage.setItem(`engawa.cards${path}`, 'all')), [BELOW, ANOTHER]);
  const left = [];
  const note = (address) => /^(?:https|wss):/.test(address) && !address.replace('wss:', 'https:').startsWith(home) && left.push(address);
  someone.context.on('request', (request) => note(request.url()));
  someone.page.on('websocket', (socket) => note(socket.url()));
  return { ...someone, left };
}

async function assertStayed({ page, left, faults }, home) {
  const linked = await page.evaluate(() => [...document.querySelectorAll('[href], [src]')].map((element) => element.href ?? element.src));
  assert.deepEqual(linked.filter((address) => /^https:/.test(address) && !address.startsWith(home)), [], page.url());
  assert.deepEqual(left, []);
  assert.deepEqual(await page.locator('.toast.refusal').allTextContents(), []);
  assertNoFaults({ faults: faults.filter((fault) => !AWAY.test(fault)) });
}

const workerReady = (page) => page.evaluate(() => navigator.serviceWorker.ready.then(({ scope }) => new URL(scope).pathname));
const controlled = (page) => page.evaluate(() => navigator.serviceWorker?.controller?.scriptURL ?? null);

// The page loses its connection, and is back after `back`.
async function away(page, end, back) {
  await end();
  await page.locator('.banner', { hasText: 'Reconnecting' }).waitFor();
  await back();
  await page.locator('.banner').waitFor({ state: 'hidden' });
}

async function playThroughRestarts(page, front) {
  const code = codeOf(page);
  await page.evaluate(() => { window.neverReloaded = true; });
  const restarts = [[() => front.end(), () => front.launch()], [() => server.end('SIGTERM'), () => server.restart()], [() => server.crash(), () => server.restart()]];
  for (const [end, back] of restarts) {
    if (!(await myTurnOrOver(page))) await playRound(page);
    await away(page, end, back);
    await myTurnOrOver(page);
    await assertSameBoard(page, code);
  }
  assert.equal(await page.evaluate(() => window.neverReloaded), true, 'no reload');
}

// The link of the room, opened by a friend.
async function assertInvites(page, home) {
  await page.getByRole('button', { name: 'Invite' }).first().click();
  const field = page.locator('dialog .invite input');
  const link = `https://${NAME}${BELOW}/r/${codeOf(page)}`;
  await page.waitForFunction((wanted) => document.querySelector('dialog .invite input')?.value === wanted, link);
  const friend = await visitor(home);
  await friend.page.goto(home + (await field.inputValue()).slice(`https://${NAME}${BELOW}/`.length));
  await friend.page.locator('.table .board .cell').first().waitFor();
  await assertStayed(friend, home);
  await friend.context.close();
  await page.keyboard.press('Escape');
}

// The record of the finished game: its page, its file, and the picture that chats show with its link.
async function assertRecorded(page, home) {
  const id = `${codeOf(page)}-1`;
  await page.locator(`a[href$="/g/${id}"]`).first().click();
  await page.locator('.move-list .move-row').first().waitFor();
  assert.equal(page.url().split('#')[0], `${home}g/${id}`);
  await page.reload();
  await page.locator('.move-list .move-row').first().waitFor();
  const found = await page.evaluate(async () => {
    const html = new DOMParser().parseFromString(await (await fetch(location.pathname)).text(), 'text/html');
    const [link, picture] = ['url', 'image'].map((name) => html.querySelector(`meta[property="og:${name}"]`).content);
    const here = new URL(picture).pathname + new URL(picture).search;
    const file = await (await fetch(document.querySelector('a[download]').href)).text();
    return { link, picture, kind: (await fetch(here)).headers.get('Content-Type'), file };
  });
  assert.equal(found.link, `https://${NAME}${BELOW}/g/${id}`);
  assert.ok(found.picture.startsWith(`https://${NAME}${BELOW}/`), found.picture);
  assert.equal(found.kind, 'image/png');
  assert.equal(JSON.parse(found.file.split('\n')[0]).record, id);
}

// What the worker has kept shows that the server is away, and goes on when it is back.
async function assertKept(page, home) {
  await page.getByRole('link', { name: 'Engawa' }).first().click();
  await page.locator('.game-card:not(.blank)').first().waitFor();
  assert.equal(page.url(), home);
  assert.equal(await workerReady(page), `${BELOW}/`);
  await page.reload();
  assert.equal(await controlled(page), `${home}worker.js`);
  await server.end('SIGTERM');
  await page.goto(home);
  await page.getByRole('heading', { level: 1, name: 'The server cannot be reached' }).waitFor();
  await server.restart();
  await page.locator('.game-card:not(.blank)').first().waitFor();
}

async function visit(make, way) {
  const front = await Front.before(make, server.port, { way });
  const home = `https://${NAME}:${front.ports.https}${BELOW}/`;
  const someone = await visitor(home);
  const { page, context, left } = someone;
  try {
    await page.goto(home.slice(0, -1));
    assert.equal(page.url(), home, 'without a slash it leads to the page');
    left.length = 0; // that address
    await playNow(page, home, 'five');
    await assertStayed(someone, home);
    await playThroughRestarts(page, front);
    await assertInvites(page, home);
    await playToEnd(page);
    await assertStayed(someone, home);
    await assertRecorded(page, home);
    await assertStayed(someone, home);
    await assertKept(page, home);
    await assertStayed(someone, home);
    const site = await context.newPage();
    await site.goto(`https://${NAME}:${front.ports.https}/`);
    assert.equal(await controlled(site), null, 'the rest of the site has no worker of ours');
  } finally {
    await context.close();
    await front.stop();
  }
}

for (const make of [nginx, apache, caddy, haproxy]) {
  test(`${make.name}, which passes on the path`, () => visit(make, ({ passes }) => passes));
  test(`${make.name}, which removes the path`, () => visit(make, ({ removes }) => removes));
}

// One Caddy before three servers: at the root of the site, and below two paths.
async function threeServers() {
  const others = [server, await Engawad.start({ args: [...settings(), '--base-path', ANOTHER] })];
  const root = await Engawad.start({ args: settings() });
  const to = (lines, path, { port }) => lines.map((line) => line.replaceAll(BELOW, path).replace('8080', port));
  const way = ({ passes, removes }) => [...to(passes, BELOW, others[0]), ...to(removes, ANOTHER, others[1]), 'reverse_proxy 127.0.0.1:8080'];
  const front = await Front.before(caddy, root.port, { way });
  const stop = async () => {
    await front.stop();
    await root.stop();
    await others[1].stop();
  };
  return { site: `https://${NAME}:${front.ports.https}`, stop };
}

// In the page: until the worker of this scope runs; that of the site may serve the page before.
async function ownWorkerRuns(scope) {
  for (;;) {
    const found = await navigator.serviceWorker.getRegistration();
    if (found?.active?.state === 'activated' && new URL(found.scope).pathname === scope) return;
    await new Promise(requestAnimationFrame);
  }
}

// A room of this person's, once the server's own worker is there.
async function settled(page, home) {
  const code = await playNow(page, home, 'classic');
  const { pathname } = new URL(home);
  await page.evaluate(ownWorkerRuns, pathname);
  await page.reload();
  assert.equal(await controlled(page), `${home}worker.js`);
  return code;
}

test('servers that share a name, at its root and below two paths, keep a guest and a worker each', async () => {
  const { site, stop } = await threeServers();
  const { context, page, faults } = await visitor(site);
  try {
    const paths = ['/', `${BELOW}/`, `${ANOTHER}/`];
    const rooms = [];
    for (const path of paths) rooms.push(`${site}${path}r/${await settled(page, site + path)}`);
    for (const room of rooms) {
      await page.goto(room);
      if (!(await myTurnOrOver(page))) await playRound(page);
      assert.equal(page.url(), room, 'still that player');
    }
    const kept = await page.evaluate(async () => [Object.keys(localStorage).filter((key) => key.startsWith('engawa.token')).map((key) => localStorage[key]), await caches.keys()]);
    assert.deepEqual(kept.map((one) => new Set(one).size), [3, 3], 'three guests, and the files of three workers');
    assertNoFaults({ faults });
  } finally {
    await context.close();
    await stop();
  }
});
