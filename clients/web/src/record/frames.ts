// A replay as positions: one for each ply, from 0 to the end. Pure.
import { type Json, mergePatch } from '../net/merge';
import type { Replay, ReplayStep, RoomDocument, RoomEvent } from '../protocol';

export interface Frame {
  doc: RoomDocument;
  events: RoomEvent[]; // of the move that led here, and of what happened before the next one
  seat: string | undefined; // who moved
  at: number; // server time, ms
}

type Seat = RoomDocument['seats'][string];

// Nobody is absent in a record.
function seated(player: object): Seat {
  const seat = player as Seat;
  return seat.kind === 'human' ? { ...seat, online: true } : seat;
}

function firstDocument(replay: Replay): RoomDocument {
  const dash = replay.record.lastIndexOf('-');
  const seats = Object.fromEntries(Object.entries(replay.seats).map(([name, player]) => [name, seated(player)]));
  return {
    code: replay.record.slice(0, dash),
    game: replay.game,
    options: replay.options,
    phase: 'playing',
    round: Number(replay.record.slice(dash + 1)),
    seats,
    clock: { kind: 'none' },
    ...replay.start,
  } as unknown as RoomDocument;
}

function changed(doc: RoomDocument, step: ReplayStep): RoomDocument {
  let now = doc;
  if (step.set) now = mergePatch(now as unknown as Json, step.set as unknown as Json) as unknown as RoomDocument;
  if (step.t !== undefined) now = { ...now, elapsed: { ms: step.t } };
  const { seat, to } = step;
  if (seat && to) now = { ...now, seats: { ...now.seats, [seat]: seated(to) } };
  if (seat && step.in === 'resign')
    now = { ...now, seats: { ...now.seats, [seat]: { ...now.seats[seat], resigned: true } as Seat } };
  return now;
}

// What the room itself said beside the game's events.
function roomEvents({ in: kind, seat, to }: ReplayStep): RoomEvent[] {
  if (!seat) return [];
  if (kind === 'timeout' || kind === 'resign') return [{ kind, seat }];
  if (kind === 'seat') return [{ kind: to?.stand_in ? 'stand_in' : 'hand_back', seat }];
  return [];
}

// Makes the positions one after the other: a long round takes a while, and the page must not stand still.
export class Frames {
  readonly list: Frame[];
  private taken = 0;

  constructor(private readonly replay: Replay) {
    this.list = [{ doc: firstDocument(replay), events: [], seat: undefined, at: replay.started }];
    if (replay.steps.length === 0) this.end();
  }

  get done(): boolean {
    return this.taken >= this.replay.steps.length;
  }

  // The number of plies, also before all positions are made.
  get plies(): number {
    return this.replay.steps.reduce((most, { set }) => Math.max(most, set?.ply ?? 0), this.replay.start.ply);
  }

  // One step further. REQUIRES: not done.
  advance(): void {
    const step = this.replay.steps[this.taken] as ReplayStep;
    const last = this.list.at(-1) as Frame;
    const doc = changed(last.doc, step);
    const events = [...(step.events ?? []), ...roomEvents(step)];
    if (doc.ply === last.doc.ply) {
      last.doc = doc;
      last.events = [...last.events, ...events];
    } else {
      this.list.push({ doc, events, seat: step.seat, at: step.at });
    }
    this.taken += 1;
    if (this.done) this.end();
  }

  private end(): void {
    const last = this.list.at(-1) as Frame;
    last.doc = { ...last.doc, phase: 'over', to_act: '', legal: '', result: this.replay.result };
  }
}
