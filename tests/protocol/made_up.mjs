// Made-up values, right and wrong ones, from a seed: for tests that send a real server requests that no person would.
export const SEED = Number(process.env.ENGAWA_SEED ?? 20261129);

// 32 bits (mulberry32), so that a run can be repeated.
let state = SEED;
export function random() {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}
export const upTo = (n) => Math.floor(random() * n);
export const pick = (list) => list[upTo(list.length)];
export const seldom = () => random() < 0.15;

export const ODD = [null, true, -1, 0, 1.5, 2 ** 53, '', 'x', '\u0000', 'é'.repeat(40), '👪🏽'.repeat(30), [], {}, [[]], { a: { b: 1 } }, 'a'.repeat(300)];

// A value of a schema. `find` returns the schema of a `$ref`, `text` a text; `odd` decides whether this value should be wrong.
export function make(schema, { find, text, odd = seldom }, depth = 0) {
  const inner = (part) => make(part, { find, text, odd }, depth + 1);
  if (odd()) return structuredClone(pick(ODD)); // callers change the result
  if (schema.$ref) return make(find(schema.$ref), { find, text, odd }, depth);
  if (schema.anyOf) return make(pick(schema.anyOf), { find, text, odd }, depth);
  if (schema.enum) return pick(schema.enum);
  if ('const' in schema) return schema.const;
  if (schema.type === 'integer') return (schema.minimum ?? 0) + upTo(Math.min(50, (schema.maximum ?? 50) - (schema.minimum ?? 0) + 1));
  if (schema.type === 'boolean') return random() < 0.5;
  if (schema.type === 'array') return depth > 3 ? [] : Array.from({ length: upTo(4) }, () => inner(schema.items ?? {}));
  if (schema.type === 'object') {
    const made = {};
    for (const [name, part] of Object.entries(schema.properties ?? {}))
      if ((schema.required ?? []).includes(name) ? !odd() : random() < 0.4) made[name] = inner(part);
    return made;
  }
  return text();
}

// "3 x ok, 2 x error stale", of a Map of words to numbers.
export const counted = (counts) => [...counts].sort().map(([word, n]) => `${n} x ${word}`).join(', ');
