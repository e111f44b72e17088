// Chromium, and contexts (a person each) that record errors of their pages.
import { createRequire } from 'node:module';

// The packages of the page: one install serves both.
const require = createRequire(new URL('../../../clients/web/package.json', import.meta.url));
const { chromium } = require('playwright-core');
export const axeSource = require('axe-core').source;

export const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
// Changes of the machine's own network are not errors either.
const EXPECTED = /WebSocket connection|ERR_CONNECTION|ERR_NETWORK_CHANGED|ERR_SOCKET_NOT_CONNECTED|ERR_EMPTY_RESPONSE|status of 4\d\d|Cross-Origin-Opener-Policy header has been ignored/;
const FLAGS =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';

// `flags`: more of Chromium's.
export function launch(executablePath = CHROMIUM, flags = []) {
  return chromium.launch({ executablePath, headless: true, args: [...FLAGS.split(' '), ...flags] });
}

// A person with a browser of their own, who has seen the games' cards unless `cards` is set. Without a service worker unless the options allow
// them: `page.route` and the counts of requests do not see its responses. `faults` collects what a page must never do; Chromium's console errors
// about lost connections, and about a header that counts over TLS only, are not faults of the page.
export async function person(browser, { cards = false, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 850 }, locale: 'en-US', reducedMotion: 'no-preference', serviceWorkers: 'block', ...options });
  context.setDefaultTimeout(60_000); // for hangs: a bot thinks only when no other process needs the processor
  if (!cards) await context.addInitScript(() => location.protocol.startsWith('http') && localStorage.setItem('engawa.cards', 'all'));
  const page = await context.newPage();
  const goto = page.goto.bind(page);
  // Chromium reloads such a page automatically; Playwright does not wait for that.
  page.goto = (...where) => goto(...where).catch((error) => (/ERR_NETWORK_CHANGED/.test(error.message) ? goto(...where) : Promise.reject(error)));
  const faults = [];
  page.on('pageerror', (error) => faults.push(error.stack ?? String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text())) faults.push(message.text());
  });
  return { context, page, faults };
}
