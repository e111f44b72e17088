// Dialogs with a list: the rules, and the keys.
import { h } from '../base/dom';
import type { HelpLine } from '../model/help';
import { type KeyOfRoom, t } from '../texts/dialogs';
import { openDialog } from './dialog';

// `own`: those of the open game or page; `more`: the page's general ones.
export function openKeys(own: string[], more: KeyOfRoom[]): void {
  const keys = [...own, ...more.map((key) => t(`keys.${key}`)), t('keys.help')];
  openDialog(t('keys.title'), h('ul', { class: 'keys' }, ...keys.map((key) => h('li', {}, key))));
}

function item({ text, picture }: HelpLine): HTMLElement {
  return h('li', {}, text, picture && h('span', { class: 'help-picture', 'aria-hidden': 'true' }, picture()));
}

// `card`: the action of a button below the rules; false: no button.
export function openRules(game: string, lines: HelpLine[], card: (() => void) | false): void {
  const show = () => {
    dialog.close();
    if (card) card();
  };
  const button = card && h('button', { class: 'button', type: 'button', id: 'open-card', onclick: show }, t('help.card'));
  const dialog = openDialog(t('help.title', { game }), h('ul', { class: 'rules' }, ...lines.map(item)), button);
}
