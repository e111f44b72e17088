// The dialogs of every page: settings, and the list of keys.
import { h } from '../dom';
import { onLanguage, t } from '../i18n';
import { change, choices, type Settings, settings } from '../settings';
import type { TextKey } from '../texts/en';
import { openDialog } from './dialog';

function setting<Key extends keyof Settings>(key: Key): HTMLElement {
  const group = h('fieldset', { class: 'setting' }, h('legend', {}, t(`settings.${key}`)));
  for (const value of choices[key]) {
    const input = h('input', { type: 'radio', name: `setting-${key}`, value, checked: settings[key] === value });
    input.addEventListener('change', () => change({ [key]: value } as Partial<Settings>));
    group.append(h('label', { class: 'choice' }, input, h('span', {}, t(`settings.${key}.${value}` as TextKey))));
  }
  return group;
}

export function openSettings(): void {
  const keys = Object.keys(choices) as (keyof Settings)[];
  const dialog = openDialog(t('settings.title'), ...keys.map((key) => setting(key)));
  const forget = onLanguage(() => {
    forget();
    openSettings();
    document.querySelector<HTMLInputElement>('dialog input[name=setting-language]:checked')?.focus();
  });
  dialog.addEventListener('close', forget);
}

// The keys of the open game, if any.
let gameKeys: () => string[] = () => [];

export function setGameKeys(keys: () => string[]): void {
  gameKeys = keys;
}

export function openKeys(): void {
  openDialog(t('keys.title'), h('ul', { class: 'keys' }, ...[...gameKeys(), t('keys.help')].map((key) => h('li', {}, key))));
}

export function openRules(game: string, sentences: string[]): void {
  openDialog(t('help.title', { game }), h('ul', { class: 'rules' }, ...sentences.map((sentence) => h('li', {}, sentence))));
}

// `?` anywhere except in text fields.
export function bindHelpKey(): void {
  document.addEventListener('keydown', (event) => {
    if (event.key !== '?' || (event.target as Element).closest?.('input, textarea, select, dialog')) return;
    event.preventDefault();
    openKeys();
  });
}
