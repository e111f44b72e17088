// Chromium, and contexts (a person each) that remember what went wrong in their pages.
import { createRequire } from 'node:module';

// The packages of the page: one install serves both.
const require = createRequire(new URL('../../../clients/web/package.json', import.meta.url));
const { chromium } = require('playwright-core');
export const axeSource = require('axe-core').source;

export const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
// What the machine did to its own network is none either.
const EXPECTED = /WebSocket connection|ERR_CONNECTION|ERR_NETWORK_CHANGED|ERR_SOCKET_NOT_CONNECTED|ERR_EMPTY_RESPONSE|status of 4\d\d|Cross-Origin-Opener-Policy header has been ignored/;
const FLAGS =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';

// `flags`: more of Chromium's.
export function launch(executablePath = CHROMIUM, flags = []) {
  return chromium.launch({ executablePath, headless: true, args: [...FLAGS.split(' '), ...flags] });
}

// A person with a browser of their own, who has seen the games' cards unless `cards` is set. Without a service worker unless the options allow
// them: what one answers, `page.route` and the counts of requests do not see. `faults` collects what a page must never do; what Chromium tells as
// console errors of lost connections, and of a header that counts over TLS only, is no fault of the page.
export async function person(browser, { cards = false, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 850 }, locale: 'en-US', reducedMotion: 'no-preference', serviceWorkers: 'block', ...options });
  context.setDefaultTimeout(60_000); // for what hangs: a bot thinks when nobody else wants the processor
  if (!cards) await context.addInitScript(() => location.protocol.startsWith('http') && localStorage.setItem('engawa.cards', 'all'));
  const page = await context.newPage();
  const goto = page.goto.bind(page);
  // Chromium shows such a page again by itself; Playwright does not wait for that.
  page.goto = (...where) => goto(...where).catch((error) => (/ERR_NETWORK_CHANGED/.test(error.message) ? goto(...where) : Promise.reject(error)));
  const faults = [];
  page.on('pageerror', (error) => faults.push(error.stack ?? String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text())) faults.push(message.text());
  });
  return { context, page, faults };
}
