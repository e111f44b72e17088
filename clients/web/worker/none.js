// In place of worker.js: the worker that a browser has removes itself and all that it keeps. README.md, "Settings".
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(remove()));
// Again at the next visit, if another page has registered it while this one was being removed.
addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.waitUntil(remove());
});

async function remove() {
  for (const name of await caches.keys()) await caches.delete(name);
  await registration.unregister();
}
