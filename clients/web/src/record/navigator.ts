// The way through a record: makes its positions, lists its moves, and leads from one to another; the address follows.
import { inside } from '../base/site';
import type { RoomEvent } from '../protocol';
import type { RecordFacts } from './facts';
import { type MoveList, moveList } from './moves';
import { Player } from './player';
import { t } from './texts';

const SLICE_MS = 8; // of work at a time, so that the page answers meanwhile
const ROWS = 40; // of the list at a time, at least
const ADDRESS_MS = 400; // browsers allow few changes of the address at a time

export interface Screen {
  draw(ply: number, events: RoomEvent[] | undefined): void;
  // All positions are made.
  made(): void;
}

export class Navigator {
  at: number;
  readonly controls: Player;
  readonly moves: MoveList;
  private shown = -1; // the ply on the board
  private listed = 0; // moves
  private stopped = false;
  private addressTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly record: RecordFacts,
    private readonly path: string,
    private readonly screen: Screen,
    start: number,
    private readonly home: number, // the ply of an address that names none
  ) {
    this.moves = moveList((ply) => this.go(ply));
    const words = (ply: number) => this.wordsOf(ply);
    this.controls = new Player((ply, before) => this.show(ply, before), words);
    this.controls.setLength(record.plies);
    this.at = Math.min(start, record.plies);
  }

  go(ply: number): void {
    this.controls.go(ply);
  }

  // A ply for screen readers.
  wordsOf(ply: number): string {
    return ply === 0 ? t('player.start') : `${t('moves.ply', { n: ply })}: ${this.record.wordsOf(ply)}`;
  }

  redraw(): void {
    this.draw(undefined);
  }

  // Shows the first position, which is made before all others.
  begin(): void {
    this.advanceTo(this.at);
    this.go(this.at);
  }

  // Makes the positions, and the list of moves with them.
  make(): void {
    if (this.stopped) return;
    const { frames } = this.record.loaded;
    const until = performance.now() + SLICE_MS;
    this.advanceTo(this.record.plies);
    // The newest position may still change until the next one begins.
    const ready = frames.done ? frames.list.length : frames.list.length - 1;
    this.list(ready, until);
    if (this.shown !== this.at && ready > this.at) this.draw(undefined);
    if (frames.done && this.listed >= frames.list.length) return this.screen.made();
    setTimeout(() => this.make(), 0);
  }

  destroy(): void {
    this.stopped = true;
    clearTimeout(this.addressTimer);
    this.controls.destroy();
  }

  private show(ply: number, before: number): void {
    this.at = ply;
    const frame = this.record.loaded.frames.list[ply];
    if (!frame) return; // still being made; `make` draws it then
    const step = ply === this.shown + 1 && before === this.shown;
    this.draw(step ? frame.events : undefined);
    this.rememberPlace();
  }

  private draw(events: RoomEvent[] | undefined): void {
    this.shown = this.at;
    this.screen.draw(this.at, events);
  }

  private rememberPlace(): void {
    clearTimeout(this.addressTimer);
    const place = () => inside(this.path) + (this.at === this.home ? '' : `#${this.at}`);
    this.addressTimer = setTimeout(() => history.replaceState(history.state, '', place()), ADDRESS_MS);
  }

  // Makes the positions up to this ply and the next, as many as can be had in a slice.
  private advanceTo(ply: number): void {
    const { frames } = this.record.loaded;
    const until = performance.now() + SLICE_MS;
    while (!frames.done && frames.list.length <= ply + 1 && performance.now() < until) frames.advance();
  }

  private list(ready: number, until: number): void {
    const from = this.listed;
    const words: string[] = [];
    while (this.listed < ready && (this.listed - from < ROWS || performance.now() < until)) {
      words.push(this.record.wordsOf(this.listed));
      this.listed += 1;
    }
    this.moves.add(words);
  }
}
