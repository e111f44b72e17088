// The parts of the contract agree: schemas, examples, the registry of errors, the README, the AsyncAPI document and the types.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { makeDocument } from '../../protocol/asyncapi.mjs';
import { definition } from '../../protocol/schemas.mjs';
import { staleFiles } from '../../protocol/made.mjs';
import { check, checkClient, checkServer, compile2020, compileDraft7, errors, examples, readme, schemas } from '../conformance/contract.mjs';
import { merge } from '../../clients/sdk/javascript/engawa.mjs';
import { faultsOf } from './examples.mjs';
import { missingParts } from './game-parts.mjs';
import { codesSaid, mayRefuse, Refusals, refusedRequests } from './refusals.mjs';

const validator = fileURLToPath(new URL('validate.mjs', import.meta.url));
const sortedCodes = errors.map((error) => error.code).sort();

// Every schema inside a schema.
function* parts(schema) {
  if (Array.isArray(schema)) {
    for (const item of schema) yield* parts(item);
  } else if (schema !== null && typeof schema === 'object') {
    yield schema;
    for (const [key, value] of Object.entries(schema)) {
      if (key === 'properties' || key === 'patternProperties' || key === '$defs') for (const inner of Object.values(value)) yield* parts(inner);
      else if (key !== 'enum' && key !== 'const') yield* parts(value);
    }
  }
}

// Every member of every object in a value, as [key, value].
function* members(value) {
  if (value === null || typeof value !== 'object') return;
  for (const [key, inner] of Object.entries(value)) {
    yield [key, inner];
    yield* members(inner);
  }
}

// The properties of a message of the AsyncAPI document.
const payloadOf = (message) => Object.values(schemas).find(({ title }) => title === message.title)?.properties ?? {};

test('the schemas are valid in the dialects 2020-12 and draft-07', () => {
  compile2020();
  compileDraft7();
});

test('the schemas use only words that both dialects know', () => {
  const both = new Set(
    ('$schema $id $ref $defs title description type enum const properties patternProperties additionalProperties required items anyOf ' +
      'minimum maximum minLength maxLength minItems maxItems minProperties maxProperties pattern').split(' '),
  );
  for (const [name, schema] of Object.entries(schemas))
    for (const part of parts(schema)) {
      for (const word of Object.keys(part)) assert.ok(both.has(word), `${name}: ${word}`);
      // Draft-07 ignores members next to a reference.
      if (part.$ref) assert.deepEqual(Object.keys(part).filter((word) => word !== 'description'), ['$ref'], name);
    }
});

test('numbers are integers with bounds, but for one kind', () => {
  for (const [name, schema] of Object.entries(schemas))
    for (const part of parts(schema)) {
      if (part.type === 'number') assert.equal(part, schemas.common.$defs.Share, name);
      if (part.type === 'integer') assert.ok('minimum' in part, `${name}: an integer without a minimum`);
    }
});

test('objects from the server are closed, objects from a client are open', () => {
  const fromClient = new Set(schemas.client.anyOf.map((part) => part.$ref.replace('.schema.json', '')));
  for (const [name, schema] of Object.entries(schemas)) {
    if (name === 'http' || name === 'client') continue;
    for (const part of parts(schema)) {
      if (part.type !== 'object' || name === 'lobby-step') continue;
      if (fromClient.has(name)) assert.notEqual(part.additionalProperties, false, name);
      else assert.equal(part.additionalProperties, false, `${name}: ${JSON.stringify(part).slice(0, 80)}`);
    }
  }
});

test('every line of the example record is what the schema says', () => {
  const lines = readFileSync(new URL('../../protocol/examples/record.jsonl', import.meta.url), 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line));
  assert.ok(lines.length > 2);
  for (const line of lines) assert.equal(check('record', line), null, JSON.stringify(line));
});

for (const example of examples) test(`example ${example.name}`, () => assert.deepEqual(faultsOf(example), []));

// The kinds of events, wherever their schemas are.
const eventParts = [
  ...schemas.event.anyOf.map(({ $ref }) => definition($ref, 'event')).filter((part) => !part.anyOf),
  ...schemas.game.$defs.GameEvent.anyOf.map(({ $ref }) => definition($ref, 'game')),
];

