// The files that are made from the schemas and examples, so that a new request is declared once:
//
//   schema/game.schema.json         the unions of all games
//   schema/client.schema.json       the union of all requests
//   asyncapi.yaml                   the channels, with replies and examples
//   openapi.json                    the calls over HTTP, from calls.json
//   messages.schema.json            all messages in one open schema, for clients
//   clients/web/src/protocol.d.ts   TypeScript types
//   tests/fuzz/words.dict           words for fuzzing frames, before those of words.in.dict
//
// `npm run types` writes them; with `--check` it only reports whether they are current.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { makeAsyncApi } from './asyncapi.mjs';
import { makeMessages } from './bundle.mjs';
import { makeOpenApi } from './openapi.mjs';
import { gameUnions, requestNames, schemas } from './schemas.mjs';
import { makeTypes } from './types.mjs';

const file = (path) => new URL(path, import.meta.url);
const pretty = (value) => `${JSON.stringify(value, null, 2).replace(/\{\s+("\$ref": "[^"]+")\s+\}/g, '{$1}')}\n`;

function clientUnion() {
  const anyOf = requestNames.map((name) => ({ $ref: `${name}.schema.json` }));
  return { ...schemas.client, description: 'Everything a client may send. Unknown fields are ignored. Made by `npm run types` in protocol/.', anyOf };
}

// The types of requests and the names of their members, as libFuzzer reads them.
function fuzzWords() {
  const members = new Set(requestNames.flatMap((name) => Object.keys(schemas[name].properties)));
  const words = [...requestNames.map((name) => `"\\"${name}\\""`), ...[...members].sort().map((name) => `"\\"${name}\\":"`)];
  return `# Made by \`npm run types\` in protocol/ from the schemas of the requests and from words.in.dict.\n${words.join('\n')}\n${readFileSync(file('../tests/fuzz/words.in.dict'), 'utf8')}`;
}

// The union of games first: the types are made of it.
schemas.game = gameUnions();
schemas.client = clientUnion();
const made = [
  ['schema/game.schema.json', pretty(schemas.game)],
  ['schema/client.schema.json', pretty(schemas.client)],
  ['asyncapi.yaml', makeAsyncApi()],
  ['messages.schema.json', `${JSON.stringify(makeMessages(), null, 1)}\n`],
  ['openapi.json', `${JSON.stringify(makeOpenApi(), null, 1)}\n`],
  ['../clients/web/src/protocol.d.ts', makeTypes()],
  ['../tests/fuzz/words.dict', fuzzWords()],
].map(([path, text]) => [file(path), text]);

// The files that do not match the schemas.
export const staleFiles = () => made.filter(([path, text]) => readFileSync(path, 'utf8') !== text).map(([path]) => fileURLToPath(path));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!process.argv.includes('--check')) for (const [path, text] of made) writeFileSync(path, text);
  const stale = staleFiles();
  if (stale.length > 0) {
    console.error(`not what the schemas say: ${stale.join(', ')}; run "npm run types" in protocol/.`);
    process.exit(1);
  }
}
