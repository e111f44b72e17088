// Beside the board: the result, the moves, the chat and the facts of the room, one of them at a time.
import { h, redraw } from '../dom';
import { t } from '../i18n';
import type { TextKey } from '../texts/en';
import { type Tabs, tabs } from '../ui/tabs';
import type { RoomFacts } from './facts';
import { infoPanel } from './info';
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

function logPanel(): LogPanel {
  const list = h('ol', { class: 'log-lines', tabindex: 0, 'aria-label': t('log.title') });
  const empty = h('p', { class: 'quiet' }, t('log.empty'));
  const earlier = h('p', { class: 'quiet', hidden: true }, t('log.cut'));
  const element = h('section', { class: 'log' }, empty, earlier, list);
  let atEnd = true;
  const append = (lines: string[]) => {
    list.append(...lines.map((line) => h('li', {}, line)));
    while (list.childElementCount > MOST_LINES) {
      list.firstElementChild?.remove();
      earlier.hidden = false;
    }
    empty.hidden = list.childElementCount > 0 || !earlier.hidden;
    if (atEnd) scrollToEnd(list);
  };
  // Read when somebody scrolls and not at each line, because reading it forces a layout.
  list.addEventListener('scroll', () => {
    if (list.clientHeight > 0) atEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 8;
  });
  // A list that was hidden has lost its place.
  new ResizeObserver(() => atEnd && scrollToEnd(list)).observe(list);
  return {
    element,
    show(lines, cut) {
      list.replaceChildren();
      earlier.hidden = !cut;
      atEnd = true;
      append(lines);
    },
    add: (line) => append([line]),
  };
}

// Enter sends, except the Enter that ends an IME conversion: Chrome sets isComposing, Safari only keyCode 229.
export function keepsComposing(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && (event.isComposing || event.keyCode === 229);
}

// `update` returns true if there is a new line.
function chatPanel(say: (text: string) => void): { element: HTMLElement; update(facts: RoomFacts): boolean } {
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
  const element = h('section', { class: 'chat' }, list, quick, form);
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
    return isNew && chat.length > 0;
  };
  return { element, update };
}

export interface Side {
  element: HTMLElement;
  log: LogPanel;
  tabs: Tabs;
  // `hasText`: the game tells its board in words.
  update(facts: RoomFacts, hasText: boolean): void;
}

// `result` and `text` are parts of the table.
export function sidePanel(parts: {
  say(text: string): void;
  result: HTMLElement;
  text: HTMLElement;
  onSelect(id: string): void;
}): Side {
  const chat = chatPanel(parts.say);
  const log = logPanel();
  const info = infoPanel();
  const all = [
    { id: 'result', label: t('result.title'), panel: parts.result },
    { id: 'moves', label: t('log.title'), panel: log.element },
    { id: 'chat', label: t('chat.title'), panel: chat.element },
    { id: 'text', label: t('side.text'), panel: parts.text, focusable: true },
    { id: 'info', label: t('side.info'), panel: info.element, focusable: true },
  ];
  const rail = tabs(t('side.label'), all, parts.onSelect);
  let phase: string | undefined;
  let known = false; // later lines of the chat are new
  const update = (facts: RoomFacts, hasText: boolean) => {
    const { doc } = facts;
    if (doc.phase !== phase) {
      // The result comes by itself. Who talks is not interrupted by the start.
      const talks = doc.phase === 'playing' && phase === 'lobby' && Object.keys(doc.chat ?? {}).length > 0;
      rail.show('result', doc.phase === 'over');
      if (doc.phase === 'over') rail.select('result');
      else if (!talks) rail.select(doc.phase === 'lobby' ? 'chat' : 'moves');
      phase = doc.phase;
    }
    rail.show('text', hasText && doc.phase !== 'lobby');
    if (chat.update(facts) && known) rail.mark('chat', t('chat.new'));
    known = true;
    info.update(facts);
  };
  return { element: h('aside', { class: 'side panel', 'aria-label': t('side.label') }, rail.element), log, tabs: rail, update };
}
