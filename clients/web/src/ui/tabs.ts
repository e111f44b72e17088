// Tabs as in the ARIA practices: one tab stop, arrow keys choose, and the chosen panel is the only one shown.
import { h } from '../base/dom';

export interface Tab {
  id: string;
  label: string;
  panel: HTMLElement;
  focusable?: boolean; // it may contain nothing else to focus, and it scrolls
}

export interface Tabs {
  element: HTMLElement;
  readonly selected: string;
  select(id: string): void;
  // A tab that is not shown cannot be chosen. REQUIRES: another one is chosen before the chosen one is hidden.
  show(id: string, shown: boolean): void;
  // A dot for something new; choosing the tab removes it.
  mark(id: string, words: string): void;
}

// `onSelect` is called after each choice, with its id.
export function tabs(label: string, all: Tab[], onSelect = (_id: string) => {}): Tabs {
  const buttons = new Map<string, HTMLButtonElement>();
  const panels = new Map<string, HTMLElement>();
  let selected = '';
  const select = (id: string) => {
    selected = id;
    for (const [other, button] of buttons) {
      button.setAttribute('aria-selected', String(other === id));
      button.tabIndex = other === id ? 0 : -1;
      (panels.get(other) as HTMLElement).hidden = other !== id;
    }
    buttons.get(id)?.querySelector('.tab-mark')?.remove();
    onSelect(id);
  };
  const list = h('div', { class: 'tab-list', role: 'tablist', 'aria-label': label });
  for (const { id, label: name, panel, focusable } of all) {
    const attributes = { id: `tab-${id}`, role: 'tab', type: 'button', 'aria-controls': `panel-${id}` };
    const button = h('button', { class: 'tab', ...attributes, onclick: () => select(id) }, h('span', {}, name));
    buttons.set(id, button);
    const roles = { role: 'tabpanel', 'aria-labelledby': `tab-${id}`, tabindex: focusable ? 0 : undefined };
    panels.set(id, h('div', { class: 'tab-panel', id: `panel-${id}`, ...roles }, panel));
    list.append(button);
  }
  list.addEventListener('keydown', (event) => {
    const shown = [...buttons].filter(([, button]) => !button.hidden).map(([id]) => id);
    const at = shown.indexOf(selected);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: shown.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    select(shown[(to + shown.length) % shown.length] ?? selected);
    buttons.get(selected)?.focus();
  });
  const first = all[0];
  if (first) select(first.id);
  return {
    element: h('div', { class: 'tabs' }, list, ...panels.values()),
    get selected() {
      return selected;
    },
    select,
    show(id, shown) {
      (buttons.get(id) as HTMLElement).hidden = !shown;
    },
    mark(id, words) {
      const button = buttons.get(id);
      if (!button || id === selected || button.querySelector('.tab-mark')) return;
      button.append(h('i', { class: 'tab-mark' }, h('span', { class: 'hidden-text' }, words)));
    },
  };
}
