// Parts for the rules of several games.
import { h } from '../base/dom';
import { language, listOf } from '../base/i18n';

// "black, white and ash" or "黒・白・灰".
export function listed(items: (string | number)[]): string {
  const names = items.map(String);
  return language() === 'ja' ? listOf(names) : new Intl.ListFormat('en-GB').format(names);
}

// A position before and after a move.
export function pair(before: Element, after: Element): HTMLElement {
  return h('span', { class: 'help-pair' }, before, h('span', { class: 'help-arrow' }, '→'), after);
}
