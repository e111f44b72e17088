// The start page: play at once, create a room, join one.
import { h } from '../dom';
import { t } from '../i18n';
import { api, Refused } from '../net/api';
import { identity } from '../net/identity';
import type { Game } from '../protocol';
import { go, type Page } from '../router';
import { bar } from '../ui/bar';
import { tellRefusal } from '../ui/refusal';
import { joinForm, makeForm } from './forms';
import { gamePicker } from './games';
import { roomList } from './rooms';

export interface Choice {
  game: string;
  preset: string | undefined; // empty: own settings
  seats: number;
  options?: Record<string, unknown>; // the own settings
}

// Runs a button's action: disables the button meanwhile, and shows a toast if the action was refused.
export async function act(button: HTMLButtonElement, work: () => Promise<void>): Promise<void> {
  button.disabled = true;
  try {
    await work();
  } catch (refusal) {
    if (!(refusal instanceof Refused)) throw refusal;
    void tellRefusal(refusal.code);
  } finally {
    button.disabled = false;
  }
}

export function optionsOf(choice: Choice): Record<string, unknown> | undefined {
  return choice.options ?? (choice.preset ? { preset: choice.preset } : undefined);
}

function nickField(): HTMLElement {
  const input = h('input', {
    class: 'field',
    id: 'nick',
    name: 'nick',
    maxlength: 16,
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

function play(wish: Choice, button: HTMLButtonElement): void {
  void act(button, async () => {
    const place = await api.play({ game: wish.game, options: optionsOf(wish) });
    go(place.url);
  });
}

function hero(choice: () => Choice | undefined): HTMLElement {
  const button = h('button', { class: 'button primary huge', type: 'button', id: 'play' }, t('lobby.play'));
  button.addEventListener('click', () => {
    const wish = choice();
    if (wish) play(wish, button);
  });
  return h(
    'section',
    { class: 'hero' },
    h(
      'div',
      { class: 'hero-text' },
      h('h1', {}, t('app.tagline')),
      h('div', { class: 'hero-play' }, button, h('p', { class: 'hint' }, t('lobby.playHint'))),
      nickField(),
    ),
    h('div', { class: 'hero-picture', 'aria-hidden': 'true' }),
  );
}

export function lobbyPage(): Page {
  const host = h('div', { class: 'lobby-page' });
  let games: Game[] | undefined;
  let choice: Choice = { game: 'reversi', preset: undefined, seats: 5 };
  let rooms: ReturnType<typeof roomList> | undefined;
  let onChoice: () => void = () => {};
  document.title = '縁側 Engawa';

  function relabel(): void {
    rooms?.destroy();
    const list = roomList(() => games ?? []);
    rooms = list;
    const picker = gamePicker(
      choice,
      (chosen) => {
        choice = chosen;
        onChoice();
      },
      play,
    );
    const make = makeForm(picker.choice);
    onChoice = () => make.update(games?.find((entry) => entry.id === choice.game));
    picker.update(games);
    onChoice();
    // Parts that grow when rooms are listed have nothing below them.
    const columns = h('div', { class: 'columns' }, make.element, h('div', { class: 'column' }, joinForm(), list.element));
    host.replaceChildren(
      h(
        'div',
        { class: 'shell' },
        bar(),
        h('main', { class: 'lobby', id: 'main' }, hero(picker.choice), picker.element, columns),
      ),
    );
    onGames = (found) => {
      picker.update(found);
      onChoice();
      list.redraw();
    };
  }

  let onGames: (found: Game[]) => void = () => {};
  relabel();
  api.games().then(
    (found) => {
      games = found;
      onGames(found);
    },
    (refusal) => {
      games = [];
      onGames(games);
      void tellRefusal(refusal instanceof Refused ? refusal.code : 'internal');
    },
  );
  return { element: host, relabel, destroy: () => rooms?.destroy() };
}
