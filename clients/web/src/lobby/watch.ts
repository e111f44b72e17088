// One game to watch: the best running one, or one between bots.

import { h, setText } from '../base/dom';
import { isolated } from '../base/i18n';
import { inside } from '../base/site';
import { presetName } from '../games/names';
import { pictureOf } from '../games/pictures';
import { botTitle } from '../model/bots';
import { api } from '../net/api';
import type { Game, Watched } from '../protocol';
import type { Choice } from './choice';
import { whileSeen } from './live';
import { dotted, t } from './texts';

const EVERY_MS = 2500;

type Shown = NonNullable<Watched['room'] | Watched['bots']>;

function players(game: Game | undefined, shown: Shown): string {
  const names = Object.values(shown.seats).map((seat) =>
    seat.kind === 'bot' ? botTitle(game, seat.bot, seat.level) : isolated(seat.nick ?? ''),
  );
  return dotted(names.filter((name) => name !== ''));
}

export interface WatchPart {
  element: HTMLElement;
  ready: Promise<void>; // its size is final
  destroy(): void;
}

// `choose` makes a variant the chosen one above.
export function watchPart(games: () => Game[], choose: (choice: Choice) => void): WatchPart {
  const picture = h('a', { class: 'watch-board', 'data-link': true });
  const badge = h('span', { class: 'badge' });
  const what = h('b', {});
  const who = h('p', { class: 'hint' });
  const ply = h('span', { class: 'hint' });
  const go = h('a', { class: 'button small', 'data-link': true }, t('lobby.watchRoom'));
  const tryIt = h('button', { class: 'button small', type: 'button' }, t('now.try'));
  const head = h('h2', {}, t('now.watch'));
  const facts = h(
    'div',
    { class: 'watch-facts' },
    h('span', {}, badge, ' ', ply),
    what,
    who,
    h('div', { class: 'actions start' }, go, tryIt),
  );
  const element = h('section', { class: 'panel watch', hidden: true }, head, h('div', { class: 'watch-body' }, picture, facts));
  let drawn = '';
  let wish: Choice | undefined;
  tryIt.addEventListener('click', () => {
    if (wish) choose(wish);
    document.getElementById('play')?.focus();
  });

  async function update(): Promise<void> {
    const { room, bots } = await api.watch();
    const shown = room ?? bots;
    element.hidden = shown === undefined;
    if (!shown) return;
    const game = games().find((entry) => entry.id === shown.game);
    const preset = shown.options.preset;
    wish = { game: shown.game, preset, seats: Object.keys(shown.seats).length };
    tryIt.hidden = preset === undefined || room !== undefined;
    go.hidden = room === undefined;
    for (const link of [picture, go]) {
      if (room) link.href = inside(`/r/${room.code}`);
      else link.removeAttribute('href');
    }
    picture.setAttribute('aria-label', presetName(games(), shown.game, preset));
    if (!room) picture.removeAttribute('aria-label');
    setText(head, t(room ? 'now.watch' : 'now.bots'));
    setText(badge, t(shown.phase === 'over' ? 'now.ended' : 'now.live'));
    setText(ply, t('now.ply', { n: shown.ply ?? 0 }));
    setText(what, presetName(games(), shown.game, preset));
    setText(who, players(game, shown));
    const now = JSON.stringify(shown.view);
    const board = now === drawn || !shown.view ? undefined : await pictureOf(shown.game, shown.view);
    if (!board) return;
    drawn = now;
    picture.replaceChildren(board);
  }
  // The element is hidden until there is something to show, so visibility is observed on the place around it.
  const place = h('div', { class: 'watch-place' }, element);
  let first: Promise<void> | undefined = update();
  const ready = first.catch(() => {});
  const next = () => {
    const work = first ?? update();
    first = undefined;
    return work;
  };
  return { element: place, ready, destroy: whileSeen(place, EVERY_MS, next) };
}
