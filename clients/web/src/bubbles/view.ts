// The fields as the document has them, and the events that tell how they changed.
import type { RoomDocument } from '../protocol';
import type { Field } from './model';

export interface FieldView {
  shift: number;
  rows: Record<string, string>;
  now: string;
  next: string;
  shot: number;
  ready: number; // game time
  hurry: number;
  drop_in: number;
  queue: number;
  popped: number;
  fallen: number;
  sent: number;
  out?: { place: number; ms: number };
}

export interface BubblesView {
  rows: number;
  colors: number;
  attack: string;
  hurry_ms: number;
  fields: Record<string, FieldView>;
}

export interface ShotEvent {
  kind: 'shot';
  seat: string;
  shot: number;
  angle: number;
  color: string;
  forced?: true;
  path: [number, number, number][];
  cell: string;
  popped?: string;
  fallen?: string;
  sent?: number;
}

export type BubblesEvent =
  | ShotEvent
  | { kind: 'row'; seat: string; cells: string }
  | { kind: 'garbage'; seat: string; cells: string }
  | { kind: 'sent'; seat: string; to: string; count: number }
  | { kind: 'cleared'; seat: string }
  | { kind: 'out'; seat: string; place: number };

export interface BubblesHint {
  move: { angle: number };
  cell: string;
  popped?: number;
  fallen?: number;
}

export function viewOf(doc: RoomDocument): BubblesView | undefined {
  return doc.view as unknown as BubblesView | undefined;
}

export function fieldOf(doc: RoomDocument, seat: string): FieldView | undefined {
  return viewOf(doc)?.fields[seat];
}

export function gridOf(view: FieldView): Field {
  const rows: string[] = [];
  for (let i = 0; ; i += 1) {
    const row = view.rows[`r${i}`];
    if (row === undefined) return { shift: view.shift, rows };
    rows.push(row);
  }
}
