// Which request can get which refusal, by the tables of protocol/README.md: the traffic of all tests is checked against them.
import { readFileSync } from 'node:fs';
import { errors } from '../conformance/contract.mjs';

const readme = readFileSync(new URL('../../protocol/README.md', import.meta.url), 'utf8');
const section = readme.slice(readme.indexOf('\n### Refusals\n'), readme.indexOf('\n### Close codes\n'));
const known = new Set(errors.map((error) => error.code));
const codesIn = (text) => [...text.matchAll(/`([a-z_]+)`/g)].map((match) => match[1]).filter((word) => known.has(word));
const [head, byRequest, , overHttp] = section.split(/\n\| (?:request|code over HTTP) \|.*\n|\n\nIn the lobby/);
const cells = (table) => table.split('\n').filter((line) => line.startsWith('| `')).map((line) => line.split(' | '));

const general = new Set(codesIn(head).filter((code) => !['id_reused', 'storage_limit'].includes(code)));
const questions = new Set(['hello', 'preview', 'hint', 'log', 'sync', 'ping']); // change nothing
const rows = new Map(cells(byRequest).flatMap(([names, text]) => [...names.matchAll(/`([a-z_]+)`/g)].map(([, name]) => [name, text])));

// The requests of the table.
export const refusedRequests = [...rows.keys()];

// All codes that a client can get from a server of this version.
export const codesSaid = new Set([...codesIn(head), ...codesIn(byRequest), ...cells(overHttp ?? '').flatMap(([names]) => codesIn(names))]);

// Whether the table allows this refusal for a request of this type.
export function mayRefuse(type, code) {
  const text = rows.get(type) ?? '';
  if (general.has(code) || codesIn(text).includes(code)) return true;
  if (text.includes('as `move`')) return mayRefuse('move', code);
  return !questions.has(type) && ['id_reused', 'storage_limit'].includes(code);
}

// Reads the lines of one file of traffic in their order, and returns the fault of an answer, or null. Connections are
// mixed in a file: one of the requests with the answer's id must be able to get it.
export class Refusals {
  #asked = new Map();

  faultOf({ dir, channel, frame }) {
    if (channel !== 'room' || !frame) return null;
    if (dir === 'in') {
      const id = JSON.stringify(frame.id);
      if (!this.#asked.has(id)) this.#asked.set(id, new Set());
      this.#asked.get(id).add(frame.type);
      return null;
    }
    const types = frame.type === 'error' ? this.#asked.get(JSON.stringify(frame.re)) : undefined;
    if (!types || [...types].some((type) => mayRefuse(type, frame.code))) return null;
    return `protocol/README.md does not say that ${[...types].join(' or ')} can be refused with ${frame.code}`;
  }
}
