// One field on a canvas: the standing bubbles, the flying shot, and popping, falling and new bubbles. It only draws;
// it knows no rules except geometry.

import { h } from '../../base/dom';
import { onSettings, reducedMotion, settings } from '../../base/settings';
import { words } from '../../base/words';
import type { BubblesField, RoomEvent, ShotEvent } from '../../protocol';
import { forget, wake } from './frames';
import {
  at,
  type Cell,
  cellOf,
  centerX,
  centerY,
  type Field,
  type Landing,
  LOSE_ROW,
  RADIUS,
  ROW_PITCH,
  START_X,
  START_Y,
  WIDTH,
} from './model';
import { spriteOf } from './sprites';
import { gridOf } from './view';

export const HEIGHT = START_Y + RADIUS + 600;
const LINE_Y = centerY(LOSE_ROW) - RADIUS - (2 * RADIUS - ROW_PITCH) / 2;
const POP_MS = 240;
const FALL_MS = 700;
const DROP_MS = 200;
const FALL_SPEED = HEIGHT * 2.2; // per second, each second

interface Effect {
  kind: 'pop' | 'fall' | 'come';
  color: string;
  x: number;
  y: number;
  from: number; // performance.now()
}

interface Flight {
  event: ShotEvent;
  after: Field;
  rest: RoomEvent[];
  from: number;
}

export interface Mark {
  cell: Cell;
  shift: number; // of the cell's field
}

export interface Aim {
  landing: Landing;
  shift: number; // of the field it was computed for
  armed: boolean; // the shot is fired as soon as it is allowed
}

export class Scene {
  readonly element = h('canvas', { class: 'bubble-canvas', 'aria-hidden': 'true' });
  #field: Field = { shift: 0, rows: [] };
  #target = '';
  #now = '';
  #next = '';
  #over = false;
  #flight: Flight | undefined;
  #effects: Effect[] = [];
  #droppedAt = Number.NEGATIVE_INFINITY;
  #aim: Aim | undefined;
  #marked: Mark | undefined;
  readonly #context = this.element.getContext('2d') as CanvasRenderingContext2D;
  readonly #sizes = new ResizeObserver((entries) => this.#resize(entries.at(-1)?.contentRect.width ?? 0));
  readonly #deaf = onSettings(() => wake(this)); // its colours and marks may have changed
  #scale = 0; // device pixels per unit

  constructor() {
    this.#sizes.observe(this.element);
  }

  destroy(): void {
    this.#sizes.disconnect();
    this.#deaf();
    forget(this);
  }

  get busy(): boolean {
    return this.#flight !== undefined || this.#effects.length > 0;
  }

  // Draws everything immediately.
  set(view: BubblesField): void {
    this.#flight = undefined;
    this.#effects = [];
    this.#field = gridOf(view);
    this.#write(view);
  }

