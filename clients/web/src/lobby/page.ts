// The start page: play at once, with friends, or a chosen game. The part below is loaded later (later.ts).
import { h } from '../base/dom';
import { t } from '../base/i18n';
import { identity } from '../base/identity';
import type { Page } from '../base/router';
import { api, Refused } from '../net/api';
import { persist } from '../net/persist';
import { loadStyle, STYLES } from '../net/style';
import type { Game } from '../protocol';
import { bar } from '../ui/bar';
import { rare, tellRefusal } from '../ui/refusal';
import { act, type Choice, play } from './choice';
import { type GamePicker, gamePicker } from './games';
import type { Later } from './later';
import { type ResumeCard, resumeCard } from './resume';

function nickField(): HTMLElement {
  const input: HTMLInputElement = h('input', {
    class: 'field',
    id: 'nick',
    name: 'nick',
    maxlength: 64,
    autocomplete: 'nickname',
    value: identity.nick ?? identity.given ?? '',
    'aria-describedby': 'nick-hint',
    onchange: () => {
      identity.nick = input.value;
      input.value = identity.nick ?? '';
    },
  });
  return h(
    'div',
    { class: 'nick' },
    h('label', { for: 'nick' }, t('lobby.nick')),
    input,
    h('span', { class: 'hint', id: 'nick-hint' }, t('lobby.nickHint')),
  );
}

type Start = (wish: Choice, button: HTMLButtonElement) => void;

function startButton(id: 'play' | 'friends', kind: string, choice: () => Choice | undefined, start: Start): HTMLElement {
  const onclick = () => {
    const wish = choice();
    if (wish) start(wish, button);
  };
  const about = { id, 'aria-describedby': `${id}-hint` };
  const button = h('button', { class: `button huge ${kind}`, type: 'button', ...about, onclick }, t(`lobby.${id}`));
  return h('div', { class: 'hero-start' }, button, h('p', { class: 'hint', id: `${id}-hint` }, t(`lobby.${id}Hint`)));
}

function hero(choice: () => Choice | undefined, games: () => Game[]): HTMLElement {
  const friends: Start = (wish, button) =>
    void act(button, async () => (await persist(() => import('./friends'))).playWithFriends(wish, games()));
  return h(
    'section',
    { class: 'hero' },
    h(
      'div',
      { class: 'hero-text' },
      h('h1', {}, t('app.tagline')),
      h(
        'div',
        { class: 'hero-play' },
        startButton('play', 'primary', choice, play),
        startButton('friends', 'second', choice, friends),
      ),
      nickField(),
    ),
    h('div', { class: 'hero-picture', 'aria-hidden': 'true' }),
  );
}

const PATIENCE_MS = 2500;
const GLANCE_MS = 400;

// Calls `work` once: when the element has been in sight for a moment, or else a little later. A person who starts a
// game at once, or scrolls past, never needs it. If it fails, the page still starts games.
function whenWanted(element: Element, work: () => Promise<void>): void {
  let glance: ReturnType<typeof setTimeout> | undefined;
  const start = () => {
    sight.disconnect();
    clearTimeout(patience);
    clearTimeout(glance);
    if (element.isConnected) work().catch(() => {});
  };
  const sight = new IntersectionObserver((entries) => {
    clearTimeout(glance);
    if (entries.at(-1)?.isIntersecting) glance = setTimeout(start, GLANCE_MS);
  });
  const patience = setTimeout(start, PATIENCE_MS);
  sight.observe(element);
}

// The part below the games, loaded on demand, and again after a change of the language.
function laterSlot(games: () => Game[], picker: () => GamePicker) {
  let part: Later | undefined;
  return {
    async show(place: Element, choice: () => Choice): Promise<void> {
      const [{ laterPart }] = await Promise.all([persist(() => import('./later')), loadStyle(STYLES.later as string)]);
      if (!place.isConnected) return; // another page is shown by now
      part?.destroy();
      const next = laterPart(
        games,
        () => picker().choice(),
        (wish) => picker().choose(wish),
      );
      part = next;
      next.update(choice());
      await next.ready;
      if (part === next) place.replaceChildren(...next.elements);
    },
    update: (choice: Choice) => part?.update(choice),
    destroy: () => part?.destroy(),
  };
}

export function lobbyPage(): Page {
  const host = h('div', { class: 'lobby-page' });
  let found: Game[] | undefined;
  let choice: Choice = { game: 'reversi', preset: undefined, seats: 5 };
  let resume: ResumeCard | undefined;
  let closed = false;
  let away: Page | undefined; // shown instead while the server is unreachable
  let picker: GamePicker;
  const games = () => found ?? [];
  const later = laterSlot(games, () => picker);
  document.title = '縁側 Engawa';

  const choose = (chosen: Choice) => {
    choice = chosen;
    later.update(choice);
  };

  function relabel(): void {
    if (away) return away.relabel();
    picker = gamePicker(choice, choose, play);
    picker.update(found);
    resume = resumeCard(games);
    const place = h('div', { class: 'later' });
    const top = hero(() => picker.choice(), games);
    const main = h('main', { class: 'lobby', id: 'main' }, resume?.element, top, picker.element, place);
    host.replaceChildren(h('div', { class: 'shell' }, bar(), main));
    whenWanted(place, () => later.show(place, () => choice));
    whenWanted(picker.element, () => picker.showBoards());
  }

  function show(list: Game[]): void {
    found = list;
    if (away) {
      away = undefined;
      relabel();
    }
    picker.update(found);
    resume?.update();
    later.update(choice);
  }

  function failed(refusal: unknown): void {
    show([]);
    void tellRefusal(refusal instanceof Refused ? refusal.code : 'internal');
  }

  relabel();
  const load = () => api.games().then(show);
  load().catch(async (refusal) => {
    const code = refusal instanceof Refused && refusal.code === 'offline' ? await rare() : undefined;
    if (closed) return;
    if (code) away = code.waitForServer(host, load, failed);
    else failed(refusal);
  });
  return {
    element: host,
    relabel,
    destroy() {
      closed = true;
      away?.destroy();
      later.destroy();
    },
  };
}
