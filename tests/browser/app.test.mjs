// The page as an app: its manifest, the worker that keeps its files, the screen while the server is unreachable, and successive builds.
import assert from 'node:assert/strict';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { assertNoViolations } from './lib/axe.mjs';
import { launch, person } from './lib/browser.mjs';
import { nextBuild, thisBuild } from './lib/builds.mjs';
import { Engawad } from './lib/engawad.mjs';
import { assertNoFaults, assertSameBoard, boardOf, myTurnOrOver, playNow, playOne, playToEnd } from './lib/play.mjs';

const AWAY = { 'en-US': 'The server cannot be reached', 'ja-JP': 'サーバーに接続できません' };
let server;
let browser;
let people = [];
before(async () => {
  server = await Engawad.start({ page: thisBuild() });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(server.page, { recursive: true });
});
let changed = false;
beforeEach(async () => {
  if (server.process.exitCode !== null || server.process.signalCode !== null) await server.restart();
  if (changed) await change(thisBuild());
  changed = false;
});
afterEach(async () => {
  const here = people;
  people = [];
  for (const { context } of here) await within('context.close()', context.close());
  assertNoFaults(...here);
});

async function somebody(options) {
  const someone = await person(browser, { serviceWorkers: 'allow', ...options });
  people.push(someone);
  return someone;
}

const stop = () => server.end('SIGTERM');
const away = (page, locale = 'en-US') => page.getByRole('heading', { level: 1, name: AWAY[locale] }).waitFor();
const cards = (page) => page.locator('.game-card:not(.blank)').first().waitFor();
// A time limit for calls that have none: the error names a browser that does not answer, and nothing waits for it.
async function within(what, promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the browser does not answer: ${what}`)), 60_000);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
// Polls until it is so, for states that a page does not report itself.
async function until(page, question, argument) {
  const end = Date.now() + 30_000;
  while (!(await within(question, page.evaluate(question, argument)))) assert.ok(Date.now() < end, `it is not so: ${question}`);
}
const build = (page) => within('which build', page.evaluate(() => document.documentElement.dataset.build ?? 'first'));

// A first visit, until the worker has all files; and a second one, which it serves.
async function visit(page, path = '/') {
  await page.goto(server.url + path);
  await within('a worker that is ready', page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined)));
  await page.reload();
  assert.notEqual(await page.evaluate(() => navigator.serviceWorker.controller), null);
}

// Another folder on the same address, as after an update.
async function change(folder) {
  changed = true;
  await stop();
  const old = server.page;
  server.page = await folder;
  await server.restart();
  rmSync(old, { recursive: true });
}

for (const [locale, name, lang] of [['en-US', 'Engawa', 'en'], ['ja-JP', '縁側', 'ja']]) {
  test(`the browser finds no fault with the manifest, which is in the person's language, and its icons are pictures (${locale})`, async () => {
    const { page, context } = await somebody({ locale });
    await visit(page);
    await page.locator(`link[rel=manifest][href="/app-${lang}.webmanifest"]`).waitFor({ state: 'attached' });
    const devtools = await context.newCDPSession(page);
    const { url, errors, data } = await devtools.send('Page.getAppManifest');
    assert.equal(new URL(url).pathname, `/app-${lang}.webmanifest`);
    assert.deepEqual(errors, []);
    const manifest = JSON.parse(data);
    assert.equal(manifest.short_name, name);
    assert.equal(manifest.lang, lang);
    assert.deepEqual([manifest.start_url, manifest.scope, manifest.display], ['./', './', 'standalone']);
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    // A person in these tests has no profile on the disk.
    assert.deepEqual(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito'), []);
    const type = await page.evaluate(async (address) => (await fetch(address)).headers.get('content-type'), url);
    assert.equal(type, 'application/manifest+json');
    assert.deepEqual(manifest.icons.map(({ purpose }) => purpose), ['any', 'maskable']);
    for (const { src } of manifest.icons) {
      const width = await page.evaluate(async (address) => {
        const image = new Image();
        image.src = address;
        await image.decode();
        return image.naturalWidth;
      }, src);
      assert.ok(width > 0, src);
    }
  });
}

test('the manifest and the bar follow the settings', async () => {
  const { page } = await somebody();
  await page.goto(server.url);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null); // on the first visit already
  assert.equal(await page.locator('link[rel=manifest]').getAttribute('href'), '/app-en.webmanifest');
  const colors = () => page.locator('meta[name=theme-color]').evaluateAll((metas) => metas.map((meta) => meta.content));
  const light = await colors();
  assert.equal(new Set(light).size, 1);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.locator('dialog input[name=setting-theme][value=dark]').check();
  assert.notDeepEqual(await colors(), light);
  await page.locator('dialog input[name=setting-language][value=ja]').check();
  assert.equal(await page.locator('link[rel=manifest]').getAttribute('href'), '/app-ja.webmanifest');
});

