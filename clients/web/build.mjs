// Bundles the page into dist/: index.html with hashed files under dist/assets/, and the compressed forms of each file.
// `--watch` rebuilds on every change. `--need-rules`: without the rules of games as WebAssembly there is no page, as for
// everybody who runs a server; without this flag the page asks the server in their place, and opens no records from files.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import * as esbuild from 'esbuild';
import { writeApp } from './app.mjs';
import { errorsPlugin } from './errors-plugin.mjs';
import { gameIds, gamesPlugin } from './games-plugin.mjs';
import { lazyPlugin } from './lazy-plugin.mjs';
import { buildRules } from './rules/build.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, 'dist');
// Bytes on the wire with Brotli, which browsers accept over TLS and from this machine (otherwise they accept gzip, an
// eighth more). `first`: all code and style up to the first move of any game; `game`: the additional code of one game.
// `rules`: the rules of one game, which nobody needs for a first move.
const budgets = { first: 45_000, game: 15_000, style: 12_000, rules: 150_000 };

const gameStyles = {};
const gameRules = {};
const options = {
  absWorkingDir: here,
  entryPoints: { page: 'src/main.ts', style: 'style/main.css' },
  outdir: dist,
  entryNames: 'assets/[name]-[hash]',
  assetNames: 'assets/[name]-[hash]',
  chunkNames: 'assets/[name]-[hash]',
  splitting: true,
  bundle: true,
  minify: true,
  format: 'esm',
  target: ['es2022', 'chrome110', 'firefox115', 'safari16'],
  loader: { '.svg': 'dataurl' }, // in the style sheet: a picture of its own would come one round trip later
  metafile: true,
  legalComments: 'none',
  charset: 'utf8', // Japanese as it is, which is smaller than its escapes
  logLevel: 'warning',
  plugins: [gamesPlugin(dist, gameStyles, gameRules), errorsPlugin(), lazyPlugin(join(here, 'src/main.ts'))],
};

// The output that came from a source file.
function outputOf(metafile, source) {
  const found = Object.entries(metafile.outputs).find(([, output]) => output.entryPoint === source || source in output.inputs);
  return found[0];
}

// Copies a file that only index.html or the code names, with its hash in the name; returns its address.
async function copyHashed(source, called = basename(source)) {
  const content = await readFile(join(here, source));
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8).toUpperCase();
  const name = called.replace('.', `-${hash}.`);
  await mkdir(join(dist, 'assets'), { recursive: true });
  await writeFile(join(dist, 'assets', name), content);
  return `/assets/${name}`;
}

// Parts that the page always needs, so that the browser requests them at once and not one after the other.
function preload(metafile) {
  const main = outputOf(metafile, 'src/main.ts');
  const parts = [...together(metafile, main)].filter((name) => name !== main);
  return parts.map((name) => `<link rel="modulepreload" href="/${relative(dist, join(here, name))}">`);
}

async function writePage(metafile, icon) {
  const href = (output) => `/${relative(dist, join(here, output))}`;
  const page = (await readFile(join(here, 'index.html'), 'utf8'))
    .replace('%SCRIPT%', href(outputOf(metafile, 'src/main.ts')))
    .replace('%CHUNKS%', () => preload(metafile).join('\n    '))
    .replace('%STYLE%', href(outputOf(metafile, 'style/main.css')))
    .replace('%ICON%', icon);
  await writeFile(join(dist, 'index.html'), page);
}

// An output with everything that it imports statically.
function together(metafile, output, found = new Set()) {
  if (found.has(output)) return found;
  found.add(output);
  for (const { path, kind } of metafile.outputs[output].imports)
    if (kind === 'import-statement') together(metafile, path, found);
  return found;
}

// The compressed forms that the server sends instead of each file; only if they are smaller.
async function pack() {
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  for (const name of await readdir(dist, { recursive: true })) {
    if (!/\.(html|js|css|svg|wasm|json|yaml)$/.test(name) || name === 'worker.js') continue; // an operator may replace it
    const content = await readFile(join(dist, name));
    const forms = { gz: gzipSync(content, { level: 9 }), br: brotliCompressSync(content, brotli) };
    for (const [ending, packed] of Object.entries(forms)) {
      const file = join(dist, `${name}.${ending}`);
      if (packed.length < content.length) await writeFile(file, packed);
      else await rm(file, { force: true });
    }
  }
}

