// The middle of the room page: turn, players, the game's own part, the spoken line, and the player's actions. Built
// once, then updated.
import { CARDS } from 'virtual:games';
import { h, setText } from '../dom';
import type { GameModule, GamePart, TableActions, TextBoard } from '../games/module';
import { t, titleOf } from '../i18n';
import type { GameHint, RoomEvent } from '../protocol';
import { onSettings, settings } from '../settings';
import { later, openKeys, openRules } from '../ui/dialogs';
import { icon } from '../ui/icons';
import { play, toggleSound } from '../ui/sound';
import { freeSeat, isHost, mayMove, mySeat, type RoomFacts, seatNumber, simultaneous, timeLeft } from './facts';
import { mutable } from './people';
import { LOW_MS, playerCards, turnLine } from './players';
import { resultPanel } from './result';
import { voice } from './voice';

export interface RoomActions extends Omit<TableActions, 'speak' | 'refresh' | 'offer' | 'play'> {
  rematch(): void;
  resign(): void;
  request(type: string, fields?: object): void;
  // The first steps in the game, on a small board.
  card(): void;
  // Undefined if it was refused; the person has then been told.
  hint(): Promise<GameHint | undefined>;
  // The events since this viewer's last move.
  missed(): RoomEvent[];
  zen(): void;
}

export interface Table {
  element: HTMLElement;
  result: HTMLElement; // shown beside the table
  text: HTMLElement; // the board in words
  readonly hasText: boolean;
  update(facts: RoomFacts, events?: RoomEvent[]): void;
  // A line of the log has been added.
  tell(line: string): void;
  // Draws the board in words, from now on, while it is asked for.
  showText(shown: boolean): void;
  tick(): void;
  destroy(): void;
}

