// Dialogs with a list of sentences: the rules, and the keys.
import { h } from '../dom';
import { type KeyOfRoom, t } from '../texts/dialogs';
import { openDialog } from './dialog';

// `card`: what a button below the sentences does; false: there is none.
function openList(title: string, kind: string, sentences: string[], card: (() => void) | false = false): void {
  const list = h('ul', { class: kind }, ...sentences.map((sentence) => h('li', {}, sentence)));
  const show = () => {
    dialog.close();
    if (card) card();
  };
  const button = card && h('button', { class: 'button', type: 'button', id: 'open-card', onclick: show }, t('help.card'));
  const dialog = openDialog(title, list, button);
}

// `own`: of what is open; `more`: the page's own beside them.
export function openKeys(own: string[], more: KeyOfRoom[]): void {
  openList(t('keys.title'), 'keys', [...own, ...more.map((key) => t(`keys.${key}`)), t('keys.help')]);
}

export function openRules(game: string, sentences: string[], card: (() => void) | false): void {
  openList(t('help.title', { game }), 'rules', sentences, card);
}
