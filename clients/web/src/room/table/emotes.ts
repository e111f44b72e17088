// What somebody has just said, at their card, with its stamp if it is one of the quick sentences. Loaded after the board.
import { h } from '../../base/dom';
import { en } from '../../base/en';
import { ja } from '../../base/ja';
import { loadStyle, STYLES } from '../../net/style';
import type { RoomEvent } from '../../protocol';

void loadStyle(STYLES.stamps as string).catch(() => {}); // words without pictures

const EMOTE_MS = 5000;
const STAMPS = ['hello', 'nice', 'sorry', 'thanks'] as const;

// In whichever language it was said.
function stampOf(text: string): string | undefined {
  return STAMPS.find((stamp) => [en, ja].some((texts) => texts[`chat.${stamp}`] === text));
}

export function showSaid(events: RoomEvent[]): void {
  for (const event of events) {
    if (event.kind !== 'say' || !event.seat) continue;
    const card = document.querySelector(`.player[data-seat="${event.seat}"]`);
    card?.querySelector('.emote')?.remove();
    const emote = h('span', { class: 'emote', 'aria-hidden': 'true', 'data-stamp': stampOf(event.text) }, event.text);
    card?.append(emote);
    setTimeout(() => emote.remove(), EMOTE_MS);
  }
}
