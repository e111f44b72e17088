// After the game: who won, the ranking, and the vote for another round.
import { discName, discTitle } from '../colors';
import { h, redraw } from '../dom';
import { t } from '../i18n';
import type { RoomDocument } from '../protocol';
import type { TextKey } from '../texts/en';
import { mySeat, type RoomFacts, seatColor, seatWho } from './facts';
import { discCount, discIcon } from './players';

type Result = NonNullable<RoomDocument['result']>;
const REASONS = ['all_pass', 'cutin_stuck', 'resign'];

function headline(facts: RoomFacts, result: Result): string {
  if (result.draw || !result.winner) return t('result.draw');
  if (result.winner === mySeat(facts)) return t('result.youWon');
  return t('result.won', { who: `${discTitle(seatColor(facts.doc, result.winner))} (${seatWho(facts, result.winner)})` });
}

function reason(result: Result): string {
  return REASONS.includes(result.reason)
    ? t(`result.reason.${result.reason}` as TextKey)
    : t('result.reason.other', { reason: result.reason });
}

function place(facts: RoomFacts, entry: Result['ranking'][number]): HTMLElement {
  const color = seatColor(facts.doc, entry.seat);
  const wants = facts.doc.rematch?.[entry.seat] && h('span', { class: 'badge' }, t('result.wants'));
  const you = entry.seat === mySeat(facts) && h('span', { class: 'badge' }, t('seat.you'));
  return h(
    'li',
    { class: entry.rank === 1 ? 'place first' : 'place', 'data-seat': entry.seat, 'data-rank': entry.rank },
    h('span', { class: 'rank' }, t('result.rank', { n: entry.rank })),
    discIcon(color),
    h('span', { class: 'hidden-text' }, `${discName(color)}: `),
    h('span', { class: 'place-name' }, seatWho(facts, entry.seat), ' ', you, wants),
    discCount(entry.score, entry.seat),
  );
}

export function resultPanel(rematch: () => void): { element: HTMLElement; update(facts: RoomFacts): void } {
  const body = h('div', { class: 'result-body' });
  const element = h('section', { class: 'panel result', 'aria-label': t('result.title'), hidden: true }, body);
  const update = (facts: RoomFacts) => {
    const { result, rematch: votes } = facts.doc;
    element.hidden = facts.doc.phase !== 'over' || !result;
    if (!result) return;
    const seat = mySeat(facts);
    const voted = seat !== undefined && votes?.[seat] === true;
    const again = h(
      'button',
      { class: 'button primary', type: 'button', disabled: voted, 'data-focus': 'rematch', onclick: rematch },
      t(voted ? 'result.rematchWaiting' : 'result.rematch'),
    );
    const home = h('a', { class: 'button', href: '/', 'data-link': true }, t('result.new'));
    redraw(body, JSON.stringify([result, votes, facts.doc.seats, facts.guest, facts.game?.id]), () => [
      h('h2', { class: 'result-head' }, headline(facts, result)),
      h('p', { class: 'quiet' }, reason(result)),
      h('ol', { class: 'ranking' }, ...result.ranking.map((entry) => place(facts, entry))),
      h('div', { class: 'actions' }, seat !== undefined && again, home),
    ]);
  };
  return { element, update };
}
