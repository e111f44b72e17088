// A dialog with a list of sentences: the rules, or the keys.
import { h } from '../dom';
import { t } from '../texts/dialogs';
import { openDialog } from './dialog';

// `card`: what a button below the sentences does; false: there is none.
export function openList(title: string, kind: string, sentences: string[], card: (() => void) | false = false): void {
  const list = h('ul', { class: kind }, ...sentences.map((sentence) => h('li', {}, sentence)));
  const show = () => {
    dialog.close();
    if (card) card();
  };
  const button = card && h('button', { class: 'button', type: 'button', id: 'open-card', onclick: show }, t('help.card'));
  const dialog = openDialog(title, list, button);
}
