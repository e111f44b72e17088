// The bar on top of every page.
import { type Child, h } from '../base/dom';
import { t } from '../base/i18n';
import { openSettings } from './dialogs';
import { icon } from './icons';

export function iconButton(
  name: Parameters<typeof icon>[0],
  label: string,
  onclick: () => unknown,
  kind = '',
): HTMLButtonElement {
  return h(
    'button',
    { class: `button bar-button ${kind}`, type: 'button', title: label, onclick },
    icon(name),
    h('span', { class: 'bar-label' }, label),
  );
}

export function bar(...middle: Child[]): HTMLElement {
  const logo = h(
    'a',
    { class: 'logo', href: '/', 'data-link': true },
    h('span', { class: 'logo-discs', 'aria-hidden': 'true' }, h('i', {}), h('i', {})),
    h('span', { class: 'logo-ja', lang: 'ja' }, '縁側'),
    h('span', { class: 'logo-en', lang: 'en' }, 'Engawa'),
  );
  return h(
    'header',
    { class: 'bar' },
    logo,
    h('div', { class: 'bar-middle' }, ...middle),
    iconButton('settings', t('settings.title'), openSettings, 'icon-only'),
  );
}