for (const locale of Object.keys(AWAY)) {
  test(`without the server, the next visit shows at once that it cannot be reached, everywhere; with the server back it goes on (${locale})`, async () => {
    const { page } = await somebody({ locale });
    await visit(page);
    const code = await playNow(page, server.url, 'classic');
    await playToEnd(page);
    for (const [path, there] of [['/', '.game-card:not(.blank)'], [`/r/${code}`, '.table .board .cell'], [`/g/${code}-1#3`, '.move-list .move-row']]) {
      await stop();
      await page.goto('about:blank');
      await page.goto(server.url + path);
      await away(page, locale);
      assert.match(await page.title(), new RegExp(AWAY[locale]));
      await assertNoViolations(page, path);
      // A try by the person, before the server is back.
      await page.locator('[data-do=again]').click();
      await away(page, locale);
      await page.evaluate(() => {
        window.stayed = true;
      });
      await server.restart();
      await page.locator(there).first().waitFor();
      assert.equal(await page.evaluate(() => window.stayed), true, 'no reload was needed');
      assert.equal(await page.locator('.unreachable').count(), 0);
      assert.doesNotMatch(await page.title(), new RegExp(AWAY[locale]));
      assert.equal(page.url(), server.url + path);
    }
  });
}

test('the settings work without the server, and the words change with the language', async () => {
  const { page } = await somebody();
  await visit(page);
  await stop();
  await page.reload();
  await away(page);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.locator('dialog input[name=setting-language][value=ja]').check();
  await page.getByRole('heading', { level: 1, name: AWAY['ja-JP'], includeHidden: true }).waitFor();
});