export function table(actions: RoomActions): Table {
  let facts: RoomFacts | undefined;
  let part: GamePart | undefined;
  let module: GameModule | undefined;
  let textShown = false;
  let board: TextBoard | 'asked' | undefined; // in words
  const turn = turnLine(() => actions.serverNow());
  const players = playerCards(() => actions.serverNow());
  const result = resultPanel(actions.rematch);
  const said = voice(() => facts, actions.missed);
  const text = h('section', { class: 'text-board' });
  const place = h('div', { class: 'game-place' });
  const watching = h('span', { class: 'badge' }, t('room.spectating'));
  const button = (name: Parameters<typeof icon>[0], label: string, act: () => unknown, kind = '') =>
    h('button', { class: `button small ${kind}`, type: 'button', onclick: act }, icon(name), label);
  const resign = button('flag', t('play.resign'), actions.resign);
  const hint = button('hint', t('play.hint'), () => void askHint(), 'hint-button');
  const rules = button('rules', t('play.help'), () => {
    if (module)
      void openRules(
        titleOf(facts?.game, facts?.doc.game),
        module.help(),
        Object.hasOwn(CARDS, facts?.doc.game ?? '') && actions.card,
      );
  });
  const keys = button('keys', t('play.keys'), openKeys, 'keys-button');
  const zen = button('zen', t('play.zen'), actions.zen, 'zen-button');
  const sound = h('button', { class: 'button small sound-button', type: 'button', onclick: toggleSound });
  const showSound = () => {
    sound.replaceChildren(icon(settings.sound === 'off' ? 'mute' : 'sound'));
    sound.setAttribute('aria-label', t('settings.sound'));
    sound.setAttribute('aria-pressed', String(settings.sound !== 'off'));
  };
  showSound();
  const forget = onSettings(showSound);
  const back = button('seat', t('play.takeBack'), () => sitAt(facts && mySeat(facts)), 'primary');
  const join = button('seat', t('play.join'), () => sitAt(facts && freeSeat(facts)));
  const people = button('people', t('people.title'), async () => {
    const list = await later(import('./people-list'));
    if (facts) list?.openPeople(facts, actions.request);
  });
  const offered = h('button', { class: 'button small primary offer', type: 'button', hidden: true });
  let accept = () => {};
  offered.addEventListener('click', () => accept());
  const beside = h('div', { class: 'beside', hidden: true });
  const under = h(
    'div',
    { class: 'under-board' },
    offered,
    watching,
    back,
    join,
    hint,
    resign,
    people,
    rules,
    keys,
    zen,
    sound,
  );
  const element = h('div', { class: 'table' }, turn.element, players.element, place, said.element, under, beside);

  function sitAt(seat: string | undefined): void {
    if (seat !== undefined) actions.request('sit', { seat: seatNumber(seat) });
  }

  function offer(label: string | undefined, act?: () => void): void {
    offered.hidden = label === undefined;
    setText(offered, label ?? '');
    accept = act ?? (() => {});
  }

  async function askHint(): Promise<void> {
    hint.disabled = true;
    const asked = facts?.doc.ply;
    const found = await actions.hint();
    hint.disabled = facts === undefined || !mayMove(facts);
    if (found && facts?.doc.phase === 'playing' && (facts.doc.ply === asked || simultaneous(facts))) part?.showHint?.(found);
  }

  // The game's part, once its code has been loaded.
  function draw(now: RoomFacts, events: RoomEvent[] | undefined): void {
    if (now.module && !part) {
      module = now.module;
      const refresh = () => facts && update(facts);
      part = module.part({ ...actions, speak: said.speak, refresh, offer, play });
      place.append(part.element);
      beside.hidden = part.beside === undefined;
      if (part.beside) beside.append(part.beside);
    }
    place.hidden = part === undefined;
    if (now.doc.view) part?.update(now, events);
  }

  function drawText(): void {
    if (!textShown || !facts || !part?.text) return;
    if (board === undefined) {
      board = 'asked';
      part.text().then(
        (found) => {
          board = found;
          text.replaceChildren(found.element);
          drawText();
        },
        () => {
          board = undefined;
        },
      );
    } else if (board !== 'asked') board.update(facts);
  }

  // What is heard besides the moves: that it is one's turn, and the end.
  function hearTurn(now: RoomFacts, events: RoomEvent[] | undefined): void {
    if (!events || !facts) return;
    if (now.doc.phase === 'over' && facts.doc.phase === 'playing') play('end');
    else if (mayMove(now) && !simultaneous(now) && (!mayMove(facts) || now.doc.ply !== facts.doc.ply)) play('turn');
  }

  function update(now: RoomFacts, events?: RoomEvent[]): void {
    const seat = mySeat(now);
    const playing = now.doc.phase === 'playing';
    element.dataset.phase = now.doc.phase;
    element.dataset.game = now.doc.game;
    turn.update(now);
    result.update(now);
    draw(now, events);
    players.update(now, part, events);
    watching.hidden = seat !== undefined;
    const mine = mayMove(now);
    const done = simultaneous(now) && !mine; // nothing is left to resign
    const out = seat === undefined || now.doc.seats[seat]?.resigned === true || now.doc.seats[seat]?.left === true;
    // These keep their places when they can do nothing, so that nothing beside them moves.
    resign.hidden = seat === undefined || (playing && out);
    resign.disabled = !playing || out || done;
    const kicked = now.guest !== undefined && now.doc.kicked?.[now.guest] !== undefined;
    back.hidden = now.doc.seats[seat ?? '']?.left !== true || now.doc.seats[seat ?? '']?.resigned === true || kicked;
    join.hidden = seat !== undefined || freeSeat(now) === undefined || kicked;
    people.hidden = !isHost(now) || (mutable(now).length === 0 && now.doc.kicked === undefined);
    hint.hidden = resign.hidden || now.module?.hints !== true;
    hint.disabled = !mine;
    rules.hidden = now.module === undefined;
    hearTurn(now, events);
    facts = now;
    said.update(now);
    drawText();
  }

  let lowTold = false;
  // A clock of one's own that runs out is heard once.
  function hearClock(): void {
    const seat = facts && mySeat(facts);
    const running = facts?.doc.phase === 'playing' && seat !== undefined && facts.doc.clock.running === seat;
    const left = running ? timeLeft((facts as RoomFacts).doc, seat, actions.serverNow()) : undefined;
    const low = left !== undefined && left < LOW_MS;
    if (low && !lowTold) play('low');
    lowTold = low;
  }

  return {
    element,
    result: result.element,
    text,
    get hasText() {
      return part?.text !== undefined;
    },
    update,
    tell: said.tell,
    showText(shown) {
      textShown = shown;
      drawText();
    },
    tick() {
      turn.tick();
      players.tick();
      part?.tick?.();
      hearClock();
    },
    destroy() {
      forget();
      said.destroy();
      part?.destroy?.();
    },
  };
}
