// Reversi for two to five on the page.
import { h } from '../../base/dom';
import { language, listOf } from '../../base/i18n';
import { words } from '../../base/words';
import type { RoomFacts } from '../../model/facts';
import type { GameModule } from '../../model/module';
import type { PutEvent, ReversiOptions, ReversiView, RoomDocument } from '../../protocol';
import { discName, discTitle, isPut, ORDER, seatColor } from './colors';
import { ReversiPart } from './part';
import { flanked } from './plan';
import { count, type ReversiKey, t } from './texts';

function who(doc: RoomDocument, seat: string): string {
  return discTitle(seatColor(doc, seat));
}

// "黒3枚・灰1枚" or "4": the flipped discs. Enclosed discs that kept their colour are not counted.
function flipped(put: PutEvent): string {
  const counts = Object.entries(put.turned ?? {});
  if (language() === 'en') {
    const total = counts.reduce((sum, [, n]) => sum + n, 0);
    return total === 0 ? '' : t('log.putCount', { n: total });
  }
  return counts.map(([letter, n]) => t('log.putCount', { color: discName(letter), n })).join('・');
}

function describePut(now: RoomFacts, put: PutEvent): string {
  const facts = { who: who(now.doc, put.seat), cell: put.cell };
  if (put.boom) {
    const gone = new Set([...flanked(put), ...put.lines.map((line) => line.to)]);
    return t('log.boom', { ...facts, n: gone.size });
  }
  const what = flipped(put);
  return what === '' ? t('log.putNone', facts) : t('log.put', { ...facts, what });
}

const SOON = 5; // moves

// "cuts in at move 30, 40", while that is in the future; "cuts in 2 moves from now", when it is near.
function notes(facts: RoomFacts, seat: string): string[] {
  const cutIns = (facts.doc.view as ReversiView | undefined)?.cut_ins ?? {};
  const ply = facts.doc.ply ?? 0;
  const plies = Object.keys(cutIns)
    .map(Number)
    .filter((at) => cutIns[at] === seat && at > ply);
  const near = plies.filter((at) => at - ply <= SOON).map((at) => count('turn.cutInSoon', at - ply));
  const far = plies.filter((at) => at - ply > SOON);
  return [...near, ...(far.length === 0 ? [] : [t('turn.cutIn', { plies: listOf(far.map(String)) })])];
}

const KEYS: ReversiKey[] = ['keys.arrows', 'keys.row', 'keys.corner', 'keys.legal', 'keys.play'];
const discs = (n: number) => ({ shown: n, said: count('score.discs', n) });

// The seats in the order of their next moves, if everybody can move. Seats that cut in have no other turns.
function order(doc: RoomDocument): string[] {
  const view = doc.view as ReversiView | undefined;
  const now = words(doc.to_act)[0];
  if (!view || now === undefined) return [];
  const cuts = view.cut_ins ?? {};
  const { rotation } = doc.options as ReversiOptions;
  const turns = [...(rotation ?? ORDER)].flatMap((letter) => {
    const seat = Object.keys(view.colors).find((one) => view.colors[one] === letter);
    return seat === undefined || (!rotation && Object.values(cuts).includes(seat)) ? [] : [seat];
  });
  const at = turns.indexOf(now);
  const after = at < 0 ? [] : [...turns.slice(at + 1), ...turns.slice(0, at)];
  const cut = cuts[String((doc.ply ?? 0) + 1)];
  return [now, ...(cut === undefined ? [] : [cut]), ...after];
}

export const game: GameModule = {
  part: (actions) => new ReversiPart(actions),
  describe(event, now) {
    if (isPut(event)) return describePut(now, event);
    return event.kind === 'pass' || event.kind === 'stuck'
      ? t(`log.${event.kind}`, { who: who(now.doc, event.seat) })
      : undefined;
  },
  help: async () => (await import('./help')).help,
  keys: () => KEYS.map((key) => t(key)),
  icon: (doc, seat) => h('span', { class: 'disc icon', 'data-look': seatColor(doc, seat), 'aria-hidden': 'true' }),
  seatName: (doc, seat) => discName(seatColor(doc, seat)),
  score(doc, seat) {
    const n = (doc.view as ReversiView | undefined)?.score[seat];
    if (n === undefined) return undefined;
    const all = Object.values((doc.view as ReversiView).score).reduce((sum, one) => sum + one, 0);
    return { ...discs(n), share: all === 0 ? 0 : n / all, color: `var(--disc-${seatColor(doc, seat)})` };
  },
  order,
  since: async () => (await import('./since')).drawSince,
  ear: async () => (await import('./ear')).ear,
  result: discs,
  notes,
  hints: true,
  measure: {
    title: () => t('graph.title'),
    value: (doc, seat) => (doc.view as ReversiView | undefined)?.score[seat],
    parts: true,
  },
  color: (doc, seat) => `var(--disc-${seatColor(doc, seat) ?? 'A'})`,
  reason: (word) => (word === 'all_pass' || word === 'cutin_stuck' ? t(`reason.${word}`) : undefined),
};
