// An esbuild plugin for the page's games, each a folder in src/games with a `module.ts`. `virtual:games` has their
// code, which is loaded when a room with the game is opened, the addresses of their styles, and the parts that a folder
// may have: `picture.ts` (small pictures of positions), `card.ts` (the first steps in the game) and `judge.ts` (what an
// analysis says of a move). `virtual:game-texts`
// has their texts and the events that need words, for the tests; `virtual:rules` has the addresses of their rules,
// and `virtual:styles` those of the styles of parts that are loaded on demand.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const folder = join(here, 'src/games');
const LATER_STYLES = ['record', 'later', 'dialogs', 'card', 'dev', 'result', 'since', 'stamps', 'asleep']; // of parts that are loaded on demand

export const gameIds = readdirSync(folder).filter((id) => existsSync(join(folder, id, 'module.ts')));

async function writeStyle(id, dist, source = join(folder, id, `${id}.css`)) {
  if (!existsSync(source)) return '';
  const built = await esbuild.build({
    entryPoints: [source],
    bundle: true,
    minify: true,
    loader: { '.svg': 'dataurl' },
    write: false,
  });
  const { contents } = built.outputFiles[0];
  const name = `${id}-${createHash('sha256').update(contents).digest('hex').slice(0, 8).toUpperCase()}.css`;
  await mkdir(join(dist, 'assets'), { recursive: true });
  await writeFile(join(dist, 'assets', name), contents);
  return `/assets/${name}`;
}

// `dist`: the folder for the styles; undefined: none are written. `styles` then has their addresses by game, `rules` those
// of their rules (rules/build.mjs).
export function gamesPlugin(dist, styles = {}, rules = {}) {
  const parts = (name) =>
    gameIds
      .filter((id) => existsSync(join(folder, id, `${name}.ts`)))
      .map((id) => `'${id}': () => import('./src/games/${id}/${name}')`)
      .join(', ');
  const modules = async () => {
    for (const id of gameIds) styles[id] = dist ? await writeStyle(id, dist) : '';
    const entries = gameIds.map((id) => `'${id}': { load: () => import('./src/games/${id}/module'), style: '${styles[id]}' }`);
    return `export const GAMES = { ${entries.join(', ')} };
export const PICTURES = { ${parts('picture')} };
export const CARDS = { ${parts('card')} };
export const JUDGES = { ${parts('judge')} };`;
  };
  const laterStyles = async () => {
    const styles = {};
    for (const name of LATER_STYLES) styles[name] = dist ? await writeStyle(name, dist, join(here, `style/${name}.css`)) : '';
    return `export const STYLES = ${JSON.stringify(styles)};`;
  };
  // [game, kind] of every event that a game's schema defines.
  const events = () =>
    gameIds.flatMap((id) => {
      const schema = join(here, '../../games', id, 'schema.json');
      if (!existsSync(schema)) return [];
      const parts = Object.entries(JSON.parse(readFileSync(schema, 'utf8')).$defs);
      return parts.filter(([name]) => name.endsWith('Event')).map(([, part]) => [id, part.properties.kind.const]);
    });
  const texts = () => {
    const all = gameIds.map((id) => [id, `${id}/texts`]);
    for (const part of ['judge', 'lesson', 'move-words', 'help-texts']) {
      const having = gameIds.filter((id) => existsSync(join(folder, id, `${part}.ts`)));
      all.push(...having.map((id) => [`${id} ${part}`, `${id}/${part}`]));
    }
    return `${all.map(([, file], i) => `import * as game${i} from './src/games/${file}';`).join('\n')}
export const GAME_EVENTS = ${JSON.stringify(events())};
export const GAME_TEXTS = { ${all.map(([name], i) => `'${name}': game${i}`).join(', ')} };`;
  };
  return {
    name: 'games',
    setup(build) {
      build.onResolve({ filter: /^virtual:(game|rules|styles)/ }, ({ path }) => ({ path, namespace: 'games' }));
      build.onLoad({ filter: /^virtual:rules$/, namespace: 'games' }, () => ({
        contents: `export const RULES = ${JSON.stringify(rules)};`,
      }));
      build.onLoad({ filter: /^virtual:styles$/, namespace: 'games' }, async () => ({ contents: await laterStyles() }));
      build.onLoad({ filter: /.*/, namespace: 'games' }, async ({ path }) => ({
        contents: path === 'virtual:games' ? await modules() : texts(),
        resolveDir: here,
        loader: 'ts',
        watchDirs: [folder],
      }));
    },
  };
}
