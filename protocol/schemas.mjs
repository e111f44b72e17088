// The schemas of the protocol by name: `step` is schema/step.schema.json, and `nim` is games/nim/schema.json, the part of a game.
// `npm run types` makes what else lists them: see made.mjs.
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const folder = new URL('schema/', import.meta.url);
const games = new URL('../games/', import.meta.url);
const root = 'https://engawa.example/'; // in the $id of each schema, in place of the repository's own folder

const read = (url) => JSON.parse(readFileSync(url, 'utf8'));
const gameFile = (id) => new URL(`${id}/schema.json`, games);

export const gameIds = readdirSync(games).filter((id) => existsSync(gameFile(id))).sort();
export const schemas = Object.fromEntries([
  ...readdirSync(folder).filter((name) => name.endsWith('.schema.json')).sort().map((name) => [name.replace('.schema.json', ''), read(new URL(name, folder))]),
  ...gameIds.map((id) => [id, read(gameFile(id))]),
]);
export const isGame = (name) => gameIds.includes(name);

// Requests: what a client sends with an id of its own. `hello` is the first on every connection; the others by name.
const isRequest = (name) => schemas[name].properties?.type?.const === name && schemas[name].properties.id;
export const requestNames = ['hello', ...Object.keys(schemas).filter((name) => name !== 'hello' && isRequest(name))];
export const lobbyRequestNames = ['hello', 'ping', 'sync'];

const nameById = new Map(Object.entries(schemas).map(([name, schema]) => [schema.$id, name]));
for (const [name, schema] of Object.entries(schemas)) {
  const path = isGame(name) ? `games/${name}/schema.json` : `protocol/schema/${name}.schema.json`;
  if (schema.$id !== root + path) throw new Error(`${path}: its $id must be ${root + path}`);
}

// Where a reference in the schema `name` leads: a schema's name, and a name in its $defs or ''.
export function target(ref, name) {
  const [path, pointer = ''] = ref.split('#');
  const found = path ? nameById.get(new URL(path, schemas[name].$id).href) : name;
  const part = pointer.replace('/$defs/', '');
  if (!found || (part && !schemas[found].$defs?.[part])) throw new Error(`${name}: ${ref} leads nowhere`);
  return { name: found, part };
}

// The definition that a reference leads to.
export function definition(ref, name) {
  const { name: found, part } = target(ref, name);
  return part ? schemas[found].$defs[part] : schemas[found];
}

// For each union of schema/game.schema.json the definitions of a game that belong to it: NimMove to GameMove, TakeEvent to GameEvent.
const unions = { Move: 'a move', Options: 'the options of a room, normalised', View: 'a view', ViewPatch: 'a merge patch of a view', Hint: 'what the server advises; `move` is absent when nothing helps', Event: 'an event' };

export function gameUnions() {
  const defs = {};
  for (const [kind, what] of Object.entries(unions)) {
    const anyOf = gameIds.flatMap((id) => {
      const own = `${id[0].toUpperCase()}${id.slice(1)}${kind}`;
      const names = Object.keys(schemas[id].$defs).filter((name) => (kind === 'Event' ? name.endsWith(kind) : name === own));
      if (names.length === 0 && kind !== 'Hint' && kind !== 'Event') throw new Error(`games/${id}/schema.json: ${own} is missing`);
      return names.map((name) => ({ $ref: `../../games/${id}/schema.json#/$defs/${name}` }));
    });
    defs[`Game${kind}`] = { description: `Of any game: ${what}.`, anyOf };
  }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `${root}protocol/schema/game.schema.json`,
    description: 'What differs from game to game. Made from games/*/schema.json by `npm run types` in protocol/: change those, not this file.',
    $defs: defs,
  };
}
