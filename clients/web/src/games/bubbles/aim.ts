// Aiming and shooting on the viewer's own field: by pointer, by keys, or by entering a number. A shot made before
// the last one has landed waits, and is fired as soon as it is allowed.

import { keyOf } from '../../base/keys';
import { gameTime, mayMove, mySeat, type RoomFacts } from '../../model/facts';
import type { TableActions } from '../../model/module';
import type { BubblesField } from '../../protocol';
import { at, fly, type Landing, land, MAX_ANGLE, START_X, START_Y } from './model';
import { colorName, count, t } from './texts';
import { fieldOf, gridOf } from './view';

const COARSE = 200; // hundredths of a degree
const FINE = 20;
const QUIET = ['stale', 'game_over', 'not_your_turn', 'too_soon'];

export function clampAngle(angle: number): number {
  return Math.max(-MAX_ANGLE, Math.min(MAX_ANGLE, Math.round(angle)));
}

// The angle from the shooter to a point of the field; for points below the shooter, as far to the side as possible.
export function angleTo(x: number, y: number): number {
  const side = x - START_X;
  const up = START_Y - y;
  if (up <= 0) return side < 0 ? -MAX_ANGLE : MAX_ANGLE;
  return clampAngle((Math.atan2(side, up) * 18_000) / Math.PI);
}

export function angleWords(angle: number): string {
  if (angle === 0) return t('aim.up');
  return count(angle < 0 ? 'aim.left' : 'aim.right', Math.abs(angle) / 100);
}

// The landing place of a shot and the number of bubbles it pops, in words.
export function landingWords(field: BubblesField, { cell }: Landing): string {
  const grid = gridOf(field);
  const where = t('aim.lands', { row: cell.row + 1, column: cell.column + 1 });
  const { popped, fallen } = land(grid, cell, field.now);
  const gone = popped.length + fallen.length;
  return gone === 0 ? where : t('aim.pops', { where, n: gone });
}

export function rowWords(row: string): string {
  const runs = row.match(/(.)\1*/g) ?? [];
  const words = (letter: string, n: number) => {
    if (letter === '.') return n === 1 ? t('text.gap') : t('text.gaps', { n });
    return n === 1 ? colorName(letter) : t('text.times', { n, what: colorName(letter) });
  };
  return runs.map((run) => words(run.charAt(0), run.length)).join(', ');
}

export class Aim {
  angle = 0;
  #waiting: { angle: number } | undefined; // a shot not fired yet
  #sending = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #facts: RoomFacts | undefined;
  readonly #actions: TableActions;
  readonly #onChange: () => void;

  // `onChange`: the angle changed, or a shot starts or stops waiting.
  constructor(actions: TableActions, onChange: () => void) {
    this.#actions = actions;
    this.#onChange = onChange;
  }

  get armed(): boolean {
    return this.#waiting !== undefined;
  }

  destroy(): void {
    clearTimeout(this.#timer);
    this.#waiting = undefined;
  }

  update(facts: RoomFacts): void {
    this.#facts = facts;
    if (!mayMove(facts)) this.#waiting = undefined;
    this.#pump();
  }

  // The field that this viewer shoots on; undefined for spectators.
  get field(): BubblesField | undefined {
    const seat = this.#facts && mayMove(this.#facts) ? mySeat(this.#facts) : undefined;
    return seat === undefined ? undefined : fieldOf((this.#facts as RoomFacts).doc, seat);
  }

  get landing(): Landing | undefined {
    const { field } = this;
    return field && fly(gridOf(field), this.angle);
  }

  turn(angle: number): void {
    this.angle = clampAngle(angle);
    this.#onChange();
  }

  // Returns true if the key was for aiming.
  key(event: KeyboardEvent): boolean {
    const step = event.shiftKey ? FINE : COARSE;
    const key = keyOf(event);
    if (key === 'ArrowLeft') this.turn(this.angle - step);
    else if (key === 'ArrowRight') this.turn(this.angle + step);
    else if (key === '0') this.turn(0);
    else if (key === 'Home') this.turn(-MAX_ANGLE);
    else if (key === 'End') this.turn(MAX_ANGLE);
    else if (key === ' ' || key === 'ArrowUp' || key === 'Enter') {
      if (!event.repeat) this.shoot();
    } else return false;
    return true;
  }

  shoot(): void {
    if (!this.field) return;
    this.#waiting = { angle: this.angle };
    this.#onChange();
    this.#pump();
  }

  #pump(): void {
    clearTimeout(this.#timer);
    const { field } = this;
    const facts = this.#facts;
    if (!field || !facts || this.#waiting === undefined || this.#sending) return;
    const now = this.#actions.serverNow();
    const countdown = Math.max(0, (facts.doc.elapsed?.at ?? now) - now);
    const wait = countdown + field.ready - (gameTime(facts.doc, now) ?? 0);
    if (wait > 0) this.#timer = setTimeout(() => this.#pump(), wait);
    else void this.#send(this.#waiting, field.shot);
  }

  async #send(waiting: { angle: number }, shot: number): Promise<void> {
    this.#sending = true;
    await this.#actions.move({ angle: waiting.angle, shot }, QUIET);
    this.#sending = false;
    if (this.#waiting === waiting) this.#waiting = undefined; // else another one waits already
    this.#onChange();
    this.#pump();
  }
}

// The deepest row with a bubble, from 1; 0 when the field is empty.
export function depthOf(field: BubblesField): number {
  const grid = gridOf(field);
  let depth = 0;
  grid.rows.forEach((row, r) => {
    if ([...row].some((_, column) => at(grid, { row: r, column }) !== '.')) depth = r + 1;
  });
  return depth;
}
