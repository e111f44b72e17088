// Events in words, for the log and for the line that screen readers speak.
import { persist } from '../net/persist';
import type { RoomEvent } from '../protocol';
import type { PageFacts } from './page-facts';

let common: typeof import('./events') | undefined;

// Until then, only the game's own events have words.
export async function loadCommonEvents(): Promise<void> {
  common ??= await persist(() => import('./events'));
}

// Undefined for events that need no words here (chat is shown elsewhere).
export function describe(event: RoomEvent, now: PageFacts): string | undefined {
  return now.module?.describe(event, now) ?? common?.describeCommon(event, now);
}

// Why the game is over; empty until then.
export function reason(now: PageFacts): string {
  return common?.reason(now) ?? '';
}
