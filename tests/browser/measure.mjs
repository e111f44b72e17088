// The costs of the page: bytes on the wire, loading of the start page on a phone's network and processor, processor time of games.
// Figures to compare on one machine; nothing is asserted. `node tests/browser/measure.mjs` measures all, `node
// tests/browser/measure.mjs tasks [GAME...] [--functions]` the long tasks alone, with the functions that took the time.
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { launch, person } from './lib/browser.mjs';
import { Engawad } from './lib/engawad.mjs';
import { GAME_IDS, measureTasks } from './lib/tasks.mjs';

// Lighthouse's "fast 3G", and a phone's processor.
const NETWORK = { offline: false, latency: 150, downloadThroughput: (1638.4 * 1024) / 8, uploadThroughput: (675 * 1024) / 8 };
const SLOWER = 4;
const VIEWPORTS = [[360, 740], [768, 1024], [1280, 850]];
const SAMPLES = 5;

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const kb = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

// Counts layout shifts and paints from the first moment of every page.
function watch() {
  window.seen = { shift: 0, lcp: 0, what: '' };
  const { seen } = window;
  const observe = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  observe('layout-shift', (entry) => {
    if (!entry.hadRecentInput) seen.shift += entry.value;
  });
  observe('largest-contentful-paint', (entry) => {
    seen.lcp = entry.startTime;
    seen.what = entry.element?.className || entry.element?.tagName || entry.url;
  });
}

async function visitor(browser, options) {
  const someone = await person(browser, options);
  await someone.page.addInitScript(watch);
  const devtools = await someone.context.newCDPSession(someone.page);
  await devtools.send('Network.enable');
  return { ...someone, devtools, slow: () => devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER }) };
}

async function weights(browser, server) {
  const { page, context, devtools } = await visitor(browser);
  const files = [];
  const wire = new Map();
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => wire.set(requestId, encodedDataLength));
  devtools.on('Network.responseReceived', ({ requestId, response, type }) => files.push({ requestId, type, url: response.url }));
  await page.goto(server.url);
  await page.locator('.game-card').first().waitFor();
  await page.locator('#play').click();
  await page.locator('.cell.legal').first().waitFor();
  await page.waitForLoadState('networkidle');
  for (const kind of ['Script', 'Stylesheet']) {
    const own = files.filter(({ type }) => type === kind);
    const bodies = await Promise.all(own.map(async ({ url }) => Buffer.from(await (await fetch(url)).arrayBuffer())));
    const sum = (size) => kb(bodies.reduce((all, body) => all + size(body), 0));
    const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
    const sent = kb(own.reduce((all, { requestId }) => all + (wire.get(requestId) ?? 0), 0));
    console.log(`${kind}: ${own.length} files, ${sum((body) => body.length)} raw, ${sum((body) => gzipSync(body).length)} gzip, ${sum((body) => brotliCompressSync(body, best).length)} brotli; on the wire now ${sent}`);
  }
  await context.close();
}

async function lobby(browser, server, locale, [width, height], slow) {
  const shifts = [];
  const paints = [];
  let what = '';
  for (let i = 0; i < SAMPLES; i += 1) {
    const { page, context, devtools, slow: slowDown } = await visitor(browser, { locale, viewport: { width, height } });
    if (slow) await devtools.send('Network.emulateNetworkConditions', NETWORK);
    if (slow) await slowDown();
    await page.goto(server.url);
    await page.locator('.game-card').first().waitFor();
    await page.waitForTimeout(1000); // late parts that shift the layout
    const seen = await page.evaluate(() => window.seen);
    shifts.push(seen.shift);
    paints.push(seen.lcp);
    what = seen.what;
    await context.close();
  }
  console.log(`lobby ${locale} ${width}${slow ? ', fast 3G and 4x' : ''}: CLS ${Math.max(...shifts).toFixed(3)} at most; LCP ${Math.round(median(paints))} ms (${what})`);
}

// From the address to the first legal move: the page, one click, the room and the game.
async function firstMove(browser, server, [width, height]) {
  const times = [];
  for (let i = 0; i < SAMPLES; i += 1) {
    const { page, context, devtools, slow } = await visitor(browser, { viewport: { width, height } });
    await devtools.send('Network.emulateNetworkConditions', NETWORK);
    await slow();
    const from = performance.now();
    await page.goto(server.url, { waitUntil: 'commit' });
    await page.locator('#play:enabled').click();
    const clicked = performance.now();
    await page.locator('.turn.mine').waitFor();
    await page.locator('.cell.legal').first().waitFor();
    times.push([performance.now() - from, performance.now() - clicked]);
    await context.close();
  }
  const [all, after] = [0, 1].map((part) => Math.round(median(times.map((time) => time[part]))));
  console.log(`first move ${width}, fast 3G and 4x: ${all} ms from the address, ${after} ms of them from the click (median of ${SAMPLES})`);
}

const server = await Engawad.start({ args: ['--bot-delay-ms', '300'] });
const browser = await launch();
const [what, ...rest] = process.argv.slice(2);
const games = rest.filter((one) => GAME_IDS.includes(one));
if (what !== 'tasks') {
  await weights(browser, server);
  for (const locale of ['ja-JP', 'en-US']) for (const viewport of VIEWPORTS) await lobby(browser, server, locale, viewport, false);
  for (const viewport of VIEWPORTS) await lobby(browser, server, 'ja-JP', viewport, true);
  for (const viewport of VIEWPORTS) await firstMove(browser, server, viewport);
}
for (const game of games.length > 0 ? games : GAME_IDS)
  for (let i = 0; i < 3; i += 1) await measureTasks(browser, server, game, { functions: rest.includes('--functions') });
await browser.close();
await server.stop();
