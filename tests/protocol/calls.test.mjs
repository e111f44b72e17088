// Every call of the HTTP API with made-up requests, right and wrong, against a real server: each answer has a status that
// protocol/openapi.json names for the call, and is valid by its closed schema. ENGAWA_CALLS: how many requests.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { makeOpenApi } from '../../protocol/openapi.mjs';
import { Engawad } from '../browser/lib/engawad.mjs';
import { counted, make, ODD, pick, random, SEED, seldom, upTo } from './made_up.mjs';

const require = createRequire(new URL('../../protocol/package.json', import.meta.url));
const Ajv = require('ajv/dist/2020').default;
const document = makeOpenApi({ open: false }); // a member that it does not know is a fault of this server
const REQUESTS = Number(process.env.ENGAWA_CALLS ?? 500);

const ajv = new Ajv({ strict: false, validateFormats: false });
ajv.addSchema({ $id: 'openapi', components: document.components });
const validators = new Map();
function validator(schema) {
  const key = JSON.stringify(schema);
  if (!validators.has(key)) validators.set(key, ajv.compile(JSON.parse(key.replaceAll('"#/components', '"openapi#/components'))));
  return validators.get(key);
}

const made = (schema) =>
  make(schema, {
    find: (ref) => ref.split('/').slice(1).reduce((at, name) => at[name], document),
    text: () => pick(['nim', 'reversi', 'Hana', 'はな', 'K7WMA2QX', 'perfect', ...ODD]),
  });

let server;
let tokens;
const rooms = [];
before(async () => {
  server = await Engawad.start({ args: ['--trusted-proxies', '127.0.0.1', '--rooms', '20000'] });
  tokens = [undefined, 'no token', '0'.repeat(32)];
  for (let i = 0; i < 3; i += 1) tokens.push((await ask('POST', '/api/guests', {})).json.token);
});
after(() => server?.stop());

// From a separate address, so that no limit of an address ends the test.
async function ask(method, path, body, token, type = 'application/json') {
  const headers = { 'X-Forwarded-For': `10.${upTo(256)}.${upTo(256)}.${upTo(256)}`, ...(token && { Authorization: `Bearer ${token}` }), ...(body !== undefined && { 'Content-Type': type }) };
  const answer = await fetch(server.url + path, { method, headers, body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body) });
  const text = await answer.text();
  const kind = (answer.headers.get('content-type') ?? '').split(';')[0];
  return { status: answer.status, kind, text, json: kind === 'application/json' && text ? JSON.parse(text) : undefined };
}

const games = ['reversi', 'nim', 'fifteen', 'bubbles'];
const PATHS = {
  code: () => (rooms.length > 0 && !seldom() ? pick(rooms) : pick(['00000000', 'k7wma2qx', 'x', '%00', 'K7WMA2QX0'])),
  game: () => (seldom() ? pick(['chess', 'no.such', '%2e%41']) : pick(games)),
  record: () => `${PATHS.code()}-${pick(['1', '0', '2', '01', 'x', '99999999'])}`,
};
const bodyText = (body) => (random() < 0.05 ? pick(['', '{', '[]', '"x"', '{"a":1,"a":2}', '{"game":"nim"}garbage', '\ufeff{}']) : body);

function requestOf(path, method, operation) {
  const address = path.replace(/\{(\w+)\}/g, (_, name) => PATHS[name]());
  const query = (operation.parameters ?? []).filter(({ in: place }) => place === 'query' && random() < 0.5).map(({ name, schema }) => `${name}=${encodeURIComponent(String(made(schema)))}`);
  const schema = operation.requestBody?.content['application/json'].schema;
  const body = schema && bodyText(made(schema));
  if (body && typeof body === 'object' && 'game' in body && !seldom()) body.game = pick(games);
  if (body && typeof body === 'object' && 'options' in body && !seldom()) delete body.options;
  return { method: method.toUpperCase(), path: address + (query.length > 0 ? `?${query.join('&')}` : ''), body: body === null ? 'null' : body, token: pick(tokens), type: seldom() ? 'text/plain' : undefined };
}

// The fault of an answer according to the document, or undefined.
function faultOf({ responses }, { status, kind, json, text }) {
  const described = responses[status];
  if (!described) return `the document does not know the status ${status}`;
  const content = described.content?.[kind];
  if (!content) return `${status} has the type ${kind}`;
  if (kind !== 'application/json') return text.length > 0 ? undefined : 'it is empty';
  const valid = validator(content.schema);
  if (!valid(json)) return ajv.errorsText(valid.errors);
  if (status >= 400 && !described.description.includes(`\`${json.code}\``)) return `${status} with ${json.code}`;
  return undefined;
}

// A token that was renewed or revoked belongs to nobody.
async function keepTokens({ operationId }, used, { status, json }) {
  if (status !== 200 || !['renewToken', 'revokeToken'].includes(operationId)) return;
  const fresh = json.token ?? (await ask('POST', '/api/guests', {})).json.token;
  tokens = tokens.map((token) => (token === used ? fresh : token));
}

test(`answers to made-up requests are as the document says (seed ${SEED})`, async () => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => [path, method, operation]));
  const statuses = new Map();
  for (let i = 0; i < REQUESTS; i += 1) {
    const [path, method, operation] = operations[i % operations.length];
    const asked = requestOf(path, method, operation);
    const answer = await ask(asked.method, asked.path, asked.body, asked.token, asked.type);
    const fault = faultOf(operation, answer);
    assert.equal(fault, undefined, `${JSON.stringify(asked)}\n${answer.status} ${answer.text.slice(0, 600)}`);
    if (operation.operationId === 'makeRoom' && answer.status === 201 && rooms.length < 200) rooms.push(answer.json.room);
    await keepTokens(operation, asked.token, answer);
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
  }
  console.log(`${REQUESTS} requests: ${counted(statuses)}`);
  for (const status of [200, 201, 400, 401, 404, 415]) assert.ok(statuses.has(status), `nothing was answered with ${status}`);
});
