// The OpenAPI 3.1 document of the HTTP API, made from calls.json, the schemas, errors.json and the examples.
import { readFileSync } from 'node:fs';
import { Bundle } from './bundle.mjs';

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const { errors } = read('errors.json');
const { version } = read('package.json');
export const { calls } = read('calls.json');
const { exchanges } = read('examples/http.json');

const PATHS = {
  code: { description: 'The code of a room; lower case is accepted.', schema: 'common#RoomCode' },
  game: { description: 'The id of a game.', schema: 'common#GameId' },
  record: { description: 'The code of a room, a dash and the number of a round.', schema: 'common#RecordId' },
};
const ALWAYS = ['bad_json', 'bad_message', 'forbidden', 'rate_limited', 'internal'];
const WITH_BODY = ['unsupported_media_type', 'too_large', 'length_required'];

// The schemas of the document, filled while it is made.
let bundle;
const refTo = (ref) => bundle.refTo(ref);
const schemaOf = (schema) => (typeof schema === 'string' ? refTo(schema) : schema.$ref ? refTo(schema.$ref) : schema);

// The recorded exchanges of a call, as named examples.
function examplesOf({ method, path }, status, part) {
  const pattern = new RegExp(`^${method} ${path.replace(/\{\w+\}/g, '[^/?]+')}(\\?.*)?$`);
  const found = exchanges.filter((exchange) => pattern.test(exchange.call) && exchange.status === status && exchange[part] !== undefined && !exchange.refused).slice(0, 2);
  return found.length === 0 ? {} : { examples: Object.fromEntries(found.map((exchange, i) => [`example${i + 1}`, { value: exchange[part] }])) };
}

function parametersOf({ path, query = {} }) {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true, description: PATHS[name].description, schema: schemaOf(PATHS[name].schema) }));
  const inQuery = Object.entries(query).map(([name, schema]) => ({ name, in: 'query', required: false, schema: schemaOf(schema) }));
  return [...inPath, ...inQuery];
}

// The refusals of a call by status: each names its codes.
function refusalsOf(call) {
  const codes = new Set([...ALWAYS, ...(call.body ? WITH_BODY : []), ...(call.refusals ?? [])]);
  const byStatus = {};
  for (const { code, status } of errors) if (codes.has(code)) (byStatus[status] ??= []).push(code);
  return Object.fromEntries(Object.entries(byStatus).map(([status, those]) => [status, {
    description: those.map((code) => `\`${code}\``).join(', '),
    ...(['429', '503'].includes(status) ? { headers: { 'Retry-After': { description: 'Seconds until the same call may succeed, if waiting helps.', schema: { type: 'integer', minimum: 1 } } } } : {}),
    content: { 'application/json': { schema: refTo('error') } },
  }]));
}

function answersOf(call) {
  const isType = call.answer.includes('/');
  const content = (status) => ({ [isType ? call.answer : 'application/json']: { schema: isType ? { type: 'string' } : schemaOf(call.answer), ...examplesOf(call, status, 'answer') } });
  const described = call.status.map((status) => [status, status === 304 ? { description: 'Unchanged since the ETag in If-None-Match.' } : { description: call.summary, content: content(status) }]);
  return { ...Object.fromEntries(described), ...refusalsOf(call) };
}

function operationOf(call) {
  const parameters = parametersOf(call);
  return {
    operationId: call.id,
    summary: call.summary,
    ...(call.guest === 'none' ? { security: [] } : { security: [...(call.guest === 'optional' ? [{}] : []), { guest: [] }, { guestHeader: [] }] }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(call.body ? { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(call.body), ...examplesOf(call, call.status[0], 'request') } } } } : {}),
    responses: answersOf(call),
  };
}

// `open`: as clients need it (bundle.mjs).
export function makeOpenApi({ open = true } = {}) {
  bundle = new Bundle('#/components/schemas', { open });
  const paths = {};
  for (const call of calls) (paths[call.path] ??= {})[call.method.toLowerCase()] = operationOf(call);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Engawa',
      version,
      description: 'The HTTP API of an Engawa server. Games are played over WebSockets: asyncapi.yaml. Within version 1 answers may get more members, and calls more query parameters; a client ignores what it does not know.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '..', description: 'the server that serves this document at /api/openapi.json, also below a path of another site' }],
    paths,
    components: {
      schemas: bundle.sorted(),
      securitySchemes: {
        guest: { type: 'http', scheme: 'bearer', description: 'The token of a guest.' },
        guestHeader: { type: 'apiKey', in: 'header', name: 'Engawa-Token', description: 'The same behind a proxy that uses Authorization for itself.' },
      },
    },
  };
}

// The call of a request such as `GET /api/rooms/K7WMA2QX?x=1`, or undefined.
export function callOf(request) {
  const [method, address] = request.split(' ');
  const path = address.split('?')[0];
  return calls.find((call) => call.method === method && new RegExp(`^${call.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path));
}