const root = new URL('../../', import.meta.url);
const text = (name) => readFileSync(new URL(name, root), 'utf8');

// Frames of a stream are in envelopes.
const framesOf = ({ messages }) => messages.flatMap(({ from, refused, message }) => (refused ? [] : [{ from, frame: message.frame ?? message }]));
const conversations = examples.filter(({ messages }) => messages);

test('no id of an example is one that another run would use', () => {
  const owners = new Map();
  for (const example of conversations)
    for (const { from, frame } of framesOf(example)) {
      // The first frame of a run may have any id: a server remembers no hello.
      if (from !== 'client' || frame.type === 'hello' || frame.type === undefined) continue;
      if (example.name === 'room-fork' && frame.id > 1.7e12) continue; // the time in ms is no id of another run either
      const [, word] = /^([a-z0-9]{4,})-\d+$/.exec(frame.id) ?? [];
      assert.ok(word, `${example.name}: ${JSON.stringify(frame.id)} is not a random word and a counter`);
      assert.equal(owners.get(word) ?? example.name, example.name, `the word ${word} is in two examples`);
      owners.set(word, example.name);
    }
  assert.ok(owners.size > 10);
  // In the README's blocks and sentences too: the requests with an id, and their answers.
  for (const [, id] of text('protocol/README.md').matchAll(/"type":"[a-z]+","(?:id|re)":("[^"]*"|\d+)/g))
    assert.match(id, /^"[a-z0-9]{4,}-\d+"$/, 'protocol/README.md');
});

test('the schemas for clients are open and refer to nothing outside', () => {
  const Ajv = createRequire(new URL('protocol/package.json', root))('ajv/dist/2020').default;
  const [messages, calls] = ['messages.schema.json', 'openapi.json'].map((name) => JSON.parse(text(`protocol/${name}`)));
  for (const document of [messages, calls])
    for (const [key, value] of members(document)) {
      if (key === '$ref') assert.match(value, /^#\//);
      if (key === 'additionalProperties') assert.notEqual(value, false);
      assert.notEqual(key, '$id');
    }
  for (const [name, schema] of Object.entries({ ...messages.$defs, ...calls.components.schemas })) assert.ok(schema.title, name);

  const ajv = new Ajv({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'calls', ...calls });
  for (const name of Object.keys(calls.components.schemas)) assert.ok(ajv.getSchema(`calls#/components/schemas/${name}`), name);
  ajv.addSchema({ $id: 'messages', ...messages });
  const valid = ajv.getSchema('messages');
  for (const example of conversations)
    for (const { from, frame } of framesOf(example)) {
      if (from !== 'server') continue;
      const later = { ...frame, later: 1, ...(frame.room?.code && { room: { ...frame.room, later: 1 } }) };
      assert.ok(valid(later), `${example.name}: ${JSON.stringify(later).slice(0, 80)}: ${ajv.errorsText(valid.errors)}`);
    }
});

test('the AsyncAPI document says what answers what', () => {
  const { channels, operations, components } = makeDocument();
  const nameOf = ({ $ref }) => $ref.split('/').at(-1);
  const asked = Object.entries(operations).filter(([, { action }]) => action === 'receive');
  const requests = asked.map(([, { channel, messages }]) => `${nameOf(channel)} ${nameOf(messages[0])}`);
  for (const [name, channel] of Object.entries(channels)) {
    assert.equal(channel.bindings.ws.headers.properties['Sec-WebSocket-Protocol'].const, 'engawa.v1', name);
    const sent = Object.entries(channel.messages).filter(([, part]) => 'id' in payloadOf(components.messages[nameOf(part)])).map(([key]) => key);
    for (const request of sent) assert.ok(requests.includes(`${name} ${request}`), `no operation for ${request} of ${name}`);
  }
  for (const [name, { channel, reply, messages }] of asked) {
    const answers = reply?.messages.map(nameOf) ?? [];
    assert.equal(reply?.channel.$ref, channel.$ref, name);
    const request = nameOf(messages[0]);
    const wanted = { hello: ['welcome', 'error'], ping: ['pong', 'error'], envelope: ['roomEnvelope'] }[request] ?? ['ok', 'error'];
    assert.deepEqual(answers, wanted, name);
  }
  for (const [name, message] of Object.entries(components.messages)) {
    const payload = payloadOf(message);
    const place = message.correlationId && components.correlationIds[nameOf(message.correlationId)].location;
    assert.equal(place, 'id' in payload ? '$message.payload#/id' : 're' in payload ? '$message.payload#/re' : undefined, name);
    assert.ok(message.examples?.length > 0, `${name} has no example`);
    for (const { payload: frame } of message.examples) assert.ok(!payload.type || frame.type === payload.type.const, name);
  }
});

test('every game with a schema has its example, its wire.md and its link', () => {
  assert.deepEqual(missingParts(new URL('games/', root), text('protocol/games.md'), { readme: text('protocol/README.md'), examples: JSON.stringify(examples) }), []);
});

test('the author of a game with a schema alone is told what else it needs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'engawa-games-'));
  const write = (name, content) => writeFileSync(join(folder, 'chomp', name), content);
  const told = (index = '') => missingParts(pathToFileURL(`${folder}/`), index);
  try {
    mkdirSync(join(folder, 'chomp'));
    mkdirSync(join(folder, 'core'));
    assert.deepEqual(told(), []);
    write('schema.json', JSON.stringify({ $defs: { ChompMove: {}, BiteEvent: { properties: { kind: { const: 'bite' } } } } }));
    const [example, wire, link] = told();
    assert.match(example, /^games\/chomp has a schema.json, but no example.json: .* \(its events: bite\)/);
    assert.match(wire, /^games\/chomp has a schema.json, but no wire.md: .* \(its events: bite\)/);
    assert.equal(link, 'protocol/games.md does not link ../games/chomp/wire.md');
    write('example.json', '{"messages":[{"message":{"events":[{"kind":"sit"}]}}]}');
    write('wire.md', '# Chomp on the wire\n');
    assert.deepEqual(told('[chomp](../games/chomp/wire.md)'), [
      'games/chomp: no example*.json shows the event "bite" of schema.json: add it to a conversation',
      'games/chomp/wire.md does not name the event `bite` of schema.json',
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the examples show every message', () => {
  const shown = (from, channel) =>
    new Set(examples.filter((e) => e.channel === channel).flatMap((e) => e.messages.filter((m) => m.from === from && !m.refused).map((m) => m.message.type)));
  const named = (union) => schemas[union].anyOf.map((part) => schemas[part.$ref.replace('.schema.json', '')].properties.type.const);
  assert.deepEqual([...shown('client', 'room')].sort(), named('client').sort());
  assert.deepEqual([...shown('server', 'room')].sort(), named('server').sort());
  assert.deepEqual([...shown('server', 'lobby')].sort(), named('lobby-server').sort());
  const own = (from) => [...shown(from, 'stream')].filter((type) => type !== undefined);
  assert.deepEqual(own('server').sort(), ['invitation', 'welcome']);
  assert.deepEqual(own('client'), ['hello']);
});

test('the examples show every kind of event and every kind of seat', () => {
  const steps = examples.filter((e) => e.channel === 'room').flatMap((e) => e.messages.map((m) => m.message));
  const events = new Set(steps.flatMap((m) => m.events ?? []).map((event) => event.kind));
  const kinds = eventParts.flatMap((part) => part.properties.kind?.const ?? part.properties.kind?.enum ?? []);
  assert.deepEqual(kinds.filter((kind) => !events.has(kind)), [], 'events of a schema that no example shows (of a game: games/GAME/example.json)');
  assert.deepEqual([...events].filter((kind) => !kinds.includes(kind)), [], 'events of the examples that no schema has');
  const text = JSON.stringify(steps);
  for (const seat of schemas.room.$defs.SeatDocument.anyOf) assert.ok(text.includes(`"kind":"${seat.properties.kind.const}"`));
});

test('the README names every message, event and error, and the registry has no others', () => {
  const listed = [...Object.keys(schemas)].filter((name) => schemas[name].properties?.type?.const).map((name) => schemas[name].properties.type.const);
  for (const type of new Set(listed)) assert.ok(readme.includes(`| \`${type}\` |`), `${type} has no row in protocol/README.md`);
  for (const part of eventParts)
    for (const kind of part.properties.kind?.enum ?? [part.properties.kind?.const].filter(Boolean)) assert.ok(readme.includes(`\`${kind}\``), `the event \`${kind}\` is in a schema, but neither in protocol/README.md nor in the wire.md of its game`);
  const words = new Set([...readme.matchAll(/`([a-z]+(?:_[a-z]+)+|stale|forbidden|busy|moved|internal)`/g)].map((match) => match[1]));
  const refusals = [...words].filter((word) => /^(bad_|not_(?!ify)|already_|rate_|limit_|illegal_|too_|un|room_f|seat_[tc]|game_o)/.test(word) && word !== 'limit_ms');
  for (const word of refusals) assert.ok(sortedCodes.includes(word), `${word} is in the README but not in errors.json`);
});

test('every error has a text in both languages, an HTTP status, and is said somewhere', () => {
  assert.equal(new Set(sortedCodes).size, sortedCodes.length);
  const sources = spawnSync('git', ['grep', '--untracked', '-hoE', '"[a-z_]+"', '--', 'base/*.cpp', 'games/*.cpp', 'games/*.hpp', 'protocol/*.cpp', 'server/*.cpp', 'server/*.hpp'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)), encoding: 'utf8', maxBuffer: 1 << 26,
  }).stdout.split('\n');
  const times = new Map();
  for (const word of sources) times.set(word, (times.get(word) ?? 0) + 1);
  const later = new Set(['moved']); // sent only by a cluster
  for (const error of errors) {
    assert.match(error.code, /^[a-z]+(_[a-z]+)*$/);
    assert.ok(error.en.length > 5 && error.ja.length > 5, error.code);
    assert.match(error.ja, /[\u3040-\u30ff\u4e00-\u9fff]/u, error.code);
    assert.ok(error.status >= 400 && error.status < 600 && typeof error.retry === 'boolean', error.code);
    // Once in the table of protocol/errors.cpp, and at least once where it is used.
    const needed = later.has(error.code) ? 1 : 2;
    assert.ok((times.get(`"${error.code}"`) ?? 0) >= needed, `no code says ${error.code}`);
  }
});

test('the README says who gets each refusal', () => {
  assert.deepEqual([...refusedRequests].sort(), schemas.client.anyOf.map(({ $ref }) => $ref.replace('.schema.json', '')).sort());
  const reserved = ['moved', 'room_full'];
  assert.deepEqual([...codesSaid, ...reserved].sort(), sortedCodes);
  assert.ok(mayRefuse('preview', 'stale') && mayRefuse('sit', 'id_reused') && mayRefuse('ping', 'rate_limited'));
  assert.ok(!mayRefuse('ping', 'id_reused') && !mayRefuse('sit', 'not_host') && !mayRefuse('rematch', 'already_started'));
  const refusals = new Refusals();
  const answer = (code) => refusals.faultOf({ dir: 'out', channel: 'room', frame: { type: 'error', re: 1, code } });
  refusals.faultOf({ dir: 'in', channel: 'room', frame: { type: 'sit', id: 1, seat: 0 } });
  assert.equal(answer('seat_taken'), null);
  assert.match(answer('not_over'), /sit can be refused with not_over/);
});

test('the examples refuse as the README says', () => {
  for (const { name, messages = [], channel } of examples) {
    const refusals = new Refusals();
    for (const { from, message } of messages) assert.equal(refusals.faultOf({ dir: from === 'client' ? 'in' : 'out', channel, frame: message }), null, name);
  }
});

test('the schema, the program and the registry know the same errors', () => {
  assert.deepEqual([...schemas.error.$defs.ErrorCode.enum].sort(), sortedCodes);
  const table = readFileSync(new URL('../../protocol/errors.cpp', import.meta.url), 'utf8');
  const rows = [...table.matchAll(/\{\s*"([a-z_]+)",\s*(\d+),\s*(true|false)\s*\}/g)].map(([, code, status, retry]) => ({ code, status: Number(status), retry: retry === 'true' }));
  assert.deepEqual(rows, errors.map(({ code, status, retry }) => ({ code, status, retry })));
});

test('the AsyncAPI document points at every message', () => {
  const text = readFileSync(new URL('../../protocol/asyncapi.yaml', import.meta.url), 'utf8');
  for (const [name, schema] of Object.entries(schemas)) {
    const isMessage = schema.properties?.type?.const;
    if (isMessage) assert.ok(text.includes(`./messages.schema.json#/$defs/${schema.title}"`), name);
  }
  const { $defs } = JSON.parse(readFileSync(new URL('../../protocol/messages.schema.json', import.meta.url), 'utf8'));
  for (const [, name] of text.matchAll(/\.\/messages\.schema\.json#\/\$defs\/(\w+)/g)) assert.ok($defs[name], name);
});

test('what is made from the schemas is current', () => {
  assert.deepEqual(staleFiles(), [], 'run "npm run types" in protocol/');
});

test('mistakes are caught', () => {
  assert.ok(checkServer({ type: 'ok', re: 1 }));
  assert.ok(checkServer({ type: 'ok', re: 1, seq: 2, extra: true }));
  assert.ok(checkServer({ type: 'ok', re: 1, seq: 2.5 }));
  assert.ok(checkServer({ type: 'step', seq: 1, set: { legal: ['e3'] }, events: [] }));
  assert.ok(checkServer({ type: 'step', seq: 1, set: { seats: { s16: { kind: 'open' } } }, events: [] }));
  assert.ok(checkServer({ type: 'step', seq: 1, set: {}, events: [{ kind: 'sit' }] }));
  assert.ok(checkServer({ type: 'error', code: 'odd', message: 'x' }));
  assert.ok(checkServer({ type: 'fly', seq: 1 }, 'lobby'));
  assert.ok(checkClient({ type: 'sit', id: 1, seat: true }));
  assert.ok(check('room#SeatDocument', { kind: 'bot', bot: 'mcs' }));
  assert.ok(check('room#SeatDocument', { kind: 'open', guest: 'g_abc' }));
  assert.equal(checkClient({ type: 'sit', id: 1, seat: 1, unknown: 1 }), null);
});

test('captured traffic is validated line by line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'engawa-traffic-'));
  const run = (name, lines) => {
    const file = join(folder, name);
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    return spawnSync(process.execPath, [validator, '--traffic', file], { encoding: 'utf8' });
  };
  try {
    const good = [
      { dir: 'in', channel: 'room', frame: { type: 'ping', id: 1 } },
      { dir: 'in', channel: 'room', refused: true, frame: { type: 'fly' } },
      { dir: 'out', channel: 'room', frame: { type: 'pong', re: 1, server_ms: 5 } },
      { dir: 'out', channel: 'http', frame: { rooms: [] } },
    ];
    const passed = run('good.jsonl', good);
    assert.equal(passed.status, 0, passed.stderr);
    assert.match(passed.stdout, /^4 frames in 1 files\n1 passed, 0 failed$/m);
    const failed = run('bad.jsonl', [...good, { dir: 'out', channel: 'lobby', frame: { type: 'fly', seq: 1 } }, { dir: 'out', channel: 'http', frame: {} }]);
    assert.equal(failed.status, 1);
    assert.match(failed.stdout, /^0 passed, 1 failed$/m);
    assert.equal(failed.stderr.match(/bad\.jsonl:[56]: /g).length, 2);
    assert.equal(run('empty.jsonl', []).status, 1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

// From the appendix of RFC 7386.
test('merge patches', () => {
  const cases = [
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }], [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }], [{ a: 'b' }, { a: null }, {}],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }], [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }], [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [['a', 'b'], ['c', 'd'], ['c', 'd']], [{ a: 'foo' }, 'bar', 'bar'], [{ e: null }, { a: 1 }, { e: null, a: 1 }], [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ];
  for (const [target, patch, merged] of cases) assert.deepEqual(merge(target, patch), merged);
});
