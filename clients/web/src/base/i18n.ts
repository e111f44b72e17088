// Texts in the person's language. Switching needs no reload: pages redraw themselves when `onLanguage` calls.

import { en, type TextKey } from './en';
import { ja } from './ja';
import { onSettings, settings } from './settings';

export type Language = 'ja' | 'en';
const listeners = new Set<() => void>();
let current = wanted();

function wanted(): Language {
  if (settings.language !== 'auto') return settings.language;
  return navigator.language.toLowerCase().startsWith('ja') ? 'ja' : 'en';
}

export function language(): Language {
  return current;
}

export interface Speaker<Key extends string> {
  // The text in the current language; `{name}` in it is replaced by the parameter of that name, which is isolated.
  t(key: Key, parameters?: Record<string, string | number>): string;
  // The text for a number of things: `key.one` for one, else `key`.
  count(key: Key, n: number, parameters?: Record<string, string | number>): string;
}

// Letters of right-to-left scripts, and the digits that go with them.
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

// Text by another person, to insert into a sentence. A right-to-left name would reorder the text around it, so it is
// isolated; other names are left as they are. (In an element of its own: `named` in dom.ts.)
export function isolated(text: string): string {
  return FROM_RIGHT.test(text) ? `\u2068${text}\u2069` : text;
}

// Each game has its own texts, which are loaded with it.
export function speaker<Key extends string>(texts: Record<Language, Record<Key, string>>): Speaker<Key> {
  const t: Speaker<Key>['t'] = (key, parameters = {}) =>
    texts[current][key].replace(/\{(\w+)\}/g, (whole, name: string) => isolated(String(parameters[name] ?? whole)));
  const count: Speaker<Key>['count'] = (key, n, parameters = {}) => {
    const one = `${key}.one`;
    return t(n === 1 && one in texts[current] ? (one as Key) : key, { n, ...parameters });
  };
  return { t, count };
}

export const { t, count } = speaker<TextKey>({ en, ja });

// "30, 40" or "30・40".
export function listOf(items: string[]): string {
  return items.join(current === 'ja' ? '・' : ', ');
}

// A place in a ranking: "3rd", or the number alone in Japanese. REQUIRES: at most 20.
export function ordinal(n: number): string {
  return current === 'ja' ? `${n}` : `${n}${['', 'st', 'nd', 'rd'][n] ?? 'th'}`;
}

// A share from 0 to 1. Uncertain values are not shown as certain (0 % or 100 %).
export function percent(share: number): string {
  const n = Math.round(share * 100);
  if (n === 0 && share > 0) return '<1%';
  return n === 100 && share < 1 ? '>99%' : `${n}%`;
}

export function titleOf(thing: { id: string; title: { en: string; ja: string } } | undefined, fallback = ''): string {
  return thing ? thing.title[current] || thing.id : fallback;
}

export function applyLanguage(): void {
  document.documentElement.lang = current;
}

export function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

onSettings(() => {
  if (wanted() === current) return;
  current = wanted();
  applyLanguage();
  for (const listener of [...listeners]) listener(); // a copy: a listener may add another
});
