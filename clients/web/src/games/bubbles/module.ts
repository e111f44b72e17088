// The bubble shooter on the page: one's own field is large, the others' are small, next to their names.

import { h, setText } from '../../dom';
import { ordinal } from '../../i18n';
import type { BubblesHint, RoomDocument, RoomEvent, ShotEvent } from '../../protocol';
import { gameTime, mayMove, mySeat, type RoomFacts, seatNames, seatWho } from '../../room/facts';
import { words } from '../../words';
import { SeatFocus } from '../focus';
import { bindFieldKeys } from '../keys';
import { Minis } from '../mini';
import type { GameModule, GamePart, Score, TableActions } from '../module';
import { seatToken } from '../token';
import { Aim, angleTo, angleWords, depthOf, landingWords } from './aim';
import { cellName, cellOf, fly, type Landing, START_Y } from './model';
import type { Panel } from './panel';
import { Scene } from './scene';
import { type BubblesKey, colorName, count, t } from './texts';
import { fieldOf, gridOf } from './view';

const HURRY_SHOWN_MS = 5000;

function shotWords(event: ShotEvent): string {
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

function fact(label: string): { element: HTMLElement; value: HTMLElement } {
  const value = h('b', {});
  return { element: h('span', { class: 'fact' }, h('span', { class: 'hint' }, label), value), value };
}

function part(actions: TableActions): GamePart {
  let facts: RoomFacts | undefined;
  let shownSeat: string | undefined;
  let hint: { of: BubblesHint; shot: number } | undefined; // for the bubble of that number
  let best: { landing: Landing; shift: number } | undefined; // of a record's position
  const focus = new SeatFocus();
  const scene = new Scene();
  const minis = new Minis<Scene>(
    () => new Scene(),
    (small, seat) => drawMini(small, seat, undefined),
    (seat) => {
      focus.choose(seat);
      actions.refresh();
    },
  );
  const aim = new Aim(actions, () => drawAim());
  let panel: Panel | undefined; // in words, once it has been asked for
  const drop = fact(t('facts.drop'));
  const queue = fact(t('facts.queue'));
  const removed = fact(t('facts.removed'));
  const hurry = fact(t('facts.hurry'));
  hurry.element.classList.add('hurry');
  const bar = h('div', { class: 'bubble-facts' }, drop.element, queue.element, removed.element, hurry.element);
  const target = h(
    'div',
    { class: 'bubble-field', role: 'slider', tabindex: 0, 'aria-valuemin': -80, 'aria-valuemax': 80, 'aria-valuenow': 0 },
    scene.element,
  );
  const frame = h('div', { class: 'bubble-frame' }, target);
  const element = h('div', { class: 'bubbles' }, bar, frame);

  target.addEventListener('pointermove', (event) => {
    if (aim.field) aim.turn(angleTo(...scene.toField(event.clientX, event.clientY)));
  });
  // A press that began elsewhere (a dialog that closes, a drag, a selection) is no shot, wherever it ends.
  const presses = new Set<number>();
  const onPress = (event: PointerEvent) => {
    if (event.button === 0 && target.contains(event.target as Node)) presses.add(event.pointerId);
    else presses.delete(event.pointerId);
  };
  document.addEventListener('pointerdown', onPress, true);
  target.addEventListener('pointerup', (event) => {
    const [x, y] = scene.toField(event.clientX, event.clientY);
    if (!presses.delete(event.pointerId)) return;
    if (event.button !== 0 || !aim.field || y > START_Y) return; // below the shooter: cancelled
    aim.turn(angleTo(x, y));
    aim.shoot();
  });
  const unbind = bindFieldKeys(target, (event) => aim.field !== undefined && aim.key(event));

  function drawAim(): void {
    const landing = aim.landing;
    const { field } = aim;
    if (hint && hint.shot !== field?.shot) hint = undefined;
    scene.point(field && landing ? { landing, shift: field.shift, armed: aim.armed } : best && { ...best, armed: false });
    scene.mark(hint && field ? { cell: cellOf(hint.of.cell), shift: field.shift } : best && { ...best.landing, ...best });
    target.dataset.hinted = hint?.of.cell ?? (best ? cellName(best.landing.cell) : '');
    const degrees = String(aim.angle / 100);
    if (target.getAttribute('aria-valuenow') !== degrees) target.setAttribute('aria-valuenow', degrees);
    const said = field && landing ? `${angleWords(aim.angle)}, ${landingWords(field, landing)}` : angleWords(aim.angle);
    target.setAttribute('aria-valuetext', said);
    target.toggleAttribute('data-mine', field !== undefined);
    if (facts) panel?.update(facts);
  }

  // One field: a shot is animated, anything else is just drawn.
  function show(on: Scene, seat: string, events: RoomEvent[] | undefined): void {
    const view = facts && fieldOf(facts.doc, seat);
    if (!view) return;
    const own = (events ?? []).filter((event) => 'seat' in event && event.seat === seat);
    const shot = own.filter((event): event is ShotEvent => event.kind === 'shot').at(-1);
    if (!events) on.set(view);
    else if (shot) on.shoot(view, shot, own);
    else on.follow(view);
  }

  function drawMain(now: RoomFacts, events: RoomEvent[] | undefined): void {
    const seat = focus.seat(now);
    show(scene, seat, seat === shownSeat ? events : undefined);
    shownSeat = seat;
    const view = fieldOf(now.doc, seat);
    if (!view) return;
    const mine = mySeat(now) === seat;
    target.setAttribute('aria-label', mine ? t('field.label') : t('field.of', { who: seatWho(now, seat) }));
    setText(drop.value, String(view.drop_in));
    setText(queue.value, String(view.queue));
    queue.element.hidden = seatNames(now.doc).length === 1;
    setText(removed.value, String(view.popped + view.fallen));
  }

  function update(now: RoomFacts, all?: RoomEvent[]): void {
    facts = now;
    best = undefined;
    const events = all;
    drawMain(now, events);
    minis.update((small, seat) => drawMini(small, seat, events));
    const mine = mySeat(now);
    for (const event of events ?? []) {
      if (event.kind !== 'shot') continue;
      if (event.seat === focus.seat(now)) hear(event);
      if (event.seat === mine) actions.speak(shotWords(event));
    }
    aim.update(now);
    drawAim();
    tick();
  }

  // The shot when it leaves, and what it pops when it lands.
  function hear(event: ShotEvent): void {
    const n = words(event.popped).length + words(event.fallen).length;
    actions.play('slide');
    if (n > 0) setTimeout(() => actions.play('pop', { count: n, every: 45 }), event.path.at(-1)?.[2] ?? 0);
  }

  function drawMini(small: Scene, seat: string, events: RoomEvent[] | undefined): string {
    show(small, seat, events);
    const view = facts && fieldOf(facts.doc, seat);
    return count('mini.facts', view ? depthOf(view) : 0);
  }

  function tick(): void {
    const view = facts && fieldOf(facts.doc, focus.seat(facts));
    const now = facts && gameTime(facts.doc, actions.serverNow());
    const left = view && now !== undefined && facts?.doc.phase === 'playing' && !view.out ? view.hurry - now : undefined;
    hurry.element.classList.toggle('near', left !== undefined && left < HURRY_SHOWN_MS);
    setText(hurry.value, left === undefined ? '–' : String(Math.max(0, Math.ceil(left / 1000))));
  }

  // The card of a player whose field is not the large one has a small one; spectators can make it the large one.
  function mini(seat: string): HTMLElement | undefined {
    if (!facts || seat === focus.seat(facts) || !fieldOf(facts.doc, seat)) return undefined;
    return minis.element(seat, mySeat(facts) === undefined ? t('mini.show', { who: seatWho(facts, seat) }) : undefined);
  }

  // In a record: the shot from the field that is large, if the hint was made for it.
  function showBest({ move, cell }: BubblesHint, seat: string): boolean {
    const field = facts && seat === focus.seat(facts) ? fieldOf(facts.doc, seat) : undefined;
    if (!field || field.out || (move.shot ?? field.shot) !== field.shot) return false;
    const landing = fly(gridOf(field), move.angle);
    if (cellName(landing.cell) !== cell) return false;
    best = { landing, shift: field.shift };
    drawAim();
    return true;
  }

  return {
    element,
    update,
    tick,
    mini,
    async text() {
      const { textPanel } = await import('./panel');
      panel = textPanel(aim, (now) => fieldOf(now.doc, focus.seat(now)));
      return panel;
    },
    showHint(found, seat) {
      const of = found as BubblesHint;
      if (seat !== undefined) return showBest(of, seat);
      const { field } = aim;
      if (!field || (of.move.shot ?? field.shot) !== field.shot) return false; // that bubble has been shot in the meantime
      hint = { of, shot: field.shot };
      aim.turn(of.move.angle);
      actions.speak(hintWords(of));
      return true;
    },
    destroy() {
      unbind();
      document.removeEventListener('pointerdown', onPress, true);
      aim.destroy();
      scene.destroy();
      minis.destroy();
    },
  };
}

function describe(event: RoomEvent, now: RoomFacts): string | undefined {
  const who = 'seat' in event && event.seat ? seatWho(now, event.seat) : '';
  switch (event.kind) {
    case 'shot':
      return t('log.shot', { who, what: shotWords(event) });
    case 'row':
      return t('log.row', { who });
    case 'garbage': {
      const n = words(event.cells).length;
      return t(n === 1 ? 'log.garbage.one' : 'log.garbage', { who, n });
    }
    case 'sent':
      return t('log.sent', { who, to: seatWho(now, event.to), n: event.count });
    case 'cleared':
      return t('log.cleared', { who });
    case 'out':
      return t('log.out', { who, place: event.place ? ordinal(event.place) : '' });
    default:
      return undefined;
  }
}

const KEYS: BubblesKey[] = ['keys.aim', 'keys.shoot'];

function removedOf(n: number): Score {
  return { shown: n, said: count('score.removed', n) };
}

function removed(doc: RoomDocument, seat: string): number {
  const view = fieldOf(doc, seat);
  return view ? view.popped + view.fallen : 0;
}

function alone(doc: RoomDocument): boolean {
  return seatNames(doc).length === 1;
}

export const game: GameModule = {
  part,
  describe,
  // Shots are too many for a log, and one's own are spoken; players need not hear what others send to each other.
  quiet: (event, facts) => {
    const mine = mySeat(facts);
    if (event.kind === 'garbage') return event.seat !== mine;
    if (event.kind === 'sent') return mine !== undefined && event.seat !== mine && event.to !== mine;
    return event.kind === 'shot' || event.kind === 'row';
  },
  help: async () => (await import('./help')).help,
  keys: () => KEYS.map((key) => t(key)),
  icon: (_doc, seat) => seatToken(seat),
  score(doc, seat) {
    const view = fieldOf(doc, seat);
    if (!view) return undefined;
    const most = Math.max(1, ...seatNames(doc).map((one) => removed(doc, one)));
    return { ...removedOf(view.popped + view.fallen), bar: removed(doc, seat) / most };
  },
  result: removedOf,
  notes(facts, seat) {
    const out = fieldOf(facts.doc, seat)?.out;
    return out ? [t('note.place', { n: ordinal(out.place) })] : [];
  },
  turn(facts) {
    const mine = mySeat(facts);
    if (mine !== undefined && mayMove(facts)) return t('turn.shoot');
    if (mine !== undefined && fieldOf(facts.doc, mine)?.out) return t('turn.out');
    return count('turn.watch', words(facts.doc.to_act).length);
  },
  headline(facts) {
    const { result } = facts.doc;
    if (!alone(facts.doc) || !result) return undefined;
    return result.reason === 'cleared' ? t('head.cleared') : result.reason === 'lost' ? t('head.lost') : undefined;
  },
  reason(word) {
    if (word === 'cleared' || word === 'lost') return t(`reason.${word}`);
    return word === 'last_standing' ? t('reason.last') : undefined;
  },
  hints: true,
  ear: async () => (await import('./panel')).ear,
  measure: {
    title: () => t('facts.removed'),
    value(doc, seat) {
      const view = fieldOf(doc, seat);
      return view && view.popped + view.fallen;
    },
  },
};
