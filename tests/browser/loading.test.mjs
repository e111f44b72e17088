// A phone changes its network while the page loads: requests in flight fail, and the page repeats them automatically.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, person } from './lib/browser.mjs';
import { Engawad } from './lib/engawad.mjs';
import { enterRoom, playAlone } from './lib/games.mjs';
import { lastPly, resign } from './lib/record.mjs';

let server;
let browser;

before(async () => {
  server = await Engawad.start();
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

// A person whose console may show failed requests, so it is not checked for faults.
async function somebody(options) {
  const { page } = await person(browser, options);
  return page;
}

// The first `times` requests for each address fail from now on. Returns the addresses of the failed ones.
async function breakOnce(page, pattern, times = 1) {
  const seen = new Map();
  await page.route(pattern, (route) => {
    const { pathname } = new URL(route.request().url());
    seen.set(pathname, (seen.get(pathname) ?? 0) + 1);
    return seen.get(pathname) <= times ? route.abort() : route.continue();
  });
  return seen;
}

const FILES = /\/assets\/.*\.(js|css)$/;

test('every file and every question of the start page fails once', async () => {
  const page = await somebody();
  const broken = await breakOnce(page, /\/assets\/|\/api\//);
  await page.goto(server.url);
  await page.locator('input[name=preset]').first().waitFor();
  await page.locator('.later > *').first().waitFor();
  assert.ok([...broken.keys()].some((name) => name.includes('/assets/page-')), 'its code was asked for');
  assert.equal(await page.evaluate(() => sessionStorage.getItem('engawa.starts')), null, 'the next failure is the first again');
  await page.context().close();
});

test('every file of a room before its game fails once', async () => {
  const page = await somebody();
  const code = await enterRoom(page, server.url, { game: 'reversi', options: { preset: 'five' }, seats: ['me'] });
  const broken = await breakOnce(page, FILES);
  await page.goto(`${server.url}/r/${code}`);
  await page.locator('.seat').first().waitFor();
  assert.ok([...broken.keys()].some((name) => name.includes('/picker-')));
  await page.context().close();
});

test('every file of a game and of its record fails once', async () => {
  const page = await somebody();
  const code = await playAlone(page, server.url, 'reversi', { preset: 'five' });
  await resign(page);
  const broken = await breakOnce(page, FILES);
  await page.goto(`${server.url}/r/${code}`);
  await page.locator('.board .cell').first().waitFor();
  await page.goto(`${server.url}/g/${code}-1`);
  await lastPly(page);
  assert.ok([...broken.keys()].some((name) => name.includes('/module-')));
  await page.context().close();
});

test('the style of a page fails once, and the page has it', async () => {
  const page = await somebody();
  await breakOnce(page, /\/assets\/style-/);
  await page.goto(server.url);
  await page.locator('input[name=preset]').first().waitFor();
  await page.waitForFunction(() => getComputedStyle(document.documentElement).getPropertyValue('--paper') !== '');
  await page.context().close();
});

test("a game's code that fails three times comes when the page has loaded anew", async () => {
  const page = await somebody();
  const code = await enterRoom(page, server.url, { game: 'nim', seats: ['me', { bot: 'kozo', level: 1 }] });
  const broken = await breakOnce(page, /\/assets\/module-/, 3);
  await page.goto(`${server.url}/r/${code}`);
  await page.locator('[data-focus=start]').click();
  await page.locator('.nim .stone, .nim button').first().waitFor();
  assert.deepEqual([...broken.values()], [4]);
  await page.context().close();
});

test('while its code does not come, the page says that it tries again, in both languages, and does', async () => {
  const page = await somebody();
  let tries = 0;
  await page.route(/\/assets\/page-/, (route) => {
    tries += 1;
    return route.abort();
  });
  await page.goto(server.url);
  await page.locator('#not-loaded:visible', { hasText: 'Trying again' }).waitFor();
  await page.locator('#not-loaded:visible', { hasText: 'もう一度試しています' }).waitFor();
  await page.waitForEvent('load');
  assert.ok(tries >= 3, String(tries));
  await page.unroute(/\/assets\/page-/);
  await page.locator('input[name=preset]').first().waitFor();
  await page.context().close();
});

test('code that is needed later and does not come is no fault, and comes with the connection', async () => {
  const page = await somebody();
  const faults = [];
  page.on('pageerror', (error) => faults.push(error.message));
  const refusal = page.locator('.toast.refusal', { hasText: 'connection' });
  const preset = (value) => page.locator(`input[name=preset][value="${value}"]`);
  await page.goto(server.url);
  await page.locator('.later > *').first().waitFor();
  await page.route(FILES, (route) => route.abort());
  await page.locator('input[name=game][value=nim]').check();
  await preset('nim own').check();
  await refusal.waitFor();
  await page.unroute(FILES);
  await preset('nim 753').check();
  await preset('nim own').check();
  await page.locator('fieldset.own').waitFor();

  await playAlone(page, server.url, 'reversi', { preset: 'classic' }, [{ bot: 'random' }], { bot_delay_ms: 10000 });
  await page.locator('.turn.mine').waitFor();
  const tries = new Map();
  await page.route(FILES, (route) => {
    const name = new URL(route.request().url()).pathname.replace(/.*\/([a-z-]+)-.*/, '$1');
    tries.set(name, (tries.get(name) ?? 0) + 1);
    return route.abort();
  });
  const legal = page.locator('.cell.legal');
  const last = page.waitForRequest((request) => request.url().includes('/preview-') && tries.get('preview') === 2);
  await legal.first().hover();
  await last;
  await page.getByRole('button', { name: 'Rules' }).click();
  await refusal.waitFor();
  await page.unroute(FILES);
  await legal.last().hover();
  await page.locator('.cell[data-ghost]').first().waitFor();
  assert.deepEqual(faults, []);
  await page.context().close();
});
