// Bundles the unit tests of the page and runs them, and those of its build, with node's own runner. Arguments go to the runner, e.g. --test-reporter=tap.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { errorsPlugin } from '../errors-plugin.mjs';
import { gamesPlugin } from '../games-plugin.mjs';

const here = dirname(fileURLToPath(import.meta.url));
// Browser features that Node 18 lacks, as far as the modules under test need them on loading, and the address of the page's script, which a test may
// change before it imports anything of the page.
const BROWSER = `import { webcrypto } from 'node:crypto';
globalThis.crypto ??= webcrypto;
globalThis.scriptAddress ??= 'http://localhost/assets/page.js';
globalThis.navigator ??= { language: 'en' };
globalThis.matchMedia ??= () => ({ matches: false, addEventListener() {} });`;
const out = mkdtempSync(join(tmpdir(), 'engawa-web-'));
try {
  const tests = readdirSync(here).filter((name) => name.endsWith('.test.ts'));
  await build({
    entryPoints: tests.map((name) => join(here, name)),
    outdir: out,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node18',
    define: { 'import.meta.url': 'scriptAddress' },
    banner: { js: BROWSER },
    logLevel: 'warning',
    plugins: [gamesPlugin(), errorsPlugin()],
  });
  const ofBuild = readdirSync(here).filter((name) => name.endsWith('.test.mjs'));
  const files = [...tests.map((name) => join(out, `${basename(name, '.ts')}.mjs`)), ...ofBuild.map((name) => join(here, name))];
  process.exitCode =
    spawnSync(process.execPath, ['--test', ...process.argv.slice(2), ...files], { stdio: 'inherit' }).status ?? 1;
} finally {
  rmSync(out, { recursive: true, force: true });
}
