// The protocol as a program: the frames that the schemas allow, and the rules of a conversation.
// Other tests import `check` and `Conversation` to check their own traffic.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { merge } from '../../clients/sdk/javascript/engawa.mjs';
import { callOf } from '../../protocol/openapi.mjs';
import { gameIds, requestNames, schemas } from '../../protocol/schemas.mjs';

const protocol = new URL('../../protocol/', import.meta.url);
const require = createRequire(new URL('package.json', protocol));
const Ajv2020 = require('ajv/dist/2020').default;
const AjvDraft7 = require('ajv').default;

const readJson = (url) => JSON.parse(readFileSync(url, 'utf8'));
const listJson = (folder) => readdirSync(new URL(folder, protocol)).filter((name) => name.endsWith('.json')).sort();

export const errors = readJson(new URL('errors.json', protocol)).errors;
// The matching files of the games' folders, as [game, name, url].
const gameFiles = (pattern) =>
  gameIds.flatMap((id) => {
    const folder = new URL(`../games/${id}/`, protocol);
    return readdirSync(folder).filter((name) => pattern.test(name)).sort().map((name) => [id, name, new URL(name, folder)]);
  });

export const readme = [...['README.md', 'games.md'].map((name) => new URL(name, protocol)), ...gameFiles(/\.md$/).map(([, , url]) => url)]
  .map((url) => readFileSync(url, 'utf8'))
  .join('\n');
export { schemas };
// `room-nim` is games/nim/example.json, `room-bubbles-puzzle` is games/bubbles/example-puzzle.json.
export const examples = [
  ...listJson('examples/').map((name) => ({ name: basename(name, '.json'), ...readJson(new URL(`examples/${name}`, protocol)) })),
  ...gameFiles(/^example.*\.json$/).map(([id, name, url]) => ({ name: `room-${id}${basename(name, '.json').replace('example', '')}`, ...readJson(url) })),
];

// Strict: a keyword that ajv does not know, or one without effect, is an error in the schema.
const strict = { strict: true, strictRequired: false, allErrors: false };

// Each is compiled on first use.
function know2020() {
  const ajv = new Ajv2020(strict);
  for (const schema of Object.values(schemas)) ajv.addSchema(schema);
  return ajv;
}

export function compile2020() {
  const ajv = know2020();
  for (const schema of Object.values(schemas)) ajv.getSchema(schema.$id);
  return ajv;
}

// The same schemas in the form of draft-07: `$defs` is then just a place that references point to.
export function compileDraft7() {
  const ajv = new AjvDraft7(strict);
  for (const schema of Object.values(schemas)) {
    const { $schema, ...rest } = schema;
    ajv.addSchema(rest);
  }
  for (const schema of Object.values(schemas)) ajv.getSchema(schema.$id);
  return ajv;
}

const ajv = know2020();
const idOf = (name) => {
  const [file, part] = name.split('#');
  return `${schemas[file].$id}${part ? `#/$defs/${part}` : ''}`;
};

// null if `value` matches the schema (`step`, or `http#RoomAnswer`), else the reason why not.
export function check(name, value) {
  const validate = ajv.getSchema(idOf(name));
  if (validate(value)) return null;
  return validate.errors.map((error) => `${error.instancePath || '/'} ${error.message}${error.params.additionalProperty ? ` (${error.params.additionalProperty})` : ''}`).join('; ');
}

const serverTypes = ['welcome', 'state', 'step', 'ok', 'error', 'pong', 'notice'];
const lobbyTypes = { welcome: 'lobby-welcome', state: 'lobby-state', step: 'lobby-step' };

// Checks a frame against the schema of its type, because "matches no member of anyOf" is no help; then against the
// union, which must agree.
function checkFrame(frame, types, fileOf, union) {
  const type = frame?.type;
  const file = types.includes(type) ? fileOf(type) : null;
  if (!file) return `no ${union} message has the type ${JSON.stringify(type)}`;
  return check(file, frame) ?? check(union, frame);
}

export const checkClient = (frame) => checkFrame(frame, requestNames, (type) => type, 'client');

