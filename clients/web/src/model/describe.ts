// Events in words, for the log and for the line that screen readers speak.
import { persist } from '../net/persist';
import type { RoomDocument, RoomEvent } from '../protocol';
import { mySeat } from './facts';
import type { PageFacts } from './page-facts';

export interface Told {
  seq: number;
  events: RoomEvent[];
  doc: RoomDocument; // the document at that time, as far as the words need it
}

let common: typeof import('./events') | undefined;

// Until then, only the game's own events have words.
export async function loadCommonEvents(): Promise<void> {
  common ??= await persist(() => import('./events'));
}

// Undefined for events that need no words here (chat is shown elsewhere).
export function describe(event: RoomEvent, now: PageFacts): string | undefined {
  return now.module?.describe(event, now) ?? common?.describeCommon(event, now);
}

// The log's text for the events of one step.
export function sentencesOf(events: RoomEvent[], now: PageFacts): string[] {
  return events.flatMap((event) => (now.module?.quiet?.(event, now) ? [] : (describe(event, now) ?? [])));
}

// The events since this viewer's last move. Events for which the game has words count as moves.
export function missedEvents(told: Told[], now: PageFacts | undefined): RoomEvent[] {
  const mine = now && mySeat(now);
  const all = told.flatMap(({ events }) => events).filter((event) => event.kind !== 'say');
  for (let i = all.length - 1; now && i >= 0; i -= 1) {
    const event = all[i] as RoomEvent;
    if ('seat' in event && event.seat === mine && now.module?.describe(event, now) !== undefined) return all.slice(i + 1);
  }
  return all;
}

// Why the game is over; empty until then.
export function reason(now: PageFacts): string {
  return common?.reason(now) ?? '';
}
