// In place of worker.js: the worker that a browser has removes itself and all that it keeps. README.md, "Settings".
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(remove()));

async function remove() {
  for (const name of await caches.keys()) await caches.delete(name);
  await registration.unregister();
}
