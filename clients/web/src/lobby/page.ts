// The start page: play at once, with friends, a chosen game; and below, loaded later, what goes on (later.ts).
import { h } from '../dom';
import { loadStyle, STYLES } from '../games/catalogue';
import { t } from '../i18n';
import { api, Refused } from '../net/api';
import { identity } from '../net/identity';
import { persist } from '../net/persist';
import type { Game } from '../protocol';
import type { Page } from '../router';
import { bar } from '../ui/bar';
import { rare, tellRefusal } from '../ui/refusal';
import { type Choice, play, playWithFriends } from './choice';
import { gamePicker } from './games';
import type { Later } from './later';
import { type ResumeCard, resumeCard } from './resume';

function nickField(): HTMLElement {
  const input = h('input', {
    class: 'field',
    id: 'nick',
    name: 'nick',
    maxlength: 64,
    autocomplete: 'nickname',
    value: identity.nick ?? '',
    'aria-describedby': 'nick-hint',
  });
  input.addEventListener('change', () => {
    identity.nick = input.value;
    input.value = identity.nick ?? '';
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
  const button = h(
    'button',
    { class: `button huge ${kind}`, type: 'button', id, 'aria-describedby': `${id}-hint` },
    t(`lobby.${id}`),
  );
  button.addEventListener('click', () => {
    const wish = choice();
    if (wish) start(wish, button);
  });
  return h('div', { class: 'hero-start' }, button, h('p', { class: 'hint', id: `${id}-hint` }, t(`lobby.${id}Hint`)));
}

function hero(choice: () => Choice | undefined, games: () => Game[]): HTMLElement {
  const friends: Start = (wish, button) => playWithFriends(wish, games(), button);
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

// Calls `work` once: when the element has been in sight for a moment, or else a little later. Who starts a game at once
// never needs it, nor who scrolls past.
function whenWanted(element: Element, work: () => void): void {
  let glance: ReturnType<typeof setTimeout> | undefined;
  const start = () => {
    watcher.disconnect();
    clearTimeout(patience);
    clearTimeout(glance);
    if (element.isConnected) work();
  };
  const watcher = new IntersectionObserver((entries) => {
    clearTimeout(glance);
    if (entries.at(-1)?.isIntersecting) glance = setTimeout(start, GLANCE_MS);
  });
  const patience = setTimeout(start, PATIENCE_MS);
  watcher.observe(element);
}

export function lobbyPage(): Page {
  const host = h('div', { class: 'lobby-page' });
  let games: Game[] | undefined;
  let choice: Choice = { game: 'reversi', preset: undefined, seats: 5 };
  let later: Later | undefined;
  let resume: ResumeCard | undefined;
  let closed = false;
  let away: Page | undefined; // shown instead while the server cannot be reached
  let picker = gamePicker(choice, () => {}, play);
  document.title = '縁側 Engawa';

  const choose = (chosen: Choice) => {
    choice = chosen;
    later?.update(choice);
  };

  // What is below the games; again after a change of the language.
  async function showLater(place: Element): Promise<void> {
    const [{ laterPart }] = await Promise.all([persist(() => import('./later')), loadStyle(STYLES.later as string)]);
    if (closed || !place.isConnected) return;
    later?.destroy();
    const part = laterPart(
      () => games ?? [],
      () => picker.choice(),
      (wish) => picker.choose(wish),
    );
    later = part;
    part.update(choice);
    await part.ready;
    if (later === part) place.replaceChildren(...part.elements);
  }

  function relabel(): void {
    if (away) return away.relabel();
    picker = gamePicker(choice, choose, play);
    picker.update(games);
    resume = resumeCard(() => games ?? []);
    const place = h('div', { class: 'later' });
    host.replaceChildren(
      h(
        'div',
        { class: 'shell' },
        bar(),
        h(
          'main',
          { class: 'lobby', id: 'main' },
          resume?.element,
          hero(
            () => picker.choice(),
            () => games ?? [],
          ),
          picker.element,
          place,
        ),
      ),
    );
    // Without these the page still starts games.
    const quietly = (work: Promise<void>) => void work.catch(() => {});
    whenWanted(place, () => quietly(showLater(place)));
    whenWanted(picker.element, () => quietly(picker.showBoards()));
  }

  relabel();
  const found = (list: Game[]) => {
    games = list;
    if (away) {
      away = undefined;
      relabel();
    }
    picker.update(games);
    resume?.update();
    later?.update(choice);
  };
  const load = () => api.games().then(found);
  const failed = (refusal: unknown) => {
    found([]);
    void tellRefusal(refusal instanceof Refused ? refusal.code : 'internal');
  };
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
      later?.destroy();
    },
  };
}
