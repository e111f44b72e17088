// Beside the board: what happened, and the chat.
import { h, redraw } from '../dom';
import { t } from '../i18n';
import type { TextKey } from '../texts/en';
import type { RoomFacts } from './facts';

const MOST_LINES = 200;
const QUICK: TextKey[] = ['chat.hello', 'chat.nice', 'chat.sorry', 'chat.thanks'];

// Lines are functions, so that they can be said again in another language.
export type Line = () => string;

function scrollToEnd(list: HTMLElement): void {
  list.scrollTop = list.scrollHeight;
}

export function logPanel(lines: Line[]): { element: HTMLElement; add(line: Line): void } {
  const list = h('ol', { class: 'log-lines', tabindex: 0, 'aria-label': t('log.title') });
  const empty = h('p', { class: 'quiet' }, t('log.empty'));
  const element = h('section', { class: 'panel log' }, h('h2', {}, t('log.title')), empty, list);
  const show = (line: Line) => {
    empty.hidden = true;
    const atEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 8;
    list.append(h('li', {}, line()));
    while (list.childElementCount > MOST_LINES) list.firstElementChild?.remove();
    if (atEnd) scrollToEnd(list);
  };
  for (const line of lines) show(line);
  return { element, add: show };
}

// Enter sends, but not the Enter that ends a conversion: Chrome says isComposing, Safari only keyCode 229.
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
    redraw(list, chat.map(([key]) => key).join(), () =>
      chat.length === 0
        ? [h('p', { class: 'quiet' }, t('chat.empty'))]
        : chat.map(([, line]) =>
            h('p', { class: line.guest === facts.guest ? 'mine' : '' }, h('b', {}, line.nick), ' ', h('span', {}, line.text)),
          ),
    );
    scrollToEnd(list);
  };
  return { element, update };
}
