#!/usr/bin/env node
// The page of a server that was set up as by an operator, in a real browser: it has the rules of the games, so that it opens a record from a file
// and previews moves without asking the server. The last line is `N passed, N failed`.
//
//   tests/outside/page.mjs URL ROUND      ROUND: a finished round of that server, such as K7WMA2QX-1
//
// In a checkout whose clients/web has its npm packages; CHROMIUM: the browser, otherwise Debian's.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const { chromium } = createRequire(resolve('clients/web/package.json'))('playwright-core');
const [url, round] = process.argv.slice(2);
const SECONDS = 60;

// Whether `path` is a request about games, rooms or records; the list of games is excepted, because it has the texts of the page.
const isQuestion = (path) => path.startsWith('/api/') && path !== '/api/games';

// The requests of a page to the server from now on, over HTTP and in its WebSockets.
function questionsOf(page) {
  const asked = [];
  page.on('request', (request) => isQuestion(new URL(request.url()).pathname) && asked.push(request.url()));
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => asked.push(payload)));
  return asked;
}

async function opensFile(page) {
  const text = await (await fetch(`${url}/api/records/${round}`)).text();
  const inputs = text.trimEnd().split('\n').length;
  await page.goto(`${url}/g/`);
  await page.locator('input[type=file]').waitFor({ state: 'attached' });
  const asked = questionsOf(page);
  await page.locator('input[type=file]').setInputFiles({ name: 'game.jsonl', mimeType: 'application/x-ndjson', buffer: Buffer.from(text) });
  await page.locator('.move-list .move-row').first().waitFor();
  assert.match(await page.locator('.record-note').textContent(), new RegExp(`all ${inputs} lines`));
  const plies = await page.evaluate(() => Number(document.querySelector('.player-place').textContent.split('/')[1]));
  assert.ok(plies > 0, 'it has moves');
  await page.waitForFunction((rows) => document.querySelectorAll('.move-row').length === rows + 1, plies);
  assert.deepEqual(asked, []);
}

async function foretells(page) {
  await page.goto(url);
  await page.locator('[data-play=reversi]').click();
  const cell = page.locator('.card .cell.legal').first();
  await cell.waitFor();
  await page.locator('.turn').waitFor();
  const asked = questionsOf(page);
  const frames = [];
  page.on('websocket', () => frames.push('a new WebSocket'));
  await cell.hover();
  await page.locator('.card [data-ghost]').first().waitFor();
  assert.deepEqual([...asked, ...frames], []);
}

let passed = 0;
let failed = 0;
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-quic'] });
for (const [what, run] of [
  [`a record opened from a file: ${round}`, opensFile],
  ['a move foretold on the card of reversi', foretells],
]) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 850 }, locale: 'en-US', serviceWorkers: 'block' });
  context.setDefaultTimeout(SECONDS * 1000);
  try {
    await run(await context.newPage());
    passed += 1;
    console.log(`ok: ${what}, and nothing was asked`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED: ${what}: ${error.stack}`);
  }
  await context.close();
}
await browser.close();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
