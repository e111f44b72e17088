// The result's words: who has won, why, and the places. Loaded when there is one.
import { h, named, redraw } from '../../base/dom';
import { t } from '../../base/i18n';
import { reason } from '../../model/events';
import { mySeat, seatWho } from '../../model/facts';
import { type PageFacts, seatName } from '../../model/page-facts';
import type { RoomDocument } from '../../protocol';
import { scoreOf, seatIcon } from '../table/players';
import { headline } from './outcome';

type Result = NonNullable<RoomDocument['result']>;

function place(facts: PageFacts, entry: Result['ranking'][number]): HTMLElement {
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
    h('span', { class: 'place-name' }, named(seatWho(facts, entry.seat)), ' ', you, wants),
    score && scoreOf(score, entry.seat),
  );
}

// REQUIRES: there is a result.
export function drawResult(body: HTMLElement, facts: PageFacts): void {
  const { result, rematch: votes } = facts.doc;
  if (!result) return;
  const home = h('a', { class: 'button', href: '/', 'data-link': true }, t('result.new'));
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
    h('div', { class: 'actions' }, home, record),
  ]);
}
