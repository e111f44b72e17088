// After the game: the winner, the ranking, and the vote for another round.
import { h, redraw } from '../dom';
import { t } from '../i18n';
import type { RoomDocument } from '../protocol';
import { mySeat, type RoomFacts, seatName, seatWho } from './facts';
import { headline, reason } from './outcome';
import { scoreOf, seatIcon } from './players';

type Result = NonNullable<RoomDocument['result']>;

function place(facts: RoomFacts, entry: Result['ranking'][number]): HTMLElement {
  const name = seatName(facts, entry.seat);
  const score = facts.module?.result(entry.score, facts.doc, entry.seat);
  const wants = facts.doc.rematch?.[entry.seat] && h('span', { class: 'badge' }, t('result.wants'));
  const you = entry.seat === mySeat(facts) && h('span', { class: 'badge' }, t('seat.you'));
  return h(
    'li',
    { class: entry.rank === 1 ? 'place first' : 'place', 'data-seat': entry.seat, 'data-rank': entry.rank },
    h('span', { class: 'rank' }, t('result.rank', { n: entry.rank })),
    seatIcon(facts, entry.seat),
    name !== '' && h('span', { class: 'hidden-text' }, `${name}: `),
    h('span', { class: 'place-name' }, seatWho(facts, entry.seat), ' ', you, wants),
    score && scoreOf(score, entry.seat),
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
    const replay = h('a', { class: 'button', href: `/g/${result.record}`, 'data-link': true }, t('result.replay'));
    const record = h(
      'a',
      { class: 'button', href: `/api/records/${result.record}`, download: `${result.record}.jsonl` },
      t('result.record'),
    );
    const known = [facts.guest, facts.game?.id, facts.module !== undefined];
    redraw(body, JSON.stringify([result, votes, facts.doc.seats, known, facts.doc.view]), () => [
      h('h2', { class: 'result-head' }, headline(facts)),
      h('p', { class: 'quiet' }, reason(facts)),
      h('ol', { class: 'ranking' }, ...result.ranking.map((entry) => place(facts, entry))),
      h('div', { class: 'actions' }, seat !== undefined && again, replay, home, record),
    ]);
  };
  return { element, update };
}
