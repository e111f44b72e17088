// Bundles the page into dist/: index.html that names hashed files under dist/assets/. `--watch` builds again on every change.
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import * as esbuild from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, 'dist');
const budgets = { '.js': 45_000, '.css': 12_000 };

const options = {
  absWorkingDir: here,
  entryPoints: { page: 'src/main.ts', style: 'style/main.css' },
  outdir: dist,
  entryNames: 'assets/[name]-[hash]',
  assetNames: 'assets/[name]-[hash]',
  publicPath: '/',
  bundle: true,
  minify: true,
  format: 'esm',
  target: ['es2022', 'chrome110', 'firefox115', 'safari16'],
  loader: { '.svg': 'file' },
  metafile: true,
  legalComments: 'none',
  logLevel: 'warning',
};

// The output that came from a source file.
function outputOf(metafile, source) {
  const found = Object.entries(metafile.outputs).find(([, output]) => output.entryPoint === source || source in output.inputs);
  return found[0];
}

// Copies a file that only index.html names, with its hash in the name; returns its address.
async function copyHashed(source) {
  const content = await readFile(join(here, source));
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8).toUpperCase();
  const name = basename(source).replace('.', `-${hash}.`);
  await writeFile(join(dist, 'assets', name), content);
  return `/assets/${name}`;
}

async function writePage(metafile) {
  const href = (output) => `/${relative(dist, join(here, output))}`;
  const page = (await readFile(join(here, 'index.html'), 'utf8'))
    .replace('%SCRIPT%', href(outputOf(metafile, 'src/main.ts')))
    .replace('%STYLE%', href(outputOf(metafile, 'style/main.css')))
    .replace('%ICON%', await copyHashed('art/favicon.svg'));
  await writeFile(join(dist, 'index.html'), page);
}

// Sizes on the wire, and a failed build above the budget.
async function weigh(metafile) {
  const total = {};
  for (const name of Object.keys(metafile.outputs)) {
    const ending = name.slice(name.lastIndexOf('.'));
    const bytes = gzipSync(await readFile(join(here, name))).length;
    total[ending] = (total[ending] ?? 0) + bytes;
    console.log(`${basename(name).padEnd(28)} ${String(bytes).padStart(6)} bytes gzipped`);
  }
  for (const [ending, budget] of Object.entries(budgets)) {
    if (total[ending] > budget) throw new Error(`${ending} is ${total[ending]} bytes gzipped, above the budget of ${budget}`);
  }
}

const finish = {
  name: 'finish',
  setup(build) {
    build.onEnd(async (result) => {
      if (result.errors.length > 0) return;
      await writePage(result.metafile);
      await weigh(result.metafile);
    });
  },
};

await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
if (process.argv.includes('--watch')) {
  const context = await esbuild.context({ ...options, plugins: [finish] });
  await context.watch();
} else {
  const result = await esbuild.build(options);
  await writePage(result.metafile);
  await weigh(result.metafile);
}
