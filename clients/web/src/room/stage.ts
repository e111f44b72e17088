// The stage on which moves are shown, and the changes that it receives.
import type { PageFacts } from '../model/page-facts';
import type { RoomDocument, Step } from '../protocol';
import type { RoomView } from './view';

// A change of the room's document, as reported by the connection.
export interface Change {
  doc: RoomDocument;
  before: RoomDocument | undefined;
  step: Step | undefined; // of one input; undefined: the whole document is new
}

export type Quick = boolean | 'next';

export interface Stage {
  view(): RoomView | undefined; // its board is `aria-busy` while it shows a move
  facts(doc?: RoomDocument): PageFacts | undefined; // for the shown one by default
  // `quick`: the board shows the end at once; 'next': only the log changes, because the next change is shown at once, too.
  show(change: Change, quick?: Quick): void;
  serverNow(): number;
}
