// Events in words, for the log and for the line that screen readers speak.
import { letterAt, rowsOf } from '../board/cells';
import { flanked } from '../board/plan';
import { discName, discTitle } from '../colors';
import { language, t } from '../i18n';
import type { PutEvent, RoomEvent } from '../protocol';
import { en } from '../texts/en';
import { type RoomFacts, seatColor, seatLabel, seatWho } from './facts';

export function isPut(event: RoomEvent): event is PutEvent {
  return event.kind === 'put';
}

// A player in a sentence: by colour while a game runs, as people at the table say it; by name before.
function who(facts: RoomFacts, seat: string | undefined): string {
  if (seat === undefined) return '';
  if (facts.doc.view) return discTitle(seatColor(facts.doc, seat));
  return seatWho(facts, seat);
}

// "黒3枚・灰1枚" or "4": the discs that changed hands. Discs that were flanked and kept their colour are not counted.
function flipped(before: RoomFacts, now: RoomFacts, put: PutEvent): string {
  const old = rowsOf(before.doc.view) ?? [];
  const rows = rowsOf(now.doc.view) ?? [];
  const counts = new Map<string, number>();
  for (const cell of new Set(flanked(put))) {
    const letter = letterAt(old, cell);
    if (letter !== letterAt(rows, cell)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  if (language() === 'en') {
    const total = [...counts.values()].reduce((sum, n) => sum + n, 0);
    return total === 0 ? '' : t('log.putCount', { n: total });
  }
  return [...counts].map(([letter, n]) => t('log.putCount', { color: discName(letter), n })).join('・');
}

function describePut(before: RoomFacts, now: RoomFacts, put: PutEvent): string {
  const facts = { who: who(now, put.seat), cell: put.cell.toUpperCase() };
  if (put.boom) {
    const gone = new Set([...flanked(put), ...put.lines.map((line) => line.to)]);
    return t('log.boom', { ...facts, n: gone.size });
  }
  const what = flipped(before, now, put);
  return what === '' ? t('log.putNone', facts) : t('log.put', { ...facts, what });
}

// Undefined for what needs no words here (chat has its own place).
export function describe(event: RoomEvent, before: RoomFacts, now: RoomFacts): string | undefined {
  switch (event.kind) {
    case 'put':
      return describePut(before, now, event);
    case 'say':
      return undefined;
    case 'start':
    case 'over':
    case 'restart':
      return t(`log.${event.kind}`);
    case 'stand':
      return t('log.stand', { seat: seatLabel(event.seat) });
    case 'seat':
      return t('log.seat', { seat: seatLabel(event.seat), what: seatWho(now, event.seat) });
    default: // of a newer server perhaps
      return `log.${event.kind}` in en ? t(`log.${event.kind}`, { who: who(now, event.seat) }) : undefined;
  }
}
