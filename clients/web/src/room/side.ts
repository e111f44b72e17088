// The side panel: the log and the chat.
import { h, redraw } from '../dom';
import { t } from '../i18n';
import type { TextKey } from '../texts/en';
import type { RoomFacts } from './facts';
import { MOST_LINES } from './log';

const QUICK: TextKey[] = ['chat.hello', 'chat.nice', 'chat.sorry', 'chat.thanks'];

function scrollToEnd(list: HTMLElement): void {
  list.scrollTop = list.scrollHeight;
}

export interface LogPanel {
  element: HTMLElement;
  // All lines; `cut`: there are earlier ones.
  show(lines: string[], cut: boolean): void;
  add(line: string): void;
}

export function logPanel(): LogPanel {
  const list = h('ol', { class: 'log-lines', tabindex: 0, 'aria-label': t('log.title') });
  const empty = h('p', { class: 'quiet' }, t('log.empty'));
  const earlier = h('p', { class: 'quiet', hidden: true }, t('log.cut'));
  const element = h('section', { class: 'panel log' }, h('h2', {}, t('log.title')), empty, earlier, list);
  const append = (lines: string[]) => {
    list.append(...lines.map((line) => h('li', {}, line)));
    while (list.childElementCount > MOST_LINES) {
      list.firstElementChild?.remove();
      earlier.hidden = false;
    }
    empty.hidden = list.childElementCount > 0 || !earlier.hidden;
  };
  return {
    element,
    show(lines, cut) {
      list.replaceChildren();
      earlier.hidden = !cut;
      append(lines);
      scrollToEnd(list);
    },
    add(line) {
      const atEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 8;
      append([line]);
      if (atEnd) scrollToEnd(list);
    },
  };
}

// Enter sends, except the Enter that ends an IME conversion: Chrome sets isComposing, Safari only keyCode 229.
export function keepsComposing(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && (event.isComposing || event.keyCode === 229);
}

export function chatPanel(say: (text: string) => void): { element: HTMLElement; update(facts: RoomFacts): void } {
  const list = h('div', { class: 'chat-lines', tabindex: 0, role: 'log', 'aria-label': t('chat.title') });
  const input = h('input', {
    class: 'field',
    name: 'text',
    maxlength: 200,
    autocomplete: 'off',
    enterkeyhint: 'send',
    'aria-label': t('chat.label'),
  });
  const form = h('form', { class: 'chat-form' }, input, h('button', { class: 'button', type: 'submit' }, t('chat.send')));
  input.addEventListener('keydown', (event) => {
    if (keepsComposing(event)) event.preventDefault();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (text === '') return;
    say(text);
    input.value = '';
  });
  const quick = h('div', { class: 'chat-quick', role: 'group', 'aria-label': t('chat.quick') });
  for (const key of QUICK) quick.append(h('button', { class: 'chip', type: 'button', onclick: () => say(t(key)) }, t(key)));
  const element = h('section', { class: 'panel chat' }, h('h2', {}, t('chat.title')), list, quick, form);
  const update = (facts: RoomFacts) => {
    const chat = Object.entries(facts.doc.chat ?? {}).sort(([a], [b]) => Number(a.slice(1)) - Number(b.slice(1)));
    const isNew = redraw(list, chat.map(([key]) => key).join(), () =>
      chat.length === 0
        ? [h('p', { class: 'quiet' }, t('chat.empty'))]
        : chat.map(([, line]) =>
            h('p', { class: line.guest === facts.guest ? 'mine' : '' }, h('b', {}, line.nick), ' ', h('span', {}, line.text)),
          ),
    );
    if (isNew) scrollToEnd(list); // forces a layout, which should not happen needlessly
  };
  return { element, update };
}
