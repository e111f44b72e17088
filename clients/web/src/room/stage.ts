// What moves are shown on, and what comes there.
import type { PageFacts } from '../model/page-facts';
import type { RoomDocument, Step } from '../protocol';
import type { RoomView } from './view';

// A change of the room's document, as the connection tells it.
export interface Change {
  doc: RoomDocument;
  before: RoomDocument | undefined;
  step: Step | undefined; // of one input; undefined: the whole document is new
}

export interface Stage {
  view(): RoomView | undefined; // its board is `aria-busy` while it shows a move
  facts(doc?: RoomDocument): PageFacts | undefined; // of what is shown, unless another document is given
  // `quick`: the board shows the end at once.
  show(change: Change, quick?: boolean): void;
  serverNow(): number;
}
