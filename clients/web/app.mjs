// What makes the page an app, written into dist/ beside it: the manifest in both languages, and the service worker with
// the list of the files that it keeps. Addresses are relative to these files, because a server may live below a path.
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as esbuild from 'esbuild';

const NAMES = {
  ja: { name: '縁側 Engawa', short_name: '縁側', description: '友だちやボットと遊べるゲームサーバー' },
  en: { name: 'Engawa', short_name: 'Engawa', description: 'Play games with friends and bots' },
};
const PAPER = '#f5efe2'; // --paper in style/tokens.css
// Nobody needs rules to play; they are kept once they were used.
const isKept = (name) => !/\.(?:wasm|br|gz)$/.test(name);

// `icons`: the paths of the page's icon and of the one that systems cut to a shape of their own.
async function writeManifests(dist, { any, maskable }) {
  const icon = (path, purpose) => ({ src: path.slice(1), sizes: 'any', type: 'image/svg+xml', purpose });
  for (const [lang, names] of Object.entries(NAMES)) {
    const manifest = {
      lang,
      ...names,
      start_url: './', // and with it the identity: all servers of a site are apps of their own
      scope: './',
      display: 'standalone',
      theme_color: PAPER,
      background_color: PAPER,
      categories: ['games'],
      icons: [icon(any, 'any'), icon(maskable, 'maskable')],
    };
    await writeFile(join(dist, `app-${lang}.webmanifest`), `${JSON.stringify(manifest, null, 2)}\n`);
  }
}

// The page under the hash of its content, as all that the worker keeps.
async function copyPage(dist) {
  const content = await readFile(join(dist, 'index.html'));
  const name = `index-${createHash('sha256').update(content).digest('hex').slice(0, 8).toUpperCase()}.html`;
  await writeFile(join(dist, 'assets', name), content);
  return `assets/${name}`;
}

async function writeWorker(here, dist, target) {
  const page = await copyPage(dist);
  const names = (await readdir(join(dist, 'assets'))).filter(isKept).sort();
  const files = names.map((name) => `assets/${name}`);
  const build = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 8);
  const known = { FILES: files, PAGE: page, BUILD: build };
  await esbuild.build({
    entryPoints: { worker: join(here, 'worker/worker.ts'), 'no-worker': join(here, 'worker/none.ts') },
    outdir: dist,
    bundle: true,
    minify: true,
    format: 'iife',
    target,
    define: Object.fromEntries(Object.entries(known).map(([name, value]) => [name, JSON.stringify(value)])),
    logLevel: 'warning',
  });
}

// After the page and everything under dist/assets.
export async function writeApp(here, dist, { icons, target }) {
  await writeManifests(dist, icons);
  await writeWorker(here, dist, target);
}
