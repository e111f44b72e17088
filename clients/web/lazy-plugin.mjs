// An esbuild plugin for pages whose parts are loaded later. A module that is imported dynamically imports the entry
// point, too, which has always been run by then. Otherwise esbuild would cut the entry's code into a file for each set of
// parts that share a piece of it: thirty small files, which compress worse and take as many requests.
//
// They are found before anything is loaded: a module that is imported statically, too, might be loaded before the import
// that makes it lazy has been seen, and the build would differ from time to time.
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

// What every dynamic import in the folder names, and the parts of games that games-plugin.mjs imports.
async function lazyModules(folder) {
  const found = [];
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith('.ts')) continue;
    const path = join(folder, name);
    if (/^games\/\w+\/(module|picture|card|judge)\.ts$/.test(name)) found.push(path);
    for (const [, other] of (await readFile(path, 'utf8')).matchAll(/\bimport\('(\.[^']+)'\)/g))
      found.push(`${resolve(dirname(path), other)}.ts`);
  }
  return found;
}

export function lazyPlugin(entry) {
  let lazy = new Set();
  return {
    name: 'lazy',
    setup(build) {
      build.onStart(async () => {
        lazy = new Set(await lazyModules(dirname(entry)));
      });
      build.onResolve({ filter: /^\./ }, async ({ path, pluginData, ...where }) => {
        if (where.kind !== 'dynamic-import' || pluginData === 'lazy') return undefined;
        const found = await build.resolve(path, { ...where, pluginData: 'lazy' });
        lazy.add(found.path);
        return found;
      });
      build.onLoad({ filter: /\.ts$/ }, async ({ path }) =>
        lazy.has(path)
          ? { contents: `${await readFile(path, 'utf8')}\nimport ${JSON.stringify(entry)};`, loader: 'ts' }
          : undefined,
      );
    },
  };
}
