// The result in words: the winner, the reason, and the places. Loaded when there is one.
import { h, named, redraw } from '../../base/dom';
import { speaker, t } from '../../base/i18n';
import { settings } from '../../base/settings';
import { reason } from '../../model/events';
import { isHost, mySeat, seatWho } from '../../model/facts';
import { type PageFacts, seatName } from '../../model/page-facts';
import { loadStyle, STYLES } from '../../net/style';
import type { RoomDocument } from '../../protocol';
import { later } from '../../ui/dialogs';
import { eveningScore } from '../evening';
import { noteOutcome } from '../opponents';
import { faceOf, scoreOf, seatIcon } from '../table/players';
import { headline, ownPlace } from './outcome';

await loadStyle(STYLES.result as string).catch(() => {}); // usable without it

const { t: word } = speaker({
  en: { rank: '{n}.', wants: 'wants a rematch', record: 'Download game', another: 'Other game' },
  ja: { rank: '{n}位', wants: '再戦希望', record: '棋譜を保存する', another: '別のゲームにする' },
});

type Result = NonNullable<RoomDocument['result']>;

function place(facts: PageFacts, entry: Result['ranking'][number]): HTMLElement {
  const name = seatName(facts, entry.seat);
  const score = facts.module?.result(entry.score, facts.doc, entry.seat);
  const wants = facts.doc.rematch?.[entry.seat] && h('span', { class: 'badge' }, word('wants'));
  const you = entry.seat === mySeat(facts) && h('span', { class: 'badge' }, t('seat.you'));
  return h(
    'li',
    { class: entry.rank === 1 ? 'place first' : 'place', 'data-seat': entry.seat, 'data-rank': entry.rank },
    h('span', { class: 'rank' }, word('rank', { n: entry.rank })),
    seatIcon(facts, entry.seat),
    name !== '' && h('span', { class: 'hidden-text' }, `${name}: `),
    h(
      'span',
      { class: 'place-name', 'data-face': faceOf(facts, entry.seat) },
      named(seatWho(facts, entry.seat)),
      ' ',
      you,
      wants,
    ),
    score && scoreOf(score, entry.seat),
  );
}

// This viewer's result comes first.
function heads(facts: PageFacts): HTMLElement[] {
  const own = ownPlace(facts);
  const [head, why] = [headline(facts), reason(facts)];
  if (own === '') return [h('h2', { class: 'result-head' }, head), h('p', { class: 'quiet' }, why)];
  return [h('h2', { class: 'result-head' }, own), h('p', { class: 'quiet' }, t('result.said', { head, why }))];
}

// The places, from the last to the first. `comes`: they appear in this order, and the discs of each stack up.
function ranking(facts: PageFacts, places: Result['ranking'], comes: boolean): HTMLElement {
  const rows = places.map((entry, i) => {
    const { share, color } = facts.module?.score?.(facts.doc, entry.seat) ?? {};
    const row = place(facts, entry);
    row.style.setProperty('--after', String(places.length - 1 - i));
    row.style.setProperty('--share', String(share ?? 0));
    if (color) row.style.setProperty('--stack', color);
    return row;
  });
  return h('ol', { class: 'ranking', 'data-comes': comes && settings.speed !== '0' }, ...rows);
}

// Whether this result is shown for the first time; a reload shows it as it is.
function isNews(record: string): boolean {
  const key = 'engawa.result';
  try {
    const known = sessionStorage.getItem(key) === record;
    sessionStorage.setItem(key, record);
    return !known;
  } catch {
    return false; // the browser keeps nothing
  }
}

// REQUIRES: there is a result.
export function drawResult(body: HTMLElement, facts: PageFacts, request: (type: string, fields?: object) => void): void {
  const { result, rematch: votes } = facts.doc;
  if (!result) return;
  const comes = isNews(result.record);
  noteOutcome(facts);
  const home = h('a', { class: 'button', href: '/', 'data-link': true }, t('result.new'));
  const record = h(
    'a',
    { class: 'button', href: `/api/records/${result.record}`, download: `${result.record}.jsonl` },
    word('record'),
  );
  const choose = async () => (await later(() => import('../another-game')))?.chooseAnother(facts, request);
  const another =
    isHost(facts) &&
    h('button', { class: 'button', type: 'button', 'data-focus': 'another', onclick: choose }, word('another'));
  const known = [facts.guest, facts.game?.id, facts.module !== undefined];
  redraw(
    body,
    JSON.stringify([result, votes, facts.doc.evening, facts.doc.seats, facts.doc.host, known, facts.doc.view]),
    () => [
      ...heads(facts),
      ranking(facts, result.ranking, comes),
      eveningScore(facts.doc),
      h('div', { class: 'actions' }, another, home, record),
    ],
  );
}
