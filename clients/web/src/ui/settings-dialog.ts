// The dialog of the person's settings.
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
