// The boards in the form of the document.
import type { FifteenBoard, FifteenView, RoomDocument } from '../../protocol';

export const LIMITS = { finish_s: 120, max_steps: 5000 }; // of all presets

export function viewOf(doc: RoomDocument): FifteenView | undefined {
  return doc.view as FifteenView | undefined;
}

export function boardOf(doc: RoomDocument, seat: string): FifteenBoard | undefined {
  return viewOf(doc)?.boards[seat];
}
