// The manifests and the service workers that the build writes, for a server at the root of a site and for one below a path.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { writeApp } from '../app.mjs';

const ORIGIN = 'https://games.example.org';
let dist;
before(async () => {
  dist = mkdtempSync(join(tmpdir(), 'engawa-app-'));
  mkdirSync(join(dist, 'assets'));
  writeFileSync(join(dist, 'index.html'), '<!doctype html>');
  writeFileSync(join(dist, 'assets/page-1A2B3C4D.js'), '');
  const icons = { any: '/assets/favicon-1A2B3C4D.svg', maskable: '/assets/maskable-1A2B3C4D.svg' };
  await writeApp(fileURLToPath(new URL('..', import.meta.url)), dist, { icons, target: 'es2022' });
});
after(() => rmSync(dist, { recursive: true }));

// A worker in a browser that keeps the caches `stored` ({name: [address]}) of this origin.
function started(file, scope, stored) {
  const here = new URL(scope + file, ORIGIN);
  const address = (what) => new URL(what.url ?? what, here).href;
  const fetched = [];
  const heard = {};
  const open = async (name) => {
    stored[name] ??= [];
    const match = async (what) => (stored[name].includes(address(what)) ? { ok: true } : undefined);
    return { match, put: async (what) => stored[name].push(address(what)) };
  };
  const caches = {
    open,
    keys: async () => Object.keys(stored),
    delete: async (name) => delete stored[name],
    match: async (what) => (Object.values(stored).flat().includes(address(what)) ? { ok: true } : undefined),
  };
  const worker = {
    caches,
    URL,
    location: here,
    setTimeout: (act) => setTimeout(act),
    registration: { scope: ORIGIN + scope, unregister: async () => fetched.push('unregistered') },
    clients: { claim() {} },
    addEventListener: (kind, act) => (heard[kind] = act),
    fetch: async (what) => fetched.push(address(what)) && { ok: true, status: 200, clone: () => ({}) },
  };
  worker.self = worker;
  runInNewContext(readFileSync(join(dist, file), 'utf8'), worker);
  const happens = async (kind, event = {}) => {
    const waits = [];
    heard[kind]({ ...event, waitUntil: (work) => waits.push(work), respondWith: (work) => waits.push(work) });
    await Promise.all(waits);
    return waits.length > 0;
  };
  return { fetched, happens };
}

test('manifests name nothing of the site above them', () => {
  for (const lang of ['ja', 'en']) {
    const manifest = JSON.parse(readFileSync(join(dist, `app-${lang}.webmanifest`), 'utf8'));
    assert.deepEqual([manifest.start_url, manifest.scope, manifest.id], ['./', './', undefined]);
    assert.deepEqual(
      manifest.icons.map(({ src }) => src),
      ['assets/favicon-1A2B3C4D.svg', 'assets/maskable-1A2B3C4D.svg'],
    );
  }
});

for (const [scope, own, old] of [
  ['/', /^engawa-[0-9a-f]{8}$/, 'engawa-0a0a0a0a'],
  ['/engawa/', /^engawa \/engawa\/ [0-9a-f]{8}$/, 'engawa /engawa/ 0a0a0a0a'],
]) {
  const others = ['engawa-0b0b0b0b', 'engawa /engawa/ 0b0b0b0b', 'engawa /engawa/two/ 0b0b0b0b', 'of the site'].filter(
    (name) => !name.startsWith(old.slice(0, -8)),
  );

  test(`the worker of ${scope} keeps its files, and removes only its own older ones`, async () => {
    const stored = Object.fromEntries([old, ...others].map((name) => [name, []]));
    const { fetched, happens } = started('worker.js', scope, stored);
    await happens('install');
    const files = readdirSync(join(dist, 'assets'))
      .sort()
      .map((name) => `${ORIGIN}${scope}assets/${name}`);
    assert.deepEqual(fetched, files);
    await happens('activate');
    const name = Object.keys(stored).find((one) => own.test(one));
    assert.deepEqual(stored[name], files);
    assert.deepEqual(Object.keys(stored).sort(), [name, ...others].sort());
  });

  test(`the worker of ${scope} answers for its page and its files, and for nothing else`, async () => {
    const { happens } = started('worker.js', scope, {});
    const answers = (path, mode = 'navigate') => happens('fetch', { request: { method: 'GET', mode, url: ORIGIN + path } });
    for (const path of ['', 'index.html', 'r/K7WMA2QX', 'g/K7WMA2QX-1', 'assets/x.js'])
      assert.equal(await answers(scope + path), true, path);
    for (const path of [
      `${scope}api/games`,
      `${scope}dev`,
      '/other/assets/x.js',
      '/otherwise/r/K7WMA2QX',
      `${scope}two/r/K7WMA2QX`,
    ])
      assert.equal(await answers(path), false, path);
    assert.equal(await answers(`${scope}r/K7WMA2QX`, 'cors'), false);
  });

  test(`no-worker.js in the place of the worker of ${scope} removes only its own files`, async () => {
    const stored = Object.fromEntries([old, ...others].map((name) => [name, []]));
    const { fetched, happens } = started('no-worker.js', scope, stored);
    await happens('activate');
    assert.deepEqual(Object.keys(stored), others);
    assert.deepEqual(fetched, ['unregistered']);
  });
}
