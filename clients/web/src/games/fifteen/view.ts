// The boards in the form of the document.
import type { FifteenBoard, FifteenView, RoomDocument } from '../../protocol';

export function viewOf(doc: RoomDocument): FifteenView | undefined {
  return doc.view as FifteenView | undefined;
}

export function boardOf(doc: RoomDocument, seat: string): FifteenBoard | undefined {
  return viewOf(doc)?.boards[seat];
}
