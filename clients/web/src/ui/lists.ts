// A dialog with a list of sentences: the rules, or the keys.
import { h } from '../dom';
import { openDialog } from './dialog';

export function openList(title: string, kind: string, sentences: string[]): void {
  openDialog(title, h('ul', { class: kind }, ...sentences.map((sentence) => h('li', {}, sentence))));
}
