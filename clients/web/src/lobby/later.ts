// The start page below the games: running games, finished games, and forms to create rooms. Loaded after the page can
// be used.

import { h, redraw } from '../base/dom';
import { t as common } from '../base/i18n';
import { recordPath } from '../base/record-path';
import { presetName } from '../games/names';
import type { Game, Summary } from '../protocol';
import type { Choice } from './choice';
import { joinForm, makeForm } from './forms';
import { ownPart, resultsPart } from './history';
import { roomList } from './rooms';
import { t } from './texts';
import { watchPart } from './watch';

const PATIENCE_MS = 1500;

export interface Later {
  elements: HTMLElement[];
  // When to show it: when the parts above have their final size, or have taken too long. Shown earlier, it would move
  // under the finger of a person who is about to touch it.
  ready: Promise<unknown>;
  // The games have been loaded, or the choice above has changed.
  update(choice: Choice): void;
  destroy(): void;
}

// The link to the page that replays a record from a file.
function openRecord(): HTMLElement {
  return h('p', {}, h('a', { class: 'button small', href: recordPath(''), 'data-link': true }, t('own.open')));
}

// Beside the button that starts a game against bots: a room that waits for players, if there is one.
function offerRoom(room: Summary | undefined, games: Game[]): void {
  const hint = document.getElementById('play-hint');
  if (!hint) return;
  redraw(hint, room?.code ?? '', () => {
    if (!room) return [common('lobby.playHint')];
    const fields = { nick: room.host ?? '', game: presetName(games, room.game, room.options.preset) };
    const words = t(room.host ? 'lobby.waits' : 'lobby.somebodyWaits', fields);
    return [h('a', { href: `/r/${room.code}`, 'data-link': true, 'data-focus': 'waiting' }, words)];
  });
}

export function laterPart(games: () => Game[], choice: () => Choice | undefined, choose: (choice: Choice) => void): Later {
  const rooms = roomList(games, (waiting) => offerRoom(waiting, games()));
  const watch = watchPart(games, choose);
  const results = resultsPart(games);
  const own = h('div', { class: 'own-place' });
  const make = makeForm(choice);
  const seen = h('div', { class: 'column' }, watch.element, rooms.element);
  const made = h('div', { class: 'column made' }, own, joinForm(), make.element, openRecord());
  return {
    // The parts that grow with time come last.
    elements: [h('div', { class: 'columns' }, seen, made, results.element)],
    ready: Promise.race([watch.ready, new Promise((done) => setTimeout(done, PATIENCE_MS))]),
    update(now) {
      make.update(games().find((entry) => entry.id === now.game));
      rooms.redraw();
      redraw(own, `${games().length}`, () => [ownPart(games())]);
    },
    destroy() {
      rooms.destroy();
      watch.destroy();
      results.destroy();
    },
  };
}
