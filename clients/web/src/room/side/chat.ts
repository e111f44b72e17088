// The chat: the last lines, the quick words, and a field to write in.
import { h, named, redraw } from '../../base/dom';
import type { TextKey } from '../../base/en';
import { t } from '../../base/i18n';
import type { RoomFacts } from '../../model/facts';
import { scrollSoon } from './moves';

const QUICK: TextKey[] = ['chat.hello', 'chat.nice', 'chat.sorry', 'chat.thanks'];

// Enter sends, except the Enter that ends an IME conversion: Chrome sets isComposing, Safari only keyCode 229.
function keepsComposing(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && (event.isComposing || event.keyCode === 229);
}

// `update` returns true if there is a new line. `reports`: the buttons that report one.
export function chatPanel(say: (text: string) => void) {
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
  for (const key of QUICK)
    quick.append(
      h('button', { class: 'chip', type: 'button', 'data-stamp': key.slice(5), onclick: () => say(t(key)) }, t(key)),
    );
  const element = h('section', { class: 'chat' }, list, quick, form);
  const update = (facts: RoomFacts, reports?: typeof import('../people/report')) => {
    const chat = Object.entries(facts.doc.chat ?? {}).sort(([a], [b]) => Number(a.slice(1)) - Number(b.slice(1)));
    const isNew = redraw(list, [!reports, ...chat.map(([key]) => key)].join(), () =>
      chat.length === 0
        ? [h('p', { class: 'quiet' }, t('chat.empty'))]
        : chat.map(([key, line]) =>
            h(
              'p',
              { class: line.guest === facts.guest ? 'mine' : '' },
              h('b', {}, named(line.nick)),
              ' ',
              h('span', {}, named(line.text)),
              line.guest !== facts.guest && reports?.reportButton(facts.doc.code, key, line),
            ),
          ),
    );
    if (isNew) scrollSoon(list);
    return isNew && chat.length > 0;
  };
  return { element, update };
}
