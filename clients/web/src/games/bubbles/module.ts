// The bubble shooter on the page.

import { ordinal } from '../../base/i18n';
import { words } from '../../base/words';
import { mayMove, mySeat, type RoomFacts, seatNames, seatWho } from '../../model/facts';
import type { GameModule, Score } from '../../model/module';
import type { RoomDocument, RoomEvent } from '../../protocol';
import { seatToken } from '../token';
import { BubblesPart, shotWords } from './part';
import { type BubblesKey, count, t } from './texts';
import { fieldOf } from './view';

function describe(event: RoomEvent, now: RoomFacts): string | undefined {
  const who = 'seat' in event && event.seat ? seatWho(now, event.seat) : '';
  switch (event.kind) {
    case 'shot':
      return t('log.shot', { who, what: shotWords(event) });
    case 'row':
      return t('log.row', { who });
    case 'garbage': {
      const n = words(event.cells).length;
      return t(n === 1 ? 'log.garbage.one' : 'log.garbage', { who, n });
    }
    case 'sent':
      return t('log.sent', { who, to: seatWho(now, event.to), n: event.count });
    case 'cleared':
      return t('log.cleared', { who });
    case 'out':
      return t('log.out', { who, place: event.place ? ordinal(event.place) : '' });
    default:
      return undefined;
  }
}

const KEYS: BubblesKey[] = ['keys.aim', 'keys.shoot'];

function removedOf(n: number): Score {
  return { shown: n, said: count('score.removed', n) };
}

function alone(doc: RoomDocument): boolean {
  return seatNames(doc).length === 1;
}

export const game: GameModule = {
  part: (actions) => new BubblesPart(actions),
  describe,
  // There are too many shots for a log, and the viewer's own are spoken; players need not hear about garbage
  // between other players.
  quiet: (event, facts) => {
    const mine = mySeat(facts);
    if (event.kind === 'garbage') return event.seat !== mine;
    if (event.kind === 'sent') return mine !== undefined && event.seat !== mine && event.to !== mine;
    return event.kind === 'shot' || event.kind === 'row';
  },
  help: async () => (await import('./help')).help,
  keys: () => KEYS.map((key) => t(key)),
  icon: (_doc, seat) => seatToken(seat),
  score(doc, seat) {
    const view = fieldOf(doc, seat);
    return view && removedOf(view.popped + view.fallen);
  },
  result: removedOf,
  notes(facts, seat) {
    const out = fieldOf(facts.doc, seat)?.out;
    return out ? [t('note.place', { n: ordinal(out.place) })] : [];
  },
  turn(facts) {
    const mine = mySeat(facts);
    if (mine !== undefined && mayMove(facts)) return t('turn.shoot');
    if (mine !== undefined && fieldOf(facts.doc, mine)?.out) return t('turn.out');
    return count('turn.watch', words(facts.doc.to_act).length);
  },
  headline(facts) {
    const { result } = facts.doc;
    if (!alone(facts.doc) || !result) return undefined;
    return result.reason === 'cleared' ? t('head.cleared') : result.reason === 'lost' ? t('head.lost') : undefined;
  },
  reason(word) {
    if (word === 'cleared' || word === 'lost') return t(`reason.${word}`);
    return word === 'last_standing' ? t('reason.last') : undefined;
  },
  hints: true,
  ear: async () => (await import('./panel')).ear,
  measure: {
    title: () => t('facts.removed'),
    value(doc, seat) {
      const view = fieldOf(doc, seat);
      return view && view.popped + view.fallen;
    },
  },
};
