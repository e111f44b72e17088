// The person's settings, kept in localStorage and set on <html> as data attributes, so that the style sheet does the
// rest.
import { readStored, store } from './identity';

export interface Settings {
  language: 'auto' | 'ja' | 'en';
  theme: 'auto' | 'light' | 'dark';
  colors: 'usual' | 'distinct'; // of pieces; `distinct` for people who confuse the usual ones
  marks: 'auto' | 'always' | 'off';
  speed: '0' | '0.5' | '1' | '2';
  taps: 'auto' | 'one' | 'two' | 'button'; // how a move is made on a board
  sound: 'off' | 'soft' | 'normal' | 'loud';
  notify: 'off' | 'on';
}

export const choices: { [Key in keyof Settings]: Settings[Key][] } = {
  language: ['auto', 'ja', 'en'],
  theme: ['auto', 'light', 'dark'],
  colors: ['usual', 'distinct'],
  marks: ['auto', 'always', 'off'],
  speed: ['0', '0.5', '1', '2'],
  taps: ['auto', 'one', 'two', 'button'],
  sound: ['off', 'soft', 'normal', 'loud'],
  notify: ['off', 'on'],
};

const defaults: Settings = {
  language: 'auto',
  theme: 'auto',
  colors: 'usual',
  marks: 'auto',
  speed: '1',
  taps: 'auto',
  sound: 'off',
  notify: 'off',
};
const KEY = 'engawa.settings';
const listeners = new Set<(settings: Settings) => void>();
const systemLooks = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)'].map((query) => matchMedia(query));

// What this person has chosen, as far as it is known; the rest has its default.
export const chosen: Partial<Settings> = {};

function read(): Settings {
  try {
    const stored = JSON.parse(readStored(KEY) ?? '{}') as Record<string, unknown>;
    for (const key of Object.keys(choices) as (keyof Settings)[]) {
      if ((choices[key] as unknown[]).includes(stored[key])) Object.assign(chosen, { [key]: stored[key] });
    }
  } catch {
    // Not written by this page, or by another version: the defaults apply.
  }
  return { ...defaults, ...chosen };
}

export const settings: Settings = read();

export function change(part: Partial<Settings>): void {
  Object.assign(chosen, part);
  Object.assign(settings, part);
  store(KEY, JSON.stringify(chosen));
  applyLooks();
  for (const listener of [...listeners]) listener(settings);
}

export function onSettings(listener: (settings: Settings) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function reducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

export function applyLooks(): void {
  const [dark, contrast] = systemLooks.map((query) => query.matches);
  const html = document.documentElement;
  html.dataset.theme = settings.theme === 'auto' ? (dark ? 'dark' : 'light') : settings.theme;
  html.dataset.colors = settings.colors;
  html.dataset.marks =
    settings.marks === 'always' || (settings.marks === 'auto' && (contrast || settings.colors === 'distinct'))
      ? 'all'
      : settings.marks === 'off'
        ? 'none'
        : 'special';
}

for (const query of systemLooks) query.addEventListener('change', applyLooks);
