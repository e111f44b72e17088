// The TypeScript types of every schema, for clients/web/src/protocol.d.ts.
// Supports only the parts of JSON Schema that the schemas use; anything else is an error, so that types are never
// silently wrong.
import { schemas, target } from './schemas.mjs';

function nameOf(ref, file) {
  const { name, part } = target(ref, file);
  const found = part || schemas[name].title;
  if (!found) throw new Error(`${file}: ${ref} has no title`);
  return found;
}

const literal = (value) => (typeof value === 'string' ? `'${value}'` : String(value));

function member(name, schema, optional, file) {
  return `${/^[a-z_]\w*$/i.test(name) ? name : `'${name}'`}${optional ? '?' : ''}: ${typeOf(schema, file)}`;
}

function objectType(schema, file, others = []) {
  if (schema.patternProperties) return `Record<string, ${Object.values(schema.patternProperties).map((value) => typeOf(value, file)).join(' | ')}>`;
  if (!schema.properties) return 'Record<string, unknown>';
  const required = new Set(schema.required);
  const members = Object.entries(schema.properties).map(([name, value]) => member(name, value, !required.has(name), file));
  // Members that only other variants of a union have are absent here, so that code may read `seat.bot` without
  // distinguishing the variants first.
  for (const name of others) if (!(name in schema.properties)) members.push(`${name}?: undefined`);
  return members.length ? `{ ${members.join('; ')} }` : 'Record<string, never>';
}

function unionType(variants, file) {
  const names = [...new Set(variants.flatMap((variant) => Object.keys(variant.properties ?? {})))];
  return [...new Set(variants.map((variant) => (variant.properties ? objectType(variant, file, names) : typeOf(variant, file))))].join(' | ');
}

function typeOf(schema, file) {
  if (schema.$ref) return nameOf(schema.$ref, file);
  if (schema.anyOf) return unionType(schema.anyOf, file);
  if ('const' in schema) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  if (schema.type === 'array') {
    const item = typeOf(schema.items, file);
    return /^\w+$/.test(item) ? `${item}[]` : `(${item})[]`;
  }
  if (schema.type === 'object') return objectType(schema, file);
  const simple = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' }[schema.type];
  if (!simple) throw new Error(`${file}: no type for ${JSON.stringify(schema)}`);
  return simple;
}

function declare(name, schema, file) {
  const comment = schema.description ? `// ${schema.description}\n` : '';
  const type = typeOf(schema, file);
  if (!type.startsWith('{') || /\} \| /.test(type)) {
    const variants = type.startsWith('{') ? `\n  | ${type.replaceAll('} | {', '}\n  | {')}` : ` ${type}`;
    return `${comment}export type ${name} =${variants};\n`;
  }
  const members = Object.entries(schema.properties).map(([key, value]) => {
    const note = value.description ? `  // ${value.description}\n` : '';
    return `${note}  ${member(key, value, !schema.required?.includes(key), file)};\n`;
  });
  return `${comment}export interface ${name} {\n${members.join('')}}\n`;
}

export function makeTypes() {
  const seen = new Map();
  const parts = ['// Made from protocol/schema and games/*/schema.json by `npm run types` in protocol/. Change the schemas, not this file.\n'];
  for (const [file, schema] of Object.entries(schemas)) {
    const all = [...(schema.title ? [[schema.title, schema]] : []), ...Object.entries(schema.$defs ?? {})];
    for (const [name, part] of all) {
      if (seen.has(name)) throw new Error(`${file} and ${seen.get(name)} both define ${name}`);
      seen.set(name, file);
      parts.push(declare(name, part, file));
    }
  }
  return parts.join('\n');
}
