// Schemas of several files as one document that refers to nothing outside itself, for programs of others.
//
// The schemas of the repository are closed: a member that they do not know is a fault of the server, and the tests say so.
// A client must accept what a later server of version 1 adds, so the schemas that are made for clients are open.
import { schemas, target } from './schemas.mjs';

const bare = ({ $schema, $id, $defs, ...rest }) => rest;

export class Bundle {
  parts = {}; // the definitions that have been referred to, by name

  // `at`: the place of the parts in the document, such as '#/$defs'. `open`: members that are not named are allowed.
  constructor(at, { open }) {
    this.at = at;
    this.open = open;
  }

  // A reference to `name#Part`, or to a schema as a whole; with `from` as it stands in that schema.
  refTo(ref, from) {
    const { name, part } = from ? target(ref, from) : { name: ref.split('#')[0], part: ref.split('#')[1] ?? '' };
    const called = part || schemas[name].title || `${name[0].toUpperCase()}${name.slice(1)}`;
    if (!(called in this.parts)) {
      this.parts[called] = {}; // for a schema that refers to itself
      const made = this.#rewritten(part ? schemas[name].$defs[part] : bare(schemas[name]), name);
      this.parts[called] = { title: called, ...made };
    }
    return { $ref: `${this.at}/${called}` };
  }

  sorted() {
    return Object.fromEntries(Object.entries(this.parts).sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  // A schema with all its references into the document.
  #rewritten(schema, from) {
    if (Array.isArray(schema)) return schema.map((item) => this.#rewritten(item, from));
    if (schema === null || typeof schema !== 'object') return schema;
    const { $ref, ...rest } = schema;
    if (this.open && rest.additionalProperties === false) delete rest.additionalProperties;
    const own = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, this.#rewritten(value, from)]));
    return typeof $ref === 'string' ? { ...own, ...this.refTo($ref, from) } : own;
  }
}

// All messages of the WebSockets and the documents in them, as one JSON Schema.
export function makeMessages() {
  const bundle = new Bundle('#/$defs', { open: true });
  const heads = { client: 'what a client sends', server: "what the server sends in a room", 'lobby-server': 'what the server sends in the lobby', 'stream-client': 'what a client sends on a stream', 'stream-server': 'what the server sends on a stream' };
  const anyOf = Object.keys(heads).map((name) => bundle.refTo(name));
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'EngawaMessage',
    description: 'Every message of version 1 over a WebSocket, for clients: members that are not named may come. Made by `npm run types` in protocol/.',
    anyOf,
    $defs: bundle.sorted(),
  };
}
