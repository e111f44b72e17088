// The sentences of a game that this page does not know, as GET /api/games has them: templates, filled in as the terminal does.
// games/core/terminal.hpp describes their syntax; tests/data/sentences.json tests both implementations. Pure.
import { isolated, percent } from '../../base/i18n';
import { words } from '../../base/words';

// The objects in which fields are looked up, in order; and the name at a seat.
export interface Sources {
  places: object[];
  player(seat: string, short: boolean): string;
  seat?: string; // `$`
}

// `whole`: no field was missing, and each had the required form.
interface Part {
  text: string;
  whole: boolean;
}

const FIRST = 12; // of a list that is cut short

export function fill(template: string, sources: Sources): string {
  return fillPart(template, sources).text;
}

function fillPart(template: string, sources: Sources): Part {
  const part: Part = { text: '', whole: true };
  for (let rest = template; rest !== ''; ) {
    const end = endOf(rest);
    if (end < 0) {
      part.text += rest[0];
      rest = rest.slice(1);
      continue;
    }
    const inside = rest.slice(1, end);
    const inner = rest[0] === '[' ? fillPart(inside, sources) : field(inside, sources);
    if (rest[0] === '<') part.whole &&= inner.whole;
    if (inner.whole) part.text += inner.text;
    rest = rest.slice(end + 1);
  }
  return part;
}

// The end of the bracket that the text begins with, nested ones skipped. Negative: it begins with none, or has no end.
function endOf(text: string): number {
  const open = text[0];
  const close = open === '[' ? ']' : open === '<' ? '>' : undefined;
  if (close === undefined) return -1;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    depth += text[at] === open ? 1 : text[at] === close ? -1 : 0;
    if (depth === 0) return at;
  }
  return -1;
}

function cut(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

// Values

function own(from: unknown, name: string): unknown {
  return typeof from === 'object' && from !== null && Object.hasOwn(from, name)
    ? (from as Record<string, unknown>)[name]
    : undefined;
}

function walk(from: unknown, path: string, sources: Sources): unknown {
  if (path === '') return from;
  const [name, rest] = cut(path, '/');
  if (name === '*') return Object.values(from ?? {}).map((member) => walk(member, rest, sources));
  return walk(own(from, name === '$' ? (sources.seat ?? '') : name), rest, sources);
}

function lookUp(path: string, sources: Sources): unknown {
  if (/^\d+$/.test(path)) return Number(path);
  const [first] = cut(path, '/');
  const place = sources.places.find((one) => (own(one, first) ?? null) !== null);
  return place && walk(place, path, sources);
}

// a, or a+b-c of whole numbers.
function evaluate(expression: string, sources: Sources): unknown {
  if (!/[+-]/.test(expression)) return lookUp(expression, sources);
  const terms = expression.match(/[+-]?[^+-]+/g) ?? [];
  let sum = 0;
  for (const term of terms) {
    const value = lookUp(term.replace(/^[+-]/, ''), sources);
    if (!Number.isInteger(value)) return undefined;
    sum += term.startsWith('-') ? -(value as number) : (value as number);
  }
  return sum;
}

function textOf(value: unknown): string {
  if (Array.isArray(value))
    return value
      .map(textOf)
      .filter((word) => word !== '')
      .join(' ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function isSo(value: unknown): boolean {
  if (typeof value === 'number') return value > 0;
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}

// Filters

function countOf(value: unknown): number {
  if (typeof value === 'string') return words(value).length;
  return Array.isArray(value) ? value.reduce((sum, item) => sum + (typeof item === 'string' ? countOf(item) : 1), 0) : 0;
}

function firstOf(value: unknown): string {
  const list = words(textOf(value));
  return list.slice(0, FIRST).join(' ') + (list.length > FIRST ? ' ...' : '');
}

// "101" as "4, 1"
function placesOf(digits: string): string {
  return [...digits].flatMap((digit, at) => (digit === '1' ? [String(2 ** (digits.length - 1 - at))] : [])).join(', ');
}

function filtered(value: unknown, filter: string, sources: Sources): string {
  const number = typeof value === 'number' ? value : 0;
  switch (filter) {
    case 'count':
      return String(countOf(value));
    case 'first':
      return firstOf(value);
    case 's':
      return number === 1 ? '' : 's';
    case 'seconds':
      return (Math.trunc(number / 100) / 10).toFixed(1);
    case 'ceil':
      return String(Math.ceil(Math.max(0, number) / 1000));
    case 'degrees':
      return String(number / 100);
    case 'percent':
    case 'chart':
      return percent(Math.min(1, Math.max(0, number)));
    case 'spaced':
      return [...textOf(value)].join(' ');
    case 'places':
      return placesOf(textOf(value));
    case 'player':
    case 'name':
      return sources.player(textOf(value), filter === 'name');
    default:
      return textOf(value);
  }
}

// Fields

function asked(condition: string, sources: Sources): boolean {
  const [expression, wanted] = cut(condition, '=');
  const value = evaluate(expression, sources);
  return wanted === '' ? isSo(value) : textOf(value) === wanted;
}

function each(list: string, separator: string, template: string, sources: Sources): Part {
  const items = Object.entries(evaluate(list, sources) ?? {});
  const texts = items.map(([key, value]) => {
    const place = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : { key, value };
    return fillPart(template, { ...sources, places: [place, ...sources.places] }).text;
  });
  return { text: texts.join(separator), whole: items.length > 0 };
}

function field(text: string, sources: Sources): Part {
  if (text.startsWith('?')) return { text: '', whole: asked(text.slice(1), sources) };
  if (text.startsWith('!')) return { text: '', whole: !asked(text.slice(1), sources) };
  if (text.includes('|')) {
    const [list, rest] = cut(text, '|');
    const [separator, template] = cut(rest, '|');
    return each(list, separator, template, sources);
  }
  const [expression, filter] = cut(text, ':');
  const value = evaluate(expression, sources);
  if (filter !== '') return { text: filtered(value, filter, sources), whole: (value ?? null) !== null };
  const said = isolated(textOf(value));
  return { text: said, whole: said !== '' };
}
