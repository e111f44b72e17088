// The dialog of the person's settings.
import { h } from '../base/dom';
import { t as common, onLanguage } from '../base/i18n';
import { change, choices, type Settings, settings } from '../base/settings';
import { type SettingsKey, t } from '../texts/settings';
import { openDialog } from './dialog';

function setting<Key extends keyof Settings>(key: Key): HTMLElement {
  const group = h(
    'fieldset',
    { class: 'setting' },
    h('legend', {}, key === 'sound' ? common('settings.sound') : t(`settings.${key}` as SettingsKey)),
  );
  for (const value of choices[key]) {
    const input = h('input', { type: 'radio', name: `setting-${key}`, value, checked: settings[key] === value });
    input.addEventListener('change', () => {
      change({ [key]: value } as Partial<Settings>);
      // The browser asks for permission, too; a person who refuses there gets no notifications.
      if (key === 'notify' && value === 'on' && 'Notification' in window) void Notification.requestPermission();
    });
    group.append(h('label', { class: 'choice' }, input, h('span', {}, t(`settings.${key}.${value}` as SettingsKey))));
  }
  return group;
}

export function openSettings(): void {
  const keys = Object.keys(choices) as (keyof Settings)[];
  const dialog = openDialog(common('settings.title'), ...keys.map((key) => setting(key)));
  const forget = onLanguage(() => {
    forget();
    openSettings();
    document.querySelector<HTMLInputElement>('dialog input[name=setting-language]:checked')?.focus();
  });
  dialog.addEventListener('close', forget);
}
