// Parts that the folder of a game with a schema needs, and lacks: sentences that tell its author what to do.
import { existsSync, readdirSync, readFileSync } from 'node:fs';

// `games`: the folder with a folder for each game; `index`: protocol/games.md. `common`: protocol/README.md and protocol/examples, which
// show and describe reversi.
export function missingParts(games, index, common = { readme: '', examples: '' }) {
  return readdirSync(games)
    .filter((id) => existsSync(new URL(`${id}/schema.json`, games)))
    .flatMap((id) => missingOf(id, new URL(`${id}/`, games), index, common));
}

function missingOf(id, folder, index, common) {
  const kinds = Object.entries(JSON.parse(readFileSync(new URL('schema.json', folder), 'utf8')).$defs)
    .filter(([name]) => name.endsWith('Event'))
    .map(([, part]) => part.properties.kind.const);
  const files = readdirSync(folder).filter((name) => name === 'wire.md' || /^example.*\.json$/.test(name));
  const text = (wanted) => files.filter(wanted).map((name) => readFileSync(new URL(name, folder), 'utf8')).join('\n');
  const elsewhere = common.examples.includes(`"game":"${id}"`) ? common.examples : '';
  const [examples, wire] = [text((name) => name !== 'wire.md') + elsewhere, text((name) => name === 'wire.md')];
  const told = kinds.length > 0 ? ` (its events: ${kinds.join(', ')})` : '';
  const unshown = kinds.filter((kind) => !new RegExp(`"kind":\\s*"${kind}"`).test(examples));
  const untold = kinds.filter((kind) => !`${wire}${common.readme}`.includes(`\`${kind}\``));
  return [
    ...(examples === '' ? [`games/${id} has a schema.json, but no example.json: write a conversation of a room there${told}, as games/nim/example.json is one`]
      : unshown.map((kind) => `games/${id}: no example*.json shows the event "${kind}" of schema.json: add it to a conversation`)),
    ...(wire === '' ? [`games/${id} has a schema.json, but no wire.md: describe the options, the move, legal, the view and the events there${told}, as games/nim/wire.md does`]
      : untold.map((kind) => `games/${id}/wire.md does not name the event \`${kind}\` of schema.json`)),
    ...(index.includes(`../games/${id}/wire.md`) ? [] : [`protocol/games.md does not link ../games/${id}/wire.md`]),
  ];
}
