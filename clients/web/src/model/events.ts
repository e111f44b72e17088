// Events that every game has, in words. Loaded after everything that the first move needs.
import { t as common } from '../base/i18n';
import type { RoomEvent } from '../protocol';
import { en, t } from './event-texts';
import { mySeat, seatLabel, seatWho } from './facts';
import { type PageFacts, seatName } from './page-facts';

// A player in a sentence: "Ken (black)", or the nick alone if the game has no name for the seat.
function who(facts: PageFacts, seat: string | undefined): string {
  if (seat === undefined) return '';
  const nick = seatWho(facts, seat);
  const color = facts.doc.view ? seatName(facts, seat) : '';
  return color === '' ? nick : common('result.who', { name: nick, who: color });
}

// Undefined for events that need no words here (chat is shown elsewhere).
export function describeCommon(event: RoomEvent, now: PageFacts): string | undefined {
  switch (event.kind) {
    case 'say':
      return undefined;
    case 'start':
    case 'over':
    case 'restart':
    case 'room_closed':
    case 'configure':
      return t(`log.${event.kind}`);
    case 'stand':
      if (now.doc.seats[event.seat]?.left) return t('log.left', { who: who(now, event.seat) });
      return t('log.stand', { seat: seatLabel(event.seat) });
    case 'kick':
    case 'pardon':
    case 'mute':
    case 'unmute':
      return t(`log.${event.kind}`, { who: event.nick });
    case 'offline':
    case 'online':
      if (event.seat === mySeat(now)) return t(`log.${event.kind}You`);
      return t(`log.${event.kind}`, { who: who(now, event.seat) });
    case 'seat':
      return t('log.seat', { seat: seatLabel(event.seat), what: seatWho(now, event.seat) });
    default: {
      // Possibly an event of a newer server.
      const key = `log.${event.kind}`;
      if (!(key in en)) return undefined;
      return t(key as keyof typeof en, { who: who(now, 'seat' in event ? event.seat : undefined) });
    }
  }
}

// Why the game is over.
export function reason(facts: PageFacts): string {
  const word = facts.doc.result?.reason;
  if (word === undefined) return '';
  if (word === 'resign' || word === 'time' || word === 'absent') return t(`result.reason.${word}`);
  return facts.module?.reason(word, facts) ?? t('result.reason.other', { reason: word });
}
