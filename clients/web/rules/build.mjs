// Compiles the rules of every game that lists its sources (games/NAME/rules.sources) to a WebAssembly module, with
// Debian's clang and its C++ library for wasm32-wasi. Where these are not installed there are no modules, and the page
// asks the server instead.
//
// A module is kept in build/wasm under the hash of all that it is made from.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../../..');
const made = join(root, 'build/wasm');
const COMPILER = process.env.ENGAWA_WASM_CXX ?? 'clang++-19';

const TARGET = ['--target=wasm32-wasi', '-std=c++20', '-Oz', '-flto', '-fno-rtti', '-fignore-exceptions'];
// Nothing that thinks, nothing for the terminal, no checks of our own tests.
const DEFINES = ['-DENGAWA_RULES_ONLY', '-DNDEBUG', '-DBOOST_SYSTEM_DISABLE_THREADS', '-DJSON_HAS_FILESYSTEM=0', '-DJSON_HAS_EXPERIMENTAL_FILESYSTEM=0'];
const LINK = ['-mexec-model=reactor', '-Wl,--strip-all', '-Wl,-z,stack-size=262144'];
// What every module has.
const COMMON = [
  'base/json_read.cpp',
  'base/plain_object.cpp',
  'games/catalog.cpp',
  'games/core/info.cpp',
  'games/core/match.cpp',
  'games/core/option_keys.cpp',
  'games/record/chain.cpp',
  'games/record/commitment.cpp',
  'games/record/line_read.cpp',
  'games/record/lines.cpp',
  'games/record/rendering.cpp',
  'games/record/replay.cpp',
  'games/record/result.cpp',
  'clients/web/rules/exchange.cpp',
  'clients/web/rules/module.cpp',
  'clients/web/rules/records.cpp',
  'clients/web/rules/sha256.cpp',
  'clients/web/rules/runtime.cpp',
];
// The libraries of this machine that are headers alone: what a target's own headers must not meet is left out.
const LIBRARIES = { boost: '/usr/include/boost', nlohmann: '/usr/include/nlohmann' };

// The games that list their sources: name -> files.
export function games() {
  const folder = join(root, 'games');
  const listed = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'rules.sources')));
  return new Map(
    listed.map((name) => {
      const files = readFileSync(join(folder, name, 'rules.sources'), 'utf8').split('\n').filter(Boolean);
      return [name, files.map((file) => `games/${name}/${file}`)];
    }),
  );
}

// The compiler's version; undefined where it or its library is missing.
async function toolchain() {
  try {
    const { stdout } = await run(COMPILER, ['--target=wasm32-wasi', '--version']);
    const probe = join(made, 'probe.cpp');
    await mkdir(made, { recursive: true });
    await writeFile(probe, '#include <vector>\nint main() { return static_cast<int>(std::vector<int>().size()); }\n');
    await run(COMPILER, ['--target=wasm32-wasi', probe, '-o', join(made, 'probe.wasm')]);
    return stdout.split('\n')[0];
  } catch {
    return undefined;
  }
}

const isSource = ({ name, isFile }) => isFile && /(\.(cpp|hpp|inc|def|sources|mjs)|^[a-z_]+)$/.test(name);
const listed = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .map((entry) => ({ name: entry.name, isFile: entry.isFile() }))
    .filter(isSource)
    .map(({ name }) => name)
    .sort();

function hashOf(name, version) {
  const hash = createHash('sha256').update([version, ...TARGET, ...DEFINES, ...LINK].join('\n'));
  for (const folder of ['base', 'games/core', 'games/bots', 'games/record', `games/${name}`, 'games', 'clients/web/rules', 'clients/web/rules/shim'])
    for (const file of listed(join(root, folder)))
      hash.update(`${folder}/${file}\n`).update(readFileSync(join(root, folder, file)));
  return hash.digest('hex').slice(0, 16);
}

// A folder with nothing but those libraries, and a catalogue of one game.
async function prepare(name) {
  const include = join(made, 'include');
  await mkdir(include, { recursive: true });
  for (const [library, place] of Object.entries(LIBRARIES)) await symlink(place, join(include, library)).catch(() => {});
  const own = join(made, name, 'games');
  await mkdir(own, { recursive: true });
  await writeFile(join(own, 'games.def'), `GAME(${name})\n`);
}

async function compile(name, source) {
  const object = join(made, name, `${source.replaceAll('/', '-')}.o`);
  const includes = ['-I', join(here, 'shim'), '-I', join(made, name), '-I', root, '-isystem', join(made, 'include')];
  const command = [COMPILER, ...TARGET, ...DEFINES, ...includes, '-c', join(root, source), '-o', object];
  if (process.env.ENGAWA_WASM_CCACHE !== 'no' && existsSync('/usr/bin/ccache')) command.unshift('ccache');
  await run(command[0], command.slice(1), { maxBuffer: 1 << 24 });
  return object;
}

// So many at a time as there are processors.
async function inLanes(tasks) {
  const results = [];
  let next = 0;
  const lane = async () => {
    while (next < tasks.length) {
      const mine = next++;
      results[mine] = await tasks[mine]();
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Number(process.env.ENGAWA_JOBS ?? cpus().length)) }, lane));
  return results;
}

async function make(name, sources, file) {
  await prepare(name);
  const objects = await inLanes([...COMMON, ...sources].map((source) => () => compile(name, source)));
  await run(COMPILER, [...TARGET, ...LINK, ...objects, '-o', `${file}.new`], { maxBuffer: 1 << 24 });
  await rename(`${file}.new`, file);
  await rm(join(made, name), { recursive: true, force: true });
}

// The modules of other sources.
async function forget(name) {
  for (const file of readdirSync(made)) if (new RegExp(`^${name}-[0-9a-f]{16}\\.wasm$`).test(file)) await rm(join(made, file));
}

// The modules: game -> file. Empty where there is no toolchain.
export async function buildRules() {
  const version = await toolchain();
  if (version === undefined) return new Map();
  const files = new Map();
  for (const [name, sources] of games()) {
    const file = join(made, `${name}-${hashOf(name, version)}.wasm`);
    if (!existsSync(file)) {
      await forget(name);
      await make(name, sources, file);
    }
    files.set(name, file);
  }
  return files;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, file] of await buildRules()) console.log(`${name} ${file} ${(await readFile(file)).length} bytes`);
}
