// Served instead of worker.js: the browser's worker then removes itself and all files that it keeps. docs/host/internet.md, "The service worker".
// It waits until no page uses the old one, as any newer worker does. When it took over at once, Chromium 156 sometimes never answered a visit that
// began at that moment.
import { cachesHere } from './kept';

declare const self: ServiceWorkerGlobalScope;

self.addEventListener('activate', (event) => event.waitUntil(remove()));
// Repeated at the next visit, if another page has registered it while this one was being removed.
self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.waitUntil(remove());
});

async function remove(): Promise<void> {
  for (const name of await cachesHere()) await caches.delete(name);
  await self.registration.unregister();
}
