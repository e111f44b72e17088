// The service worker: keeps the files of this build, so that the next visit needs only the page itself from the network,
// and shows the kept page when the server is unreachable. The API and WebSockets never pass through it.
//
// Builds do not mix: a kept file has the hash of its content in its name, and the kept page names the files that are kept
// with it. A newer worker waits until no page uses the older one, whose files it then deletes; until then an open page
// finds every part of its own build here, whatever build the server has by now. To get rid of it: docs/host/internet.md,
// "The service worker".
import { cacheOf, cachesHere, ROOT } from './kept';

declare const self: ServiceWorkerGlobalScope;
// From app.mjs: the hash of FILES, the addresses of this build's files (relative to the worker's own), and the one that is a
// copy of the page.
declare const BUILD: string;
declare const FILES: string[];
declare const PAGE: string;

const CACHE = cacheOf(BUILD);
const PATIENCE_MS = 4000; // for the page of a server that is far away, or gone silently
const PAUSE_MS = 50; // between two files: the person may be playing meanwhile, and servers limit the rate of requests

const pause = (ms: number) => new Promise<undefined>((done) => setTimeout(done, ms));

// Continues where an earlier try ended. Files that the previous build also has need no network.
async function keepFiles(): Promise<void> {
  const cache = await caches.open(CACHE);
  for (const file of FILES) {
    if (await cache.match(file)) continue;
    const kept = await caches.match(file);
    const response = kept ?? (await fetch(file, { priority: 'low' } as RequestInit));
    if (!response.ok) throw new Error(`${file}: ${response.status}`);
    await cache.put(file, response);
    if (!kept) await pause(PAUSE_MS);
  }
}

async function takeOver(): Promise<void> {
  const old = (await cachesHere()).filter((name) => name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  // Lets the browser request the page while the worker is still starting.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

// A file with a hash in its name. Files of other builds are kept, too: rules, and the files of a newer page.
async function file(request: Request): Promise<Response> {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) {
    const copy = response.clone();
    // The page also works if there is no space for it.
    caches.open(CACHE).then(
      (cache) => cache.put(request, copy).catch(() => {}),
      () => {},
    );
  }
  return response;
}

// The server's page if it arrives soon. A proxy answers 502 to 504 for an unreachable server.
async function page(event: FetchEvent): Promise<Response> {
  const network = (async () => ((await event.preloadResponse) as Response | undefined) ?? fetch(event.request))();
  event.waitUntil(network.catch(() => {}));
  const first = await Promise.race([network.catch(() => undefined), pause(PATIENCE_MS)]);
  if (first && first.status < 502) return first;
  const kept = await (await caches.open(CACHE)).match(PAGE);
  return kept ?? network;
}

self.addEventListener('install', (event) => event.waitUntil(keepFiles()));
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || !pathname.startsWith(ROOT)) return;
  const path = pathname.slice(ROOT.length);
  if (path.startsWith('assets/')) event.respondWith(file(request));
  else if (request.mode === 'navigate' && /^(?:$|index\.html$|[rg]\/)/.test(path)) event.respondWith(page(event));
});
