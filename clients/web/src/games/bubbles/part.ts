// The fields of a room: the viewer's own is large, the others' are small, next to their names.
import { h } from '../../base/dom';
import { words } from '../../base/words';
import { mySeat, type RoomFacts, seatWho } from '../../model/facts';
import type { GamePart, TableActions, TextBoard } from '../../model/module';
import type { BubblesHint, GameHint, RoomEvent, ShotEvent } from '../../protocol';
import { Countdown } from '../countdown';
import { SeatFocus } from '../focus';
import { bindFieldKeys } from '../keys';
import { Minis } from '../mini';
import { Aim, angleWords, depthOf, landingWords } from './aim';
import { FactsBar } from './facts-bar';
import { cellName, cellOf, fly, type Landing } from './model';
import type { Panel } from './panel';
import { bindPointer } from './pointer';
import { Scene } from './scene';
import { colorName, count, t } from './texts';
import { fieldOf, gridOf } from './view';

const SLIDER = { role: 'slider', tabindex: 0, 'aria-valuemin': -80, 'aria-valuemax': 80, 'aria-valuenow': 0 };

export class BubblesPart implements GamePart {
  readonly element: HTMLElement;
  #facts: RoomFacts | undefined;
  #shownSeat: string | undefined;
  #hint: { of: BubblesHint; shot: number } | undefined; // for the bubble of that number
  #best: { landing: Landing; shift: number } | undefined; // of a record's position
  #panel: Panel | undefined; // as text, once requested
  readonly #actions: TableActions;
  readonly #countdown: Countdown;
  readonly #aim: Aim;
  readonly #focus = new SeatFocus();
  readonly #bar = new FactsBar();
  readonly #scene = new Scene();
  readonly #target = h('div', { class: 'bubble-field', ...SLIDER }, this.#scene.element);
  readonly #unbind: (() => void)[];
  readonly #minis = new Minis<Scene>(
    () => new Scene(),
    (small, seat) => this.#drawMini(small, seat, undefined),
    (seat) => {
      this.#focus.choose(seat);
      this.#actions.refresh();
    },
  );

  constructor(actions: TableActions) {
    this.#actions = actions;
    this.#countdown = new Countdown(actions);
    const aim = new Aim(actions, () => this.#drawAim());
    this.#aim = aim;
    this.#unbind = [
      bindPointer(this.#target, this.#scene, aim),
      bindFieldKeys(this.#target, (event) => aim.field !== undefined && aim.key(event)),
    ];
    this.element = h(
      'div',
      { class: 'bubbles' },
      this.#bar.element,
      h('div', { class: 'bubble-frame' }, this.#target, this.#countdown.element),
    );
  }

  update(now: RoomFacts, events?: RoomEvent[]): void {
    this.#facts = now;
    this.#countdown.update(now);
    this.#best = undefined;
    this.#drawMain(now, events);
    this.#minis.update((small, seat) => this.#drawMini(small, seat, events));
    for (const event of events ?? []) {
      if (event.kind !== 'shot') continue;
      if (event.seat === this.#focus.seat(now)) this.#hear(event);
      if (event.seat === mySeat(now)) this.#actions.speak(shotWords(event));
    }
    this.#aim.update(now);
    this.#drawAim();
    this.tick();
  }

  tick(): void {
    const now = this.#facts;
    if (now) this.#bar.tick(now, fieldOf(now.doc, this.#focus.seat(now)), this.#actions.serverNow());
  }

  // The card of a player whose field is not the large one has a small one; spectators can make it the large one.
  mini(seat: string): HTMLElement | undefined {
    const now = this.#facts;
    if (!now || seat === this.#focus.seat(now) || !fieldOf(now.doc, seat)) return undefined;
    return this.#minis.element(seat, mySeat(now) === undefined ? t('mini.show', { who: seatWho(now, seat) }) : undefined);
  }

  async text(): Promise<TextBoard> {
    const { textPanel } = await import('./panel');
    this.#panel = textPanel(this.#aim, (now) => fieldOf(now.doc, this.#focus.seat(now)));
    return this.#panel;
  }

  showHint(found: GameHint, seat?: string): boolean {
    const of = found as BubblesHint;
    if (seat !== undefined) return this.#showBest(of, seat);
    const { field } = this.#aim;
    if (!field || (of.move.shot ?? field.shot) !== field.shot) return false; // that bubble has been shot in the meantime
    this.#hint = { of, shot: field.shot };
    this.#aim.turn(of.move.angle);
    this.#actions.speak(hintWords(of));
    return true;
  }

  destroy(): void {
    this.#countdown.destroy();
    for (const unbind of this.#unbind) unbind();
    this.#aim.destroy();
    this.#scene.destroy();
    this.#minis.destroy();
  }

  #drawAim(): void {
    const { field, landing, armed } = this.#aim;
    const target = this.#target;
    if (this.#hint?.shot !== field?.shot) this.#hint = undefined;
    const hint = this.#hint;
    const best = this.#best;
    this.#scene.point(field && landing ? { landing, shift: field.shift, armed } : best && { ...best, armed: false });
    this.#scene.mark(hint && field ? { cell: cellOf(hint.of.cell), shift: field.shift } : best && { ...best.landing, ...best });
    target.dataset.hinted = hint?.of.cell ?? (best ? cellName(best.landing.cell) : '');
    this.#tellAngle();
    target.toggleAttribute('data-mine', field !== undefined);
    if (this.#facts) this.#panel?.update(this.#facts);
  }

  #tellAngle(): void {
    const { angle, field, landing } = this.#aim;
    const target = this.#target;
    const degrees = String(angle / 100);
    if (target.getAttribute('aria-valuenow') !== degrees) target.setAttribute('aria-valuenow', degrees);
    const said = angleWords(angle);
    target.setAttribute('aria-valuetext', field && landing ? `${said}, ${landingWords(field, landing)}` : said);
  }

  // One field: a shot is animated, anything else is just drawn.
  #show(on: Scene, seat: string, events: RoomEvent[] | undefined): void {
    const view = this.#facts && fieldOf(this.#facts.doc, seat);
    if (!view) return;
    const own = (events ?? []).filter((event) => 'seat' in event && event.seat === seat);
    const shot = own.filter((event): event is ShotEvent => event.kind === 'shot').at(-1);
    if (!events) on.set(view);
    else if (shot) on.shoot(view, shot, own);
    else on.follow(view);
  }

  #drawMain(now: RoomFacts, events: RoomEvent[] | undefined): void {
    const seat = this.#focus.seat(now);
    this.#show(this.#scene, seat, seat === this.#shownSeat ? events : undefined);
    this.#shownSeat = seat;
    const view = fieldOf(now.doc, seat);
    if (!view) return;
    const label = mySeat(now) === seat ? t('field.label') : t('field.of', { who: seatWho(now, seat) });
    this.#target.setAttribute('aria-label', label);
    this.#bar.update(now, view);
  }

  // The sounds of a shot: when it leaves, and the popped bubbles when it lands.
  #hear(event: ShotEvent): void {
    const { play } = this.#actions;
    const n = words(event.popped).length + words(event.fallen).length;
    play('slide');
    if (n > 0) setTimeout(() => play('pop', { count: n, every: 45 }), event.path.at(-1)?.[2] ?? 0);
  }

  #drawMini(small: Scene, seat: string, events: RoomEvent[] | undefined): string {
    this.#show(small, seat, events);
    const view = this.#facts && fieldOf(this.#facts.doc, seat);
    return count('mini.facts', view ? depthOf(view) : 0);
  }

  // In a record: the shot on the large field, if the hint is about it.
  #showBest({ move, cell }: BubblesHint, seat: string): boolean {
    const now = this.#facts;
    const field = now && seat === this.#focus.seat(now) ? fieldOf(now.doc, seat) : undefined;
    if (!field || field.out || (move.shot ?? field.shot) !== field.shot) return false;
    const landing = fly(gridOf(field), move.angle);
    if (cellName(landing.cell) !== cell) return false;
    this.#best = { landing, shift: field.shift };
    this.#drawAim();
    return true;
  }
}

export function shotWords(event: ShotEvent): string {
  const { row, column } = cellOf(event.cell);
  const shot = t('said.shot', { color: colorName(event.color), row: row + 1, column: column + 1 });
  const [n, m] = [words(event.popped).length, words(event.fallen).length];
  const what = n === 0 ? shot : t(m === 0 ? 'said.popped' : 'said.fallen', { shot, n, m });
  return event.forced ? t('said.forced', { shot: what }) : what;
}

function hintWords({ move, cell, popped, fallen }: BubblesHint): string {
  const { row, column } = cellOf(cell);
  const facts = { angle: angleWords(move.angle), row: row + 1, column: column + 1, n: popped, m: fallen };
  return t(popped === 0 ? 'hint.lands' : fallen === 0 ? 'hint.pops' : 'hint.falls', facts);
}
