// The page for authors of clients and bots: a room, its connection, and every message of it.
import { h, redraw, setText } from '../base/dom';
import { identity } from '../base/identity';
import { lettersOf, type Page } from '../base/router';
import { api, Refused } from '../net/api';
import { loadStyle, STYLES } from '../net/style';
import type { Game } from '../protocol';
import { bar } from '../ui/bar';
import { tellRefusal } from '../ui/refusal';
import { Line, type Message } from './line';
import { t } from './texts';

const MOST = 200; // messages that are shown
const DOCUMENTS = ['openapi.json', 'asyncapi.yaml', 'messages.schema.json', 'errors.json'];

// Sample requests. Each gets its own id when it is chosen.
const TEMPLATES: Record<string, object> = {
  say: { text: 'こんにちは' },
  sit: { seat: 0 },
  stand: {},
  start: {},
  move: {},
  hint: {},
  resign: {},
  rematch: {},
  log: {},
  sync: {},
  ping: {},
};

export async function openDev(): Promise<Page> {
  const [games] = await Promise.all([api.games(), loadStyle(STYLES.dev as string)]);
  return new DevPage(games);
}

class DevPage implements Page {
  readonly element = h('div', {});
  #games: Game[];
  #line: Line | undefined;
  #messages: Message[] = [];
  #status = h('p', { class: 'quiet', role: 'status' });
  #list = h('ol', { class: 'dev-messages' });
  #document = h('pre', { class: 'dev-document', tabindex: 0 });
  #body = h('textarea', { class: 'field', id: 'dev-body', rows: 5, spellcheck: false });
  #fault = h('p', { class: 'hint wrong', role: 'alert' });

  constructor(games: Game[]) {
    this.#games = games;
    this.relabel();
  }

