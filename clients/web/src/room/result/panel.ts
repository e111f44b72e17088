// After the game: the winner and the ranking; the vote for another round, and the way to the replay.
import { h, named, redraw, setText } from '../../dom';
import { t } from '../../i18n';
import type { RoomDocument } from '../../protocol';
import { mySeat, seatWho } from '../facts';
import { type PageFacts, seatName } from '../page-facts';
import { scoreOf, seatIcon } from '../table/players';
import { headline, reason } from './outcome';

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

// The buttons of after the game. They lie over `before`, the buttons that are of no use any more: nothing beside them
// moves, and playing on takes no scrolling.
export function afterGame(
  rematch: () => void,
  before: HTMLElement[],
): { element: HTMLElement; update(facts: Pick<PageFacts, 'doc' | 'guest'>): void } {
  const again = h('button', { class: 'button small primary', type: 'button', 'data-focus': 'rematch', onclick: rematch });
  const replay = h(
    'a',
    { class: 'button small', 'data-link': true, 'aria-label': t('result.replay') },
    t('result.replayShort'),
  );
  const first = h('span', { class: 'button-group' }, ...before);
  const second = h('span', { class: 'button-group' }, again, replay);
  const element = h('div', { class: 'button-stack' }, first, second);
  const update = ({ doc, guest }: Pick<PageFacts, 'doc' | 'guest'>) => {
    const seat = mySeat({ doc, guest });
    const over = doc.phase === 'over' && doc.result !== undefined;
    const voted = seat !== undefined && doc.rematch?.[seat] === true;
    element.hidden = !over && seat === undefined;
    first.classList.toggle('away', over);
    second.classList.toggle('away', !over);
    again.hidden = seat === undefined;
    again.disabled = voted;
    setText(again, t(voted ? 'result.rematchWaiting' : 'result.rematch'));
    if (doc.result) replay.href = `/g/${doc.result.record}`;
  };
  return { element, update };
}

export function resultPanel(): { element: HTMLElement; update(facts: PageFacts): void } {
  const body = h('div', { class: 'result-body' });
  const element = h('section', { class: 'panel result', 'aria-label': t('result.title'), hidden: true }, body);
  const update = (facts: PageFacts) => {
    const { result, rematch: votes } = facts.doc;
    element.hidden = facts.doc.phase !== 'over' || !result;
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
  };
  return { element, update };
}
