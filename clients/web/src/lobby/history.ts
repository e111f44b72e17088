// The last results in public rooms, and this person's own games.

import { h, redraw } from '../base/dom';
import { language, ordinal, titleOf } from '../base/i18n';
import { store } from '../base/identity';
import { recordPath } from '../base/record-path';
import { presetName } from '../games/names';
import { botTitle } from '../model/bots';
import { clearOwnGames, type OwnGame, ownGames } from '../model/own-games';
import { api } from '../net/api';
import type { Game, RecentResult } from '../protocol';
import { confirmDialog } from '../ui/dialog';
import { whileSeen } from './live';
import { t } from './texts';

const EVERY_MS = 30_000;
const MOST_SHOWN = 8;

function when(at: number): HTMLElement {
  const time = new Date(at);
  const sameDay = time.toDateString() === new Date().toDateString();
  const style: Intl.DateTimeFormatOptions = sameDay ? { timeStyle: 'short' } : { month: 'numeric', day: 'numeric' };
  return h('time', { class: 'hint', datetime: time.toISOString() }, new Intl.DateTimeFormat(language(), style).format(time));
}

function line(at: number, what: string, outcome: string, link: HTMLElement | false): HTMLElement {
  return h(
    'li',
    { class: 'played' },
    when(at),
    h('span', { class: 'played-what' }, h('b', {}, outcome), h('span', { class: 'hint' }, what)),
    link,
  );
}

function outcomeOf(games: Game[], { game, winner, draw }: RecentResult): string {
  if (draw) return t('results.draw');
  if (!winner) return t('results.none');
  const entry = games.find((one) => one.id === game);
  const who = winner.bot === undefined ? (winner.nick ?? '') : botTitle(entry, winner.bot, winner.level ?? 1);
  return t('results.won', { who });
}

const replay = (record: string) =>
  h(
    'a',
    { class: 'button small', href: recordPath(record), 'data-link': true, 'data-focus': `record ${record}` },
    t('results.look'),
    h('span', { class: 'hidden-text' }, ` ${record}`),
  );

export function resultsPart(games: () => Game[]): { element: HTMLElement; destroy(): void } {
  const list = h('ul', {});
  const element = h('section', { class: 'panel results', hidden: true }, h('h2', {}, t('results.title')), list);
  const update = async () => {
    const results = (await api.results()).results.slice(0, MOST_SHOWN);
    element.hidden = results.length === 0;
    redraw(list, JSON.stringify(results), () =>
      results.map((one) =>
        line(one.at, presetName(games(), one.game, one.options.preset), outcomeOf(games(), one), replay(one.record)),
      ),
    );
  };
  const place = h('div', { class: 'results-place' }, element);
  return { element: place, destroy: whileSeen(place, EVERY_MS, update) };
}

function ownLine(games: Game[], own: OwnGame): HTMLElement {
  const what = presetName(games, own.game, own.preset);
  if (own.record === undefined) {
    const back = h('a', { class: 'button small', href: `/r/${own.code}`, 'data-link': true }, t('own.back'));
    return line(own.at, what, t(own.gone ? 'own.gone' : 'own.running'), own.gone ? replay(`${own.code}-${own.round}`) : back);
  }
  const rank =
    own.rank === undefined ? '' : own.rank === 1 ? t('own.won') : t('own.rank', { n: ordinal(own.rank), of: own.of ?? '' });
  return line(own.at, what, rank, replay(own.record));
}

// Undefined: nothing was played in this browser yet.
export function ownPart(games: Game[]): HTMLElement | undefined {
  const { games: own, counts } = ownGames();
  if (own.length === 0) return undefined;
  const totals = Object.entries(counts).map(([id, { played, won }]) =>
    h(
      'li',
      {},
      h(
        'b',
        {},
        titleOf(
          games.find((game) => game.id === id),
          id,
        ),
      ),
      ' ',
      t('own.played', { played, won }),
    ),
  );
  const clear = h('button', { class: 'button small', type: 'button' }, t('own.clear'));
  const element = h(
    'section',
    { class: 'panel own-games' },
    h('h2', {}, t('own.title')),
    h('ul', { class: 'own-totals' }, ...totals),
    h('ul', {}, ...own.slice(0, MOST_SHOWN).map((one) => ownLine(games, one))),
    h('p', { class: 'hint own-foot' }, t('own.hint'), ' ', clear),
  );
  clear.addEventListener('click', async () => {
    if (!(await confirmDialog(t('own.clearSure'), t('own.clear')))) return;
    clearOwnGames();
    for (const { id } of games) store(`engawa.rung.${id}`, undefined); // also resets the next opponents to the weakest
    for (const size of [3, 4, 5]) store(`engawa.best.${size}`, undefined);
    element.remove();
  });
  return element;
}
