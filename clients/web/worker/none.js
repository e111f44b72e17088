// In place of worker.js: the worker that a browser has removes itself and all that it keeps. docs/host/internet.md, "The service worker".
// It waits until no page uses the old one, as any newer worker does: where it took over at once, Chromium 156 now and then left a visit that began
// just then without an answer for ever.
addEventListener('activate', (event) => event.waitUntil(remove()));
// Again at the next visit, if another page has registered it while this one was being removed.
addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.waitUntil(remove());
});

async function remove() {
  for (const name of await caches.keys()) await caches.delete(name);
  await registration.unregister();
}
