// An esbuild plugin for pages whose parts are loaded later. A module that is imported dynamically imports the entry
// point, too, which has always been run by then. Otherwise esbuild would cut the entry's code into a file for each set of
// parts that share a piece of it: thirty small files, which compress worse and take as many requests.
import { readFile } from 'node:fs/promises';

export function lazyPlugin(entry) {
  const lazy = new Set();
  return {
    name: 'lazy',
    setup(build) {
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
