// The middle of the room page: turn, players, the game's own part, the spoken line, and the player's actions. Built
// once, then updated.
import { h, setText } from '../dom';
import type { GameModule, GamePart, TableActions } from '../games/module';
import { t, titleOf } from '../i18n';
import type { GameHint, RoomEvent } from '../protocol';
import { openKeys, openRules } from '../ui/dialogs';
import { icon } from '../ui/icons';
import { freeSeat, isHost, mayMove, mySeat, type RoomFacts, seatName, seatNumber, simultaneous } from './facts';
import { headline, reason } from './outcome';
import { mutable, openPeople } from './people';
import { playerCards, turnLine } from './players';
import { resultPanel } from './result';

export interface RoomActions extends Omit<TableActions, 'speak' | 'refresh'> {
  rematch(): void;
  resign(): void;
  request(type: string, fields?: object): void;
  // Undefined if it was refused; the person has then been told.
  hint(): Promise<GameHint | undefined>;
}

export interface Table {
  element: HTMLElement;
  update(facts: RoomFacts, events?: RoomEvent[]): void;
  speak(text: string): void;
  tick(): void;
  destroy(): void;
}

// The announcements for screen readers besides the moves.
function callFor(facts: RoomFacts): string {
  if (facts.doc.phase === 'over') return t('result.said', { head: headline(facts), why: reason(facts) });
  if (!mayMove(facts)) return '';
  const name = seatName(facts, mySeat(facts) ?? '');
  const yours = t('turn.yours');
  return name === '' ? yours : t('turn.with', { words: yours, name });
}

export function table(actions: RoomActions): Table {
  let facts: RoomFacts | undefined;
  let part: GamePart | undefined;
  let module: GameModule | undefined;
  const turn = turnLine(() => actions.serverNow());
  const players = playerCards(() => actions.serverNow());
  const result = resultPanel(actions.rematch);
  const spoken = h('p', { class: 'spoken', role: 'status', 'aria-live': 'polite' });
  const call = h('p', { class: 'hidden-text call', role: 'status' }); // "your turn" and the winner, for screen readers
  const place = h('div', { class: 'game-place' });
  const watching = h('span', { class: 'badge' }, t('room.spectating'));
  const button = (name: Parameters<typeof icon>[0], text: string, act: () => void, kind = '') =>
    h('button', { class: `button small ${kind}`, type: 'button', onclick: act }, icon(name), text);
  const resign = button('flag', t('play.resign'), actions.resign);
  const hint = button('hint', t('play.hint'), () => void askHint(), 'hint-button');
  const rules = button('rules', t('play.help'), () => {
    if (module) openRules(titleOf(facts?.game, facts?.doc.game), module.help());
  });
  const keys = button('keys', t('play.keys'), openKeys, 'keys-button');
  const back = button('seat', t('play.takeBack'), () => sitAt(facts && mySeat(facts)), 'primary');
  const join = button('seat', t('play.join'), () => sitAt(facts && freeSeat(facts)));
  const people = button('people', t('people.title'), () => facts && openPeople(facts, actions.request));
  const under = h('div', { class: 'under-board' }, watching, back, join, hint, resign, people, rules, keys);
  function sitAt(seat: string | undefined): void {
    if (seat !== undefined) actions.request('sit', { seat: seatNumber(seat) });
  }
  const speak = (text: string) => setText(spoken, text);
  const element = h('div', { class: 'table' }, turn.element, players.element, place, spoken, call, result.element, under);

  async function askHint(): Promise<void> {
    hint.disabled = true;
    const asked = facts?.doc.ply;
    const found = await actions.hint();
    hint.disabled = false;
    if (found && facts?.doc.phase === 'playing' && (facts.doc.ply === asked || simultaneous(facts))) part?.showHint?.(found);
  }

  // The game's part, once its code has been loaded.
  function draw(now: RoomFacts, events: RoomEvent[] | undefined): void {
    if (now.module && !part) {
      module = now.module;
      part = module.part({ ...actions, speak, refresh: () => facts && update(facts) });
      place.append(part.element);
    }
    place.hidden = part === undefined;
    if (now.doc.view) part?.update(now, events);
  }

  function update(now: RoomFacts, events?: RoomEvent[]): void {
    const seat = mySeat(now);
    const playing = now.doc.phase === 'playing';
    element.dataset.phase = now.doc.phase;
    element.dataset.game = now.doc.game;
    turn.update(now);
    result.update(now);
    draw(now, events);
    players.update(now, part);
    watching.hidden = seat !== undefined;
    const mine = mayMove(now);
    const done = simultaneous(now) && !mine; // nothing is left to resign
    const out = seat === undefined || now.doc.seats[seat]?.resigned === true || now.doc.seats[seat]?.left === true;
    resign.hidden = !playing || out || done;
    const kicked = now.guest !== undefined && now.doc.kicked?.[now.guest] !== undefined;
    back.hidden = now.doc.seats[seat ?? '']?.left !== true || now.doc.seats[seat ?? '']?.resigned === true || kicked;
    join.hidden = seat !== undefined || freeSeat(now) === undefined || kicked;
    people.hidden = !isHost(now) || (mutable(now).length === 0 && now.doc.kicked === undefined);
    hint.hidden = !mine || now.module?.hints !== true;
    rules.hidden = now.module === undefined;
    setText(call, callFor(now));
    facts = now;
  }

  return {
    element,
    update,
    speak,
    tick() {
      turn.tick();
      players.tick();
      part?.tick?.();
    },
    destroy: () => part?.destroy?.(),
  };
}
