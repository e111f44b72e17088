// Compiles the rules of every game that lists its sources (games/NAME/rules.sources) to a WebAssembly module, with
// Debian's clang and its C++ library for wasm32-wasi. If these are not installed, no modules are built: the page asks
// the server instead, and cannot open record files.
//
// A module is kept in build/wasm under the hash of all its inputs.
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
// Without bots, terminal code and test checks. The wasi-libc of Debian 13 has no clock for a thread's processor time,
// which only bots would read.
const DEFINES = ['-DCLOCK_THREAD_CPUTIME_ID=CLOCK_MONOTONIC', '-DENGAWA_RULES_ONLY', '-DNDEBUG', '-DBOOST_SYSTEM_DISABLE_THREADS', '-DJSON_HAS_FILESYSTEM=0', '-DJSON_HAS_EXPERIMENTAL_FILESYSTEM=0'];
const LINK = ['-mexec-model=reactor', '-Wl,--strip-all', '-Wl,-z,stack-size=262144'];
// The only file that differs per game: it lists the games of the module.
const CATALOG = 'games/catalog.cpp';
// Code of every module, compiled once for all.
const COMMON = [
  'base/json_read.cpp',
  'base/plain_object.cpp',
  'games/core/info.cpp',
  'games/core/match.cpp',
  'games/core/option_keys.cpp',
  'games/record/chain.cpp',
  'games/record/commitment.cpp',
  'games/record/line_read.cpp',
  'games/record/lines.cpp',
  'games/record/players.cpp',
  'games/record/rendering.cpp',
  'games/record/replay.cpp',
  'games/record/result.cpp',
  'clients/web/rules/exchange.cpp',
  'clients/web/rules/module.cpp',
  'clients/web/rules/records.cpp',
  'clients/web/rules/sha256.cpp',
  'clients/web/rules/runtime.cpp',
];
// The header-only libraries of this machine, without the headers that would conflict with the target's own.
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

// A folder with nothing but those libraries.
async function gatherLibraries() {
  const include = join(made, 'include');
  await mkdir(include, { recursive: true });
  for (const [library, place] of Object.entries(LIBRARIES)) await symlink(place, join(include, library)).catch(() => {});
}

// Lets one checkout use ccache's results of another, as in cmake/settings.cmake.
const ANYWHERE = { ...process.env, CCACHE_BASEDIR: root.replace(/\/$/, ''), CCACHE_NOHASHDIR: '1' };

// The folder for the objects of a game, with its catalogue of one game; without a game, for the common objects.
async function workplace(name = 'common') {
  const own = join(made, name, 'games');
  await mkdir(own, { recursive: true });
  if (name !== 'common') await writeFile(join(own, 'games.def'), `GAME(${name})\n`);
}

// Each object is a task for inLanes, and is reported when it is done.
const tasksOf = (sources, place, progress) =>
  sources.map((source) => async () => {
    const object = await compile(place, source);
    progress();
    return object;
  });

async function compile(place, source) {
  const object = join(made, place, `${source.replaceAll('/', '-')}.o`);
  const catalog = source === CATALOG ? ['-I', join(made, place)] : [];
  const includes = ['-I', join(here, 'shim'), ...catalog, '-I', root, '-isystem', join(made, 'include')];
  const command = [COMPILER, ...TARGET, ...DEFINES, ...includes, '-c', join(root, source), '-o', object];
  if (process.env.ENGAWA_WASM_CCACHE !== 'no' && existsSync('/usr/bin/ccache')) command.unshift('ccache');
  await run(command[0], command.slice(1), { maxBuffer: 1 << 24, cwd: root, env: ANYWHERE });
  return object;
}

// As many at a time as there are processors.
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

// Modules built from other sources.
async function forget(name) {
  for (const file of readdirSync(made)) if (new RegExp(`^${name}-[0-9a-f]{16}\\.wasm$`).test(file)) await rm(join(made, file));
}

async function link(objects, file) {
  await run(COMPILER, [...TARGET, ...LINK, ...objects, '-o', `${file}.new`], { maxBuffer: 1 << 24 });
  await rename(`${file}.new`, file);
}

// Compiles the objects of the modules in parallel, and links each module. `said(done, all)` is called for every object.
async function make(modules, said) {
  await gatherLibraries();
  for (const name of [undefined, ...modules.map(({ name }) => name)]) await workplace(name);
  let done = 0;
  const all = modules.reduce((sum, { sources }) => sum + 1 + sources.length, COMMON.length);
  const progress = () => said(++done, all);
  const places = [{ place: 'common', sources: COMMON }, ...modules.map(({ name, sources }) => ({ place: name, sources: [CATALOG, ...sources] }))];
  const objects = await inLanes(places.flatMap(({ place, sources }) => tasksOf(sources, place, progress)));
  let at = COMMON.length;
  for (const { name, sources, file } of modules) {
    const own = objects.slice(at, (at += 1 + sources.length));
    await forget(name);
    await link([...objects.slice(0, COMMON.length), ...own], file);
  }
  for (const { place } of places) await rm(join(made, place), { recursive: true, force: true });
}

// The modules: game -> file. Empty where there is no toolchain. `said(done, all)`: files compiled.
export async function buildRules(said = () => {}) {
  const version = await toolchain();
  if (version === undefined) return new Map();
  const modules = [...games()].map(([name, sources]) => ({ name, sources, file: join(made, `${name}-${hashOf(name, version)}.wasm`) }));
  const missing = modules.filter(({ file }) => !existsSync(file));
  if (missing.length > 0) await make(missing, said);
  return new Map(modules.map(({ name, file }) => [name, file]));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, file] of await buildRules()) console.log(`${name} ${file} ${(await readFile(file)).length} bytes`);
}
