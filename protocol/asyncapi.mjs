// The AsyncAPI 3.0 document of the WebSockets, made from the schemas and the examples.
import { readdirSync, readFileSync } from 'node:fs';
import { lobbyRequestNames, requestNames, schemas } from './schemas.mjs';

const folder = new URL('examples/', import.meta.url);
const read = (url) => JSON.parse(readFileSync(url, 'utf8'));
const { version } = read(new URL('package.json', import.meta.url));

// Messages of the server, by their names in this document: the schema of each.
const ROOM = { welcome: 'welcome', state: 'state', step: 'step', ok: 'ok', error: 'error', pong: 'pong', notice: 'notice' };
const LOBBY = { ...ROOM, welcome: 'lobby-welcome', state: 'lobby-state', step: 'lobby-step' };
const STREAM = { welcome: 'stream-welcome', roomEnvelope: 'room-envelope', invitation: 'invitation', error: 'error', pong: 'pong', notice: 'notice' };
const streamRequestNames = ['hello', 'ping'];
const PUSHED = ['state', 'step', 'notice', 'error'];

const recorded = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => read(new URL(name, folder)))
  .filter(({ messages }) => messages)
  .flatMap(({ channel, messages }) => messages.filter(({ refused }) => !refused).map(({ from, message }) => ({ channel, from, message })));
const exampleOf = (channel, from, type) => recorded.find((entry) => entry.channel === channel && entry.from === from && entry.message.type === type)?.message; // an envelope has no type

const camel = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
const message = (name) => `#/components/messages/${camel(name)}`;
const ref = (to) => ({ $ref: to });
const inChannel = (channel, name) => ref(`#/channels/${channel}/messages/${name}`);

function described(name, channel, from) {
  const { title, description, properties } = schemas[name];
  const example = exampleOf(channel, from, properties?.type.const);
  return {
    title,
    ...(description ? { summary: description } : {}),
    ...(from === 'client' && properties ? { correlationId: ref('#/components/correlationIds/request') } : properties?.re ? { correlationId: ref('#/components/correlationIds/answer') } : {}),
    payload: ref(`./messages.schema.json#/$defs/${title}`),
    ...(example ? { examples: [{ payload: example }] } : {}),
  };
}

const bindings = { ws: { headers: { type: 'object', properties: { 'Sec-WebSocket-Protocol': { const: 'engawa.v1' } } } } };

function channelOf(address, requests, answers, more = {}) {
  const messages = { ...Object.fromEntries(requests.map((name) => [name, name])), ...answers };
  return { address, ...more, messages: Object.fromEntries(Object.entries(messages).map(([name, schema]) => [name, ref(message(schema))])), bindings };
}

// One operation for each request: it is answered once, by one of these messages with the request's id as `re`.
function operationsOf(channel, requests, pushed = PUSHED) {
  const answers = { hello: ['welcome', 'error'], ping: ['pong', 'error'] };
  const prefix = channel === 'room' ? '' : `${channel}-`;
  const asked = requests.map((name) => [camel(`${prefix}${name}`), {
    action: 'receive',
    channel: ref(`#/channels/${channel}`),
    messages: [inChannel(channel, name)],
    reply: { channel: ref(`#/channels/${channel}`), messages: (answers[name] ?? ['ok', 'error']).map((answer) => inChannel(channel, answer)) },
  }]);
  const pushes = { action: 'send', channel: ref(`#/channels/${channel}`), summary: 'What the server sends by itself.', messages: pushed.map((name) => inChannel(channel, name)) };
  return { ...Object.fromEntries(asked), [camel(`${prefix}push`)]: pushes };
}

// What is in an envelope is answered in one of the same room.
const inRooms = { streamEnvelope: { action: 'receive', channel: ref('#/channels/stream'), messages: [inChannel('stream', 'envelope')], reply: { channel: ref('#/channels/stream'), messages: [inChannel('stream', 'roomEnvelope')] } } };

export function makeDocument() {
  const messages = Object.fromEntries([
    ...requestNames.map((name) => [name, described(name, 'room', 'client')]),
    ...Object.values(ROOM).map((name) => [name, described(name, 'room', 'server')]),
    ...Object.values(LOBBY).filter((name) => !(name in ROOM)).map((name) => [camel(name), described(name, 'lobby', 'server')]),
    ...Object.values(STREAM).filter((name) => !(name in ROOM)).map((name) => [camel(name), described(name, 'stream', 'server')]),
    ['envelope', described('envelope', 'stream', 'client')],
  ]);
  const code = { description: "The room's code, 8 letters of Crockford's base32." };
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Engawa',
      version,
      description: 'One WebSocket a room to play or watch, one for the list of public rooms, and one for a program that plays in many rooms, with the subprotocol engawa.v1. A client says hello first, with the token of its guest. README.md is the specification; openapi.json describes the HTTP API.',
      license: { name: 'MIT' },
    },
    servers: { local: { host: 'localhost:8080', protocol: 'ws', description: 'Subprotocol engawa.v1. Below a path of another site, the addresses of the channels follow that path.' } },
    defaultContentType: 'application/json',
    channels: {
      room: channelOf('/rooms/{code}/ws', requestNames, ROOM, { parameters: { code } }),
      lobby: channelOf('/lobby/ws', lobbyRequestNames, LOBBY),
      stream: channelOf('/stream/ws', streamRequestNames, { envelope: 'envelope', ...STREAM }),
    },
    operations: { ...operationsOf('room', requestNames), ...operationsOf('lobby', lobbyRequestNames), ...operationsOf('stream', streamRequestNames, ['roomEnvelope', 'invitation', 'notice', 'error']), ...inRooms },
    components: {
      correlationIds: {
        request: { location: '$message.payload#/id', description: 'The id that the client gives to a request.' },
        answer: { location: '$message.payload#/re', description: 'The id of the request that this answers.' },
      },
      messages,
    },
  };
}

// As YAML; a value without objects in it, and every example, on one line as JSON.
function toYaml(value, indent = '') {
  const lines = Object.entries(value).map(([key, part]) => {
    const name = /^[\w$]+$/.test(key) ? key : JSON.stringify(key);
    const flat = part === null || typeof part !== 'object' || Array.isArray(part) || Object.values(part).every((inner) => typeof inner !== 'object');
    return flat ? `${indent}${name}: ${JSON.stringify(part)}` : `${indent}${name}:\n${toYaml(part, `${indent}  `)}`;
  });
  return lines.join('\n');
}

export const makeAsyncApi = () => `# Made by \`npm run types\` in protocol/ from the schemas and examples.\n${toYaml(makeDocument())}\n`;