  // Without a shot to animate: the field is replaced only if it differs from the one after the last shot, and nothing is
  // redrawn without a change.
  follow(view: BubblesField): void {
    if (JSON.stringify(gridOf(view)) !== this.#target) return this.set(view);
    if (view.now !== this.#now || view.next !== this.#next || (view.out !== undefined) !== this.#over) this.#write(view);
  }

  // A shot and its results (`events` of this seat, in order).
  shoot(view: BubblesField, shot: ShotEvent, events: RoomEvent[]): void {
    this.#land(performance.now());
    if (reducedMotion() || settings.speed === '0' || document.hidden) return this.set(view);
    this.#flight = { event: shot, after: gridOf(view), rest: events, from: performance.now() };
    this.#write(view);
  }

  point(aim: Aim | undefined): void {
    if (JSON.stringify(aim) === JSON.stringify(this.#aim)) return;
    this.#aim = aim;
    wake(this);
  }

  // The landing place of a hint.
  mark(target: Mark | undefined): void {
    if (JSON.stringify(target) === JSON.stringify(this.#marked)) return;
    this.#marked = target;
    wake(this);
  }

  // A unit of length, for pointers: from client pixels to field units.
  toField(clientX: number, clientY: number): [number, number] {
    const box = this.element.getBoundingClientRect();
    const unit = WIDTH / box.width;
    return [(clientX - box.left) * unit, (clientY - box.top) * unit];
  }

  draw(now: number): boolean {
    if (this.#flight && now >= this.#flight.from + this.#flightMs()) this.#land(now);
    this.#effects = this.#effects.filter(({ kind, from }) => now < from + (kind === 'fall' ? FALL_MS : POP_MS) / this.#speed());
    if (this.#scale > 0) this.#paint(now);
    return this.busy || now < this.#droppedAt + DROP_MS;
  }

  #speed(): number {
    return Number(settings.speed) || 1;
  }

  #write(view: BubblesField): void {
    this.#target = JSON.stringify(gridOf(view));
    this.#now = view.now;
    this.#next = view.next;
    this.#over = view.out !== undefined;
    wake(this);
  }

  #flightMs(): number {
    return this.#flight?.event.path.at(-1)?.[2] ?? 0;
  }

  // The shot has landed: the standing bubbles are the server's, and removed ones are animated.
  #land(now: number): void {
    const flight = this.#flight;
    if (!flight) return;
    this.#flight = undefined;
    const { event, after, rest } = flight;
    const before = this.#field;
    const add = (kind: Effect['kind'], cell: Cell, color: string, shift: number) => {
      this.#effects.push({ kind, color, x: centerX(cell, shift), y: centerY(cell.row), from: now });
    };
    const colorAt = (name: string) => (name === event.cell ? event.color : at(before, cellOf(name)));
    for (const name of words(event.popped)) add('pop', cellOf(name), colorAt(name), before.shift);
    for (const name of words(event.fallen)) add('fall', cellOf(name), colorAt(name), before.shift);
    for (const other of rest) {
      if (other.kind === 'row') this.#droppedAt = now;
      if (other.kind !== 'garbage') continue;
      for (const [name, color] of words(other.cells).map((word) => word.split(':')))
        add('come', cellOf(name ?? ''), color ?? '', after.shift);
    }
    this.#field = after;
  }

  // `wide`: in CSS pixels, from the observer, because reading it from the element would force a layout for each field.
  #resize(wide: number): void {
    const width = Math.round(wide * Math.min(2, devicePixelRatio));
    if (width === 0) return;
    const height = Math.round((width * HEIGHT) / WIDTH);
    if (this.element.width === width && this.element.height === height) return;
    this.element.width = width;
    this.element.height = height;
    const shown = this.#scale > 0;
    this.#scale = width / WIDTH;
    if (shown) this.draw(performance.now()); // a resize clears the canvas
    wake(this);
  }

  #bubble(color: string, x: number, y: number, size = 1): void {
    const picture = spriteOf(color, RADIUS * this.#scale, document.documentElement.dataset.marks !== 'none');
    const wide = picture.width * size;
    this.#context.drawImage(picture, x * this.#scale - wide / 2, y * this.#scale - wide / 2, wide, wide);
  }

  #paint(now: number): void {
    const context = this.#context;
    const { width, height } = this.element;
    context.fillStyle = '#1d2f38';
    context.fillRect(0, 0, width, height);
    this.#paintLine();
    if (this.#aim) this.#paintAim(this.#aim);
    if (this.#marked) this.#paintMark(this.#marked);
    const drop = Math.max(0, 1 - (now - this.#droppedAt) / DROP_MS) * ROW_PITCH;
    const coming = new Set(this.#effects.filter(({ kind }) => kind === 'come').map(({ x, y }) => `${x} ${y}`));
    context.globalAlpha = this.#over ? 0.4 : 1;
    this.#field.rows.forEach((row, r) => {
      [...row].forEach((color, column) => {
        if (color === '.') return;
        const x = centerX({ row: r, column }, this.#field.shift);
        const y = centerY(r);
        if (!coming.has(`${x} ${y}`)) this.#bubble(color, x, y - drop);
      });
    });
    if (!this.#over) this.#paintShooter();
    this.#paintFlight(now);
    for (const effect of this.#effects) this.#paintEffect(effect, now);
    context.globalAlpha = 1;
  }

  #paintLine(): void {
    const context = this.#context;
    context.beginPath();
    context.setLineDash([8, 6]);
    context.moveTo(0, LINE_Y * this.#scale);
    context.lineTo(this.element.width, LINE_Y * this.#scale);
    context.lineWidth = 1.5;
    context.strokeStyle = '#f0948a';
    context.stroke();
    context.setLineDash([]);
  }

  #paintShooter(): void {
    const context = this.#context;
    context.beginPath();
    context.arc(START_X * this.#scale, START_Y * this.#scale, RADIUS * 1.12 * this.#scale, 0, 7);
    context.lineWidth = Math.max(1, RADIUS * 0.12 * this.#scale);
    context.strokeStyle = this.#aim?.armed ? '#ffd75e' : '#6d8794';
    context.stroke();
    if (this.#now) this.#bubble(this.#now, START_X, START_Y);
    if (this.#next) this.#bubble(this.#next, START_X - 2.6 * RADIUS, START_Y + RADIUS * 0.55, 0.6);
  }

  // Dots along the path, and a ring at the landing place.
  #paintAim({ landing, shift }: Aim): void {
    const context = this.#context;
    context.fillStyle = '#dfe9ee';
    let over = RADIUS * 2.2;
    for (let i = 1; i < landing.path.length; i += 1) {
      const [x0 = 0, y0 = 0] = landing.path[i - 1] ?? [];
      const [x1 = 0, y1 = 0] = landing.path[i] ?? [];
      const long = Math.hypot(x1 - x0, y1 - y0);
      for (; over < long; over += RADIUS) {
        context.beginPath();
        context.arc(
          (x0 + ((x1 - x0) * over) / long) * this.#scale,
          (y0 + ((y1 - y0) * over) / long) * this.#scale,
          Math.max(1.2, 260 * this.#scale),
          0,
          7,
        );
        context.fill();
      }
      over -= long;
    }
    context.beginPath();
    context.arc(
      centerX(landing.cell, shift) * this.#scale,
      centerY(landing.cell.row) * this.#scale,
      RADIUS * 0.86 * this.#scale,
      0,
      7,
    );
    context.lineWidth = Math.max(1.5, 240 * this.#scale);
    context.strokeStyle = '#dfe9ee';
    context.stroke();
  }

  // A gold disc with a ring: visible next to the aim's own ring, and under it.
  #paintMark({ cell, shift }: Mark): void {
    const context = this.#context;
    const ring = (size: number) => {
      context.beginPath();
      context.arc(centerX(cell, shift) * this.#scale, centerY(cell.row) * this.#scale, RADIUS * size * this.#scale, 0, 7);
    };
    context.fillStyle = context.strokeStyle = '#ffd75e';
    ring(0.42);
    context.fill();
    ring(0.86);
    context.lineWidth = Math.max(2, 420 * this.#scale);
    context.stroke();
  }

  // The bubble between the two points of its path around the present time.
  #paintFlight(now: number): void {
    if (!this.#flight) return;
    const { path, color } = this.#flight.event;
    const ms = now - this.#flight.from;
    const ahead = path.findIndex(([, , time = 0]) => time > ms);
    const next = ahead < 0 ? path.length - 1 : Math.max(1, ahead);
    const [x0 = 0, y0 = 0, t0 = 0] = path[next - 1] ?? [];
    const [x1 = x0, y1 = y0, t1 = t0] = path[next] ?? [];
    const share = t1 === t0 ? 1 : Math.min(1, Math.max(0, (ms - t0) / (t1 - t0)));
    this.#bubble(color, x0 + (x1 - x0) * share, y0 + (y1 - y0) * share);
  }

  #paintEffect({ kind, color, x, y, from }: Effect, now: number): void {
    const ms = Math.max(0, now - from) * this.#speed();
    const part = Math.min(1, ms / POP_MS);
    if (kind === 'fall') return this.#bubble(color, x, y + (FALL_SPEED / 2) * (ms / 1000) ** 2);
    if (kind === 'come') return this.#bubble(color, x, y, 0.3 + 0.7 * part);
    this.#context.globalAlpha = 1 - part;
    this.#bubble(color, x, y, 1 + 0.4 * part);
    this.#context.globalAlpha = 1;
  }
}
