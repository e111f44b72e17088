// Everything that a part of the page needs to draw itself: the facts of the room's document, and the game's part of the
// page.

import type { RoomFacts } from './facts';
import type { GameModule } from './module';

export interface PageFacts extends RoomFacts {
  module: GameModule | undefined; // once loaded
}

// The game's own name for a seat, such as "black", or an empty string.
export function seatName({ module, doc }: PageFacts, seat: string): string {
  return module?.seatName?.(doc, seat) ?? '';
}
