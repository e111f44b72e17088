// An esbuild plugin: `virtual:retry` has the codes of the refusals after which a request is sent again. Their sentences,
// which are most of errors.json, are loaded apart from it (src/pages/errors.ts).
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const registry = join(dirname(fileURLToPath(import.meta.url)), '../../protocol/errors.json');

export function errorsPlugin() {
  const retry = () => JSON.parse(readFileSync(registry, 'utf8')).errors.filter((error) => error.retry);
  return {
    name: 'errors',
    setup(build) {
      build.onResolve({ filter: /^virtual:retry$/ }, ({ path }) => ({ path, namespace: 'errors' }));
      build.onLoad({ filter: /.*/, namespace: 'errors' }, () => ({
        contents: `export const RETRY = ${JSON.stringify(retry().map(({ code }) => code))};`,
        watchFiles: [registry],
      }));
    },
  };
}