export function checkServer(frame, channel = 'room') {
  if (channel === 'lobby') return checkFrame(frame, serverTypes, (type) => (type in lobbyTypes ? lobbyTypes[type] : type), 'lobby-server');
  return checkFrame(frame, serverTypes, (type) => type, 'server');
}

// On a stream: frames with a type are the stream's own, the others are envelopes.
export function checkStreamClient(frame) {
  return frame?.type === undefined ? check('envelope', frame) : check('stream-client', frame);
}

export function checkStreamServer(frame) {
  const inner = frame?.frame && checkServer(frame.frame);
  return inner || check('stream-server', frame);
}

export function checkHttpRequest(request, body) {
  const call = callOf(request);
  if (!call) return `the API has no ${request}`;
  if (!call.body) return body === undefined ? null : `${request} takes no body`;
  return typeof call.body === 'string' ? check(call.body, body ?? {}) : null;
}

export function checkHttpAnswer(request, status, answer) {
  if (status >= 400) {
    const fault = check('error', answer);
    if (fault) return fault;
    const known = errors.find((error) => error.code === answer.code);
    return known.status === status ? null : `${answer.code} has the status ${known.status}, not ${status}`;
  }
  const call = callOf(request);
  if (!call) return `the API has no ${request}`;
  if (!call.status.includes(status)) return `${request} does not answer ${status}`;
  return check(call.answer, answer);
}

// One connection from the client's view: every request is answered once, numbers have no gaps, and the document always
// matches the schema.
export class Conversation {
  document;
  seq;

  constructor(channel = 'room') {
    this.channel = channel;
    this.pending = new Map(); // id as JSON -> the number of answers still due
    this.hashes = new Map(); // by number
  }

  // `known`: the document and number that the client already has.
  resume(document, seq) {
    this.document = document;
    this.seq = seq;
  }

  // Checks a frame of the client. Returns null, or the fault.
  sent(frame) {
    if (frame?.id !== undefined) this.pending.set(JSON.stringify(frame.id), (this.pending.get(JSON.stringify(frame.id)) ?? 0) + 1);
    if (frame?.type === 'sync' && frame.seq !== undefined && this.channel === 'room') this.again = frame.seq;
    return checkClient(frame);
  }

  received(frame) {
    return checkServer(frame, this.channel) ?? this.settle(frame) ?? this.follow(frame);
  }

  settle(frame) {
    if (frame.re === undefined) return null;
    const id = JSON.stringify(frame.re);
    const owed = this.pending.get(id) ?? 0;
    if (owed === 0) return `an answer to ${id}, which was not asked or is answered already`;
    this.pending.set(id, owed - 1);
    return null;
  }

  // A number has one hash, until the server announces another history.
  sameHistory(frame) {
    if (frame.type === 'notice' && frame.kind === 'history') this.hashes.clear();
    if (frame.hash === undefined) return null;
    const before = this.hashes.get(frame.seq) ?? frame.hash;
    this.hashes.set(frame.seq, frame.hash);
    return before === frame.hash ? null : `step ${frame.seq} had the hash ${before} before`;
  }

  // Applies the frame to the document. Returns null, or the fault.
  follow(frame) {
    const fault = this.sameHistory(frame);
    if (fault) return fault;
    if (frame.type === 'step') {
      if (this.seq === undefined) return 'a step before any state';
      if (this.again !== undefined && frame.seq === this.again + 1) {
        this.again = frame.seq < this.seq ? frame.seq : undefined; // repeated by sync: seen before
        return null;
      }
      if (frame.seq !== this.seq + 1) return `step ${frame.seq} follows ${this.seq}`;
    }
    if (frame.type === 'state') this.document = frame.room;
    else if (frame.type === 'step') this.document = merge(this.document, frame.set);
    else return null;
    this.seq = frame.seq;
    if (frame.type === 'state') return null;
    const wrong = check(this.channel === 'lobby' ? 'lobby' : 'room', this.document);
    return wrong ? `the document after step ${frame.seq}: ${wrong}` : null;
  }

  unanswered() {
    return [...this.pending].filter(([, owed]) => owed > 0).map(([id]) => id);
  }
}
