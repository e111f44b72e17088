// A number above a board, with its label.
import { h } from '../base/dom';

export interface Fact {
  element: HTMLElement;
  value: HTMLElement;
}

export function fact(label: string): Fact {
  const value = h('b', {});
  return { element: h('span', { class: 'fact' }, h('span', { class: 'hint' }, label), value), value };
}