test('a proxy that answers for a server that is away is no server', async () => {
  const { page } = await somebody({ serviceWorkers: 'block' });
  const answer = (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' });
  await page.route('**/api/games', answer);
  await page.goto(server.url);
  await away(page);
  const asked = page.waitForResponse('**/api/games');
  await page.locator('[data-do=again]').click();
  await asked;
  await away(page);
  await page.unroute('**/api/games', answer);
  await cards(page);
  people[0].faults.length = 0; // the browser logs each 502 to the console
});

test('a room reconnects as before, and a reload without the server comes back to the same board', async () => {
  const { page } = await somebody();
  await visit(page);
  const code = await playNow(page, server.url, 'five');
  await myTurnOrOver(page);
  await page.evaluate(() => {
    window.neverReloaded = true;
  });
  await playOne(page);
  await server.crash();
  await page.locator('.banner').waitFor();
  assert.equal(await page.locator('.unreachable').count(), 0, 'a board that is there stays');
  await server.restart();
  await page.locator('.banner').waitFor({ state: 'hidden' });
  await myTurnOrOver(page);
  await assertSameBoard(page, code);
  assert.equal(await page.evaluate(() => window.neverReloaded), true);
  const board = await boardOf(page);
  await server.crash();
  await page.reload();
  await away(page);
  await server.restart();
  await page.locator('.turn.mine').waitFor();
  assert.deepEqual(await boardOf(page), board);
  await playOne(page);
});

test('a new build is taken at the next visit, an open page of the old one keeps all its parts, and the old files go when nobody needs them', async () => {
  const { page, context } = await somebody();
  await visit(page);
  const ended = context.serviceWorkers()[0].waitForEvent('close', { timeout: 0 });
  const caches = (on) => within('which caches', on.evaluate(async () => (await window.caches.keys()).sort()));
  const old = await caches(page);
  assert.equal(old.length, 1);
  await change(nextBuild());
  // A part that this page has not loaded yet, and that the server no longer has.
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.locator('dialog').getByRole('heading').first().waitFor();
  assert.equal(await build(page), 'first');
  const other = await within('context.newPage()', context.newPage());
  await other.goto(server.url);
  await cards(other);
  assert.equal(await build(other), 'next');
  await other.getByRole('button', { name: 'Settings' }).click();
  await other.locator('dialog').getByRole('heading').first().waitFor();
  // The new worker has its files, and waits for the old page.
  await until(other, async () => (await navigator.serviceWorker.getRegistration()).waiting !== null);
  assert.equal((await caches(other)).length, 2);
  await within('page.close()', page.close());
  await within('other.close()', other.close());
  await within('the old worker ends without a page', ended);
  const later = await within('context.newPage()', context.newPage());
  await later.goto(server.url);
  await cards(later);
  await until(later, async (before) => !(await window.caches.keys()).includes(before), old[0]);
  assert.equal((await caches(later)).length, 1);
  await stop();
  await later.reload();
  await away(later);
  assert.equal(await build(later), 'next');
  await server.restart();
});

test('a page of an older build without a worker is loaded anew where it lacks a part', async () => {
  const { page } = await somebody({ serviceWorkers: 'block' });
  const ready = page.waitForResponse((response) => /\/assets\/rare-/.test(response.url()));
  await page.goto(server.url);
  await page.getByRole('link', { name: 'Open a game record from a file' }).waitFor();
  await (await ready).finished();
  await change(nextBuild());
  await page.getByRole('link', { name: 'Open a game record from a file' }).click();
  await page.getByRole('heading', { level: 1, name: 'Open a game record' }).waitFor();
  assert.equal(await build(page), 'next');
  people[0].faults.length = 0; // the browser logs the missing part to the console
});

test('an operator gets rid of the worker: with no-worker.js in its place it takes all that it kept with it', async () => {
  const { page, context } = await somebody();
  await visit(page);
  const folder = thisBuild();
  copyFileSync(join(folder, 'no-worker.js'), join(folder, 'worker.js'));
  await change(folder);
  const come = async () => {
    const other = await context.newPage();
    await other.goto(server.url);
    return other;
  };
  // The last step of a page's start, long after its first screen.
  const installed = (other) => other.locator('link[rel=manifest][href="/app-en.webmanifest"]').waitFor({ state: 'attached' });
  // The old worker serves as long as its pages are open.
  const next = await come();
  await until(next, async () => (await navigator.serviceWorker.getRegistrations()).every(({ waiting }) => waiting));
  const third = await come();
  await installed(third);
  for (const open of [page, next, third]) await open.close();
  const fourth = await come();
  await installed(fourth);
  await until(fourth, async () => (await navigator.serviceWorker.getRegistrations()).length === 0 && (await window.caches.keys()).length === 0);
  await fourth.reload();
  await cards(fourth);
  assert.equal(await fourth.evaluate(() => navigator.serviceWorker.controller), null);
});

test('over plain HTTP in a network there is no worker, and nothing is missing', async () => {
  const lan = await launch(undefined, ['--host-resolver-rules=MAP engawa.test 127.0.0.1']);
  try {
    const someone = await person(lan, { serviceWorkers: 'allow' });
    const { page } = someone;
    const ready = page.waitForResponse((response) => /\/assets\/rare-/.test(response.url()));
    await page.goto(`http://engawa.test:${server.port}`);
    assert.equal(await page.evaluate(() => 'serviceWorker' in navigator), false);
    await (await ready).finished();
    await page.locator('#play').click();
    await page.locator('.turn.mine').waitFor();
    assertNoFaults(someone);
  } finally {
    await lan.close();
  }
});

// The worker comes 3 s after the page, on a slow machine before the first game: this time it waits for window.install().
function holdFirstInstall() {
  if (sessionStorage.getItem('held')) return;
  sessionStorage.setItem('held', 'yes');
  const real = window.setTimeout;
  const held = [];
  window.setTimeout = (work, ms, ...rest) => (ms === 3000 ? held.push(work) : real(work, ms, ...rest));
  window.install = () => held.forEach((work) => work());
}

test('the worker answers neither for the API nor for downloads, and costs the first game nothing', async () => {
  const { page, context } = await somebody();
  const asked = [];
  context.on('request', (request) => asked.push([request.serviceWorker() !== null, new URL(request.url()).pathname]));
  await page.addInitScript(holdFirstInstall);
  await page.goto(server.url);
  await page.locator('#play').click();
  await page.locator('.turn.mine').waitFor();
  assert.deepEqual(asked.filter(([worker, path]) => worker || path === '/worker.js' || /\.webmanifest$/.test(path)), []);
  await page.evaluate(() => window.install());
  await visit(page);
  const from = asked.length;
  await page.reload();
  await cards(page);
  await page.evaluate(() => fetch('/api/records/ZZZZZZZZ-1').then((answer) => answer.text()));
  const byWorker = asked.slice(from).filter(([worker]) => worker).map(([, path]) => path);
  assert.deepEqual(byWorker.filter((path) => path.startsWith('/api/') || path.endsWith('/ws')), []);
});