  relabel(): void {
    document.title = `${t('title')} — Engawa`;
    const main = h(
      'main',
      { class: 'dev', id: 'main' },
      h('header', {}, h('h1', {}, t('title')), h('p', {}, t('about')), this.#documents()),
      h(
        'div',
        { class: 'dev-columns' },
        h('div', { class: 'column' }, this.#roomPart(), this.#sendPart()),
        this.#messagePart(),
      ),
      h('section', { class: 'panel' }, h('h2', {}, t('document')), this.#document),
    );
    this.element.replaceChildren(h('div', { class: 'shell' }, bar(), main));
    this.#show();
  }

  destroy(): void {
    this.#line?.end();
  }

  #documents(): HTMLElement {
    const links = DOCUMENTS.map((name) => h('li', {}, h('a', { href: `/api/${name}` }, name)));
    return h('nav', { 'aria-label': t('documents') }, h('ul', { class: 'dev-links' }, ...links));
  }

  #roomPart(): HTMLElement {
    const game = h(
      'select',
      { class: 'field', id: 'dev-game' },
      ...this.#games.map(({ id }) => h('option', { value: id }, id)),
    );
    const code = h('input', {
      class: 'field',
      id: 'dev-code',
      autocomplete: 'off',
      maxlength: 8,
      value: this.#line?.code ?? '',
    });
    const button = (label: string, onclick: () => void) =>
      h('button', { class: 'button small', type: 'button', onclick }, label);
    return h(
      'section',
      { class: 'panel' },
      h('h2', {}, t('room')),
      h('label', { for: 'dev-game' }, t('game')),
      h(
        'div',
        { class: 'field-row' },
        game,
        button(t('make'), () => void this.#make(game.value)),
      ),
      h('label', { for: 'dev-code' }, t('code')),
      h(
        'div',
        { class: 'field-row' },
        code,
        button(t('enter'), () => this.#enter(lettersOf(code.value))),
      ),
      h('h2', {}, t('connection')),
      this.#status,
      h(
        'div',
        { class: 'actions start' },
        button(t('drop'), () => this.#line?.drop()),
        button(t('back'), () => this.#again()),
      ),
    );
  }

  #sendPart(): HTMLElement {
    const names = Object.keys(TEMPLATES);
    const choice = h(
      'select',
      { class: 'field', id: 'dev-template' },
      ...names.map((name) => h('option', { value: name }, name)),
    );
    const fill = () => {
      this.#body.value = JSON.stringify(this.#requestOf(choice.value), null, 1);
    };
    choice.addEventListener('change', fill);
    if (this.#body.value === '') fill();
    const send = h('button', { class: 'button primary', type: 'button', onclick: () => this.#send() }, t('sendIt'));
    return h(
      'section',
      { class: 'panel' },
      h('h2', {}, t('send')),
      h('label', { for: 'dev-template' }, t('template')),
      choice,
      h('label', { for: 'dev-body' }, t('body')),
      this.#body,
      this.#fault,
      send,
    );
  }

  #messagePart(): HTMLElement {
    const clear = () => {
      this.#messages = [];
      this.#show();
    };
    const button = h('button', { class: 'button small', type: 'button', onclick: clear }, t('clear'));
    return h('section', { class: 'panel' }, h('div', { class: 'dev-head' }, h('h2', {}, t('messages')), button), this.#list);
  }

  // A move for the position, if the page knows how to convert a word of `legal`.
  #requestOf(type: string): object {
    const doc = this.#line?.replica.doc;
    const member = this.#games.find(({ id }) => id === doc?.game)?.legal_member;
    const [word] = (doc?.legal ?? '').split(' ');
    const cell = member && word ? { [member]: /^\d+$/.test(word) ? Number(word) : word } : {};
    const move = type === 'move' ? { ply: doc?.ply ?? 0, move: cell } : {};
    return { type, id: this.#line?.freshId() ?? 'a-1', ...TEMPLATES[type], ...move };
  }

  async #make(game: string): Promise<void> {
    try {
      const { room } = await api.makeRoom({ game });
      this.#enter(room);
    } catch (refusal) {
      if (!(refusal instanceof Refused)) throw refusal;
      void tellRefusal(refusal.code);
    }
  }

  #enter(code: string): void {
    this.#line?.end();
    this.#line = new Line(code, identity.token, (message) => {
      if (message) this.#messages = [...this.#messages, message].slice(-MOST);
      this.#show();
    });
    const field = this.element.querySelector<HTMLInputElement>('#dev-code');
    if (field) field.value = code;
  }

  #again(): void {
    if (this.#line && !this.#line.open) this.#line.connect();
  }

  #send(): void {
    const line = this.#line;
    setText(this.#fault, '');
    if (!line?.open) return setText(this.#fault, t('notOpen'));
    try {
      line.send(JSON.stringify(JSON.parse(this.#body.value)));
    } catch (fault) {
      setText(this.#fault, t('notJson', { why: (fault as Error).message }));
    }
  }

  #show(): void {
    const line = this.#line;
    const closed = line?.closed !== undefined && !line.open;
    setText(this.#status, line?.open ? t('online') : closed ? t('closed', { code: line.closed ?? 0 }) : t('none'));
    const last = this.#messages.at(-1);
    redraw(this.#list, `${this.#messages.length} ${last?.at} ${last?.text}`, () => [...this.#messages].reverse().map(shown));
    const doc = line?.replica.doc;
    setText(this.#document, doc ? JSON.stringify(doc, null, 1) : '');
  }
}

function shown({ from, at, type, text }: Message): HTMLElement {
  const time = new Date(at).toISOString().slice(11, 23);
  const said = t(from === 'client' ? 'sent' : 'received');
  const head = h(
    'summary',
    {},
    h('span', { class: 'badge' }, said),
    ' ',
    h('b', {}, type),
    ' ',
    h('span', { class: 'hint' }, time),
  );
  return h(
    'li',
    { 'data-from': from, 'data-type': type },
    h('details', {}, head, h('pre', {}, JSON.stringify(JSON.parse(text), null, 1))),
  );
}
