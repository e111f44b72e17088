// The middle of the room page: turn, players, the game's own part, the spoken line, and the player's actions. Built
// once, then updated.
import { CARDS } from 'virtual:games';
import { afterPicture, h, setText } from '../../dom';
import { helpOf } from '../../games/help';
import type { GameModule, GamePart, TableActions, TextBoard } from '../../games/module';
import { count, t, titleOf } from '../../i18n';
import { persist } from '../../net/persist';
import type { GameHint, RoomEvent } from '../../protocol';
import { onSettings, settings } from '../../settings';
import { later, openKeys, openRules } from '../../ui/dialogs';
import { icon } from '../../ui/icons';
import { play, toggleSound } from '../../ui/sound';
import { type ClockFace, clockFace, freeSeat, isHost, mayMove, mySeat, seatNumber, simultaneous, timeLeft } from '../facts';
import type { PageFacts } from '../page-facts';
import { mutable } from '../people/people';
import { afterGame, resultPanel } from '../result/panel';
import { playerCards, turnLine } from './players';
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
  // The game's part is on the screen.
  settled(): void;
}

export interface Table {
  element: HTMLElement;
  result: HTMLElement; // shown beside the table
  text: HTMLElement; // the board in words
  readonly hasText: boolean;
  update(facts: PageFacts, events?: RoomEvent[]): void;
  updateResult(facts: PageFacts): void;
  // A line of the log has been added.
  tell(line: string): void;
  // The players are shown even without the game's part.
  settle(): void;
  // Draws the board in words, from now on, while it is asked for.
  showText(shown: boolean): void;
  tick(): void;
  destroy(): void;
}

export function table(actions: RoomActions): Table {
  let facts: PageFacts | undefined;
  let part: GamePart | undefined;
  let module: GameModule | undefined;
  let gone = false;
  let settled = false;
  let textShown = false;
  let board: TextBoard | 'asked' | undefined; // in words
  const turn = turnLine(() => actions.serverNow());
  const players = playerCards(() => actions.serverNow());
  const result = resultPanel();
  const said = voice(() => facts, actions.missed);
  const text = h('section', { class: 'text-board' });
  const place = h('div', { class: 'game-place' });
  const watching = h('span', { class: 'badge' }, t('room.spectating'));
  const button = (name: Parameters<typeof icon>[0], label: string, act: () => unknown, kind = '') =>
    h('button', { class: `button small ${kind}`, type: 'button', onclick: act }, icon(name), label);
  const resign = button('flag', t('play.resign'), actions.resign);
  const hint = button('hint', t('play.hint'), () => void askHint(), 'hint-button');
  const after = afterGame(actions.rematch, [hint, resign]);
  const rules = button('rules', t('play.help'), () => {
    if (!module || !facts) return;
    const [shown, { doc, game }] = [module, facts];
    void openRules(titleOf(game, doc.game), () => helpOf(shown, doc), Object.hasOwn(CARDS, doc.game) && actions.card);
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
    const list = await later(() => import('../people/list'));
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
    after.element,
    people,
    sound,
    rules,
    keys,
    zen,
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
    part?.askHint?.();
    const found = await actions.hint();
    hint.disabled = facts === undefined || !mayMove(facts);
    if (found && facts?.doc.phase === 'playing' && (facts.doc.ply === asked || simultaneous(facts))) part?.showHint?.(found);
  }

  // At first one picture after the other, so that none takes long: whose turn it is; once the game's code has been loaded, the
  // players; the board; and then all else.
  function draw(now: PageFacts, events: RoomEvent[] | undefined): void {
    if (now.module && !module) {
      module = now.module;
      afterPicture(() => begin(now.module as GameModule));
    }
    place.hidden = part === undefined;
    if (now.doc.view) part?.update(now, events);
  }

  function begin(game: GameModule): void {
    if (gone) return;
    const refresh = () => facts && update(facts);
    part = game.part({ ...actions, speak: said.speak, refresh, offer, play });
    beside.hidden = part.beside === undefined;
    if (part.beside) beside.append(part.beside);
    refresh();
    afterPicture(() => {
      place.append((part as GamePart).element);
      afterPicture(() => afterPicture(() => !gone && actions.settled())); // a canvas is painted one picture later
    });
  }

  function drawText(): void {
    if (!textShown || !facts || !part?.text) return;
    if (board === undefined) {
      board = 'asked';
      persist(part.text).then(
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
  function hearTurn(now: PageFacts, events: RoomEvent[] | undefined): void {
    if (!events || !facts) return;
    if (now.doc.phase === 'over' && facts.doc.phase === 'playing') play('end');
    else if (mayMove(now) && !simultaneous(now) && (!mayMove(facts) || now.doc.ply !== facts.doc.ply)) play('turn');
  }

  function update(now: PageFacts, events?: RoomEvent[]): void {
    const seat = mySeat(now);
    const playing = now.doc.phase === 'playing';
    element.dataset.phase = now.doc.phase;
    element.dataset.game = now.doc.game;
    turn.update(now);
    after.update(now);
    draw(now, events);
    if (part || settled) players.update(now, part, events);
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

  let heard: ClockFace | undefined; // of one's own clock while it runs
  // A clock of one's own that runs out is heard once, in byo-yomi once a period; and a period that begins is said.
  function hearClock(): void {
    const face = facts && runningFace(facts);
    if (face?.low && !heard?.low) play('low');
    if (face && heard && face.periods > 0 && face.periods !== heard.periods) said.speak(count('turn.byoyomi', face.periods));
    heard = face;
  }

  function runningFace({ doc, guest }: PageFacts): ClockFace | undefined {
    const seat = mySeat({ doc, guest });
    if (doc.phase !== 'playing' || seat === undefined || doc.clock.running !== seat) return undefined;
    const left = timeLeft(doc, seat, actions.serverNow());
    return left === undefined ? undefined : clockFace(doc, left);
  }

  return {
    element,
    result: result.element,
    text,
    get hasText() {
      return part?.text !== undefined;
    },
    update,
    updateResult: result.update,
    tell: said.tell,
    settle() {
      settled = true;
      if (facts) players.update(facts, part);
    },
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
      gone = true;
      forget();
      said.destroy();
      part?.destroy?.();
    },
  };
}