// The size of a compressed form, or of the file itself if there is none.
async function sizeOf(name, ending) {
  const file = join(here, name);
  const packed = await stat(`${file}.${ending}`).catch(() => stat(file));
  return packed.size;
}

// Reports sizes on the wire; fails the build above the budget.
async function weigh(metafile) {
  const bytes = {};
  for (const name of Object.keys(metafile.outputs)) {
    bytes[name] = await sizeOf(name, 'br');
    const sizes = [bytes[name], await sizeOf(name, 'gz')].map((size) => String(size).padStart(6));
    console.log(`${basename(name).padEnd(28)} ${sizes[0]} bytes in Brotli, ${sizes[1]} in gzip`);
  }
  const within = (what, size, budget) => {
    if (size > budget) throw new Error(`${what} is ${size} bytes packed, above the budget of ${budget}`);
  };
  const sum = (names) => [...names].reduce((total, name) => total + bytes[name], 0);
  const page = together(metafile, outputOf(metafile, 'src/main.ts'));
  const style = sum(Object.keys(bytes).filter((name) => name.endsWith('.css')));
  for (const id of gameIds) {
    const name = outputOf(metafile, `src/games/${id}/module.ts`);
    const code = sum([...together(metafile, name)].filter((part) => !page.has(part)));
    const own = code + (gameStyles[id] && (await sizeOf(join('dist', gameStyles[id]), 'br')));
    console.log(`${id.padEnd(28)} ${String(own).padStart(6)} more than the page's ${sum(page) + style}`);
    within(id, own, budgets.game);
    within(`the page with ${id}`, sum(page) + own + style, budgets.first);
  }
  within('the style sheet', style, budgets.style);
  for (const [id, address] of Object.entries(gameRules)) {
    const size = await sizeOf(join('dist', address), 'br');
    console.log(`${`rules of ${id}`.padEnd(28)} ${String(size).padStart(6)} bytes in Brotli`);
    within(`the rules of ${id}`, size, budgets.rules);
  }
}

// The documents of the protocol, where the server has the API: /api/openapi.json and the others.
async function copyDocuments() {
  const protocol = join(here, '../../protocol');
  const games = (await readdir(join(here, '../../games'), { recursive: true })).filter((name) =>
    /^[^/]+\/schema\.json$/.test(name),
  );
  const schemas = (await readdir(join(protocol, 'schema'))).map((name) => `schema/${name}`);
  for (const name of ['openapi.json', 'asyncapi.yaml', 'messages.schema.json', 'errors.json', ...schemas])
    await copyTo(join(dist, 'api', name), join(protocol, name));
  for (const name of games) await copyTo(join(dist, 'games', name), join(here, '../../games', name));
}

async function copyTo(to, from) {
  await mkdir(dirname(to), { recursive: true });
  await writeFile(to, await readFile(from));
}

async function finishPage(metafile) {
  const icons = { any: await copyHashed('art/favicon.svg'), maskable: await copyHashed('art/maskable.svg') };
  await writePage(metafile, icons.any);
  await copyDocuments();
  // What chats show of a link to the site, and where the server has no picture of its own: the veranda and the icon, 1200 x 630.
  await copyTo(join(dist, 'preview.png'), join(here, 'art/preview.png'));
  await writeApp(here, dist, { icons, target: options.target });
  await pack();
  await weigh(metafile);
}

const finish = {
  name: 'finish',
  setup(build) {
    build.onEnd(async (result) => {
      if (result.errors.length > 0) return;
      await finishPage(result.metafile);
    });
  },
};

const rules = await buildRules((done, all) => console.log(`[${done}/${all}] rules of games`));
if (rules.size === 0) {
  const why =
    'no compiler for WebAssembly here (Debian has it in clang-19, lld-19, wasi-libc, lib{c++,c++abi,clang-rt}-19-dev-wasm32)';
  if (process.argv.includes('--need-rules')) {
    console.error(`${why}: install these packages and try again`);
    process.exit(1);
  }
  console.log(`${why}: the page has no rules of its own, and asks the server`);
}
await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
for (const [id, file] of rules) gameRules[id] = await copyHashed(relative(here, file), `rules-${id}.wasm`);
if (process.argv.includes('--watch')) {
  const context = await esbuild.context({ ...options, plugins: [...options.plugins, finish] });
  await context.watch();
} else {
  const result = await esbuild.build(options);
  await finishPage(result.metafile);
}
