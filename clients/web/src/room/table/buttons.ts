// The buttons under the board. Those of the game keep their places while disabled, so that nothing next to them moves.
import { CARDS } from 'virtual:games';
import { h, setText } from '../../base/dom';
import { t, titleOf } from '../../base/i18n';
import { onSettings, settings } from '../../base/settings';
import { hintsOff, isHost, mayMove, mySeat, seatNumber, seatToTake, simultaneous } from '../../model/facts';
import { helpOf } from '../../model/help';
import type { PageFacts } from '../../model/page-facts';
import { toggleSound } from '../../sound/sound';
import { later, openKeys, openRules } from '../../ui/dialogs';
import { icon } from '../../ui/icons';
import { listed } from '../people/people';
import { afterGame } from '../result/panel';

export interface ButtonActions {
  rematch(): void;
  resign(): void;
  request(type: string, fields?: object): void;
  // The first steps in the game, on a small board.
  card(): void;
  zen(): void;
  // Shows the moves since this viewer's own again.
  again(): void;
}

function button(name: Parameters<typeof icon>[0], label: string, act: () => unknown, kind = ''): HTMLButtonElement {
  return h('button', { class: `button small ${kind}`, type: 'button', title: label, onclick: act }, icon(name), label);
}

// A picture alone: its name is seen on hover, while it is held, and with the focus.
const tool = (name: Parameters<typeof icon>[0], label: string, act: () => unknown, kind = '') =>
  button(name, label, act, `tool ${kind}`);

export class Buttons {
  readonly element: HTMLElement;
  readonly hint: HTMLButtonElement;
  #facts: PageFacts | undefined;
  #accept = () => {};
  readonly #offered = h('button', { class: 'button small primary offer', type: 'button', hidden: true });
  readonly #watching = h('span', { class: 'badge watching' }, t('room.spectating'));
  readonly #spectators = h('span', { class: 'badge' });
  readonly #sound = h('button', {
    class: 'button small tool sound-button',
    type: 'button',
    title: t('settings.sound'),
    onclick: toggleSound,
  });
  readonly #forget = onSettings(() => this.#showSound());
  readonly #back = button('seat', t('play.takeBack'), () => this.#sitAt(mySeat), 'primary');
  readonly #join = button('seat', t('play.join'), () => this.#sitAt(seatToTake));
  readonly again: HTMLButtonElement;
  readonly #people = tool('people', t('people.title'), () => this.#openPeople());
  readonly #rules = tool('rules', t('play.help'), () => this.#openRules());
  readonly #resign: HTMLButtonElement;
  readonly #after: ReturnType<typeof afterGame>;
  readonly #actions: ButtonActions;

  constructor(actions: ButtonActions, askHint: () => void) {
    this.#actions = actions;
    this.hint = button('hint', t('play.hint'), askHint, 'hint-button');
    this.#resign = button('flag', t('play.resign'), actions.resign);
    this.again = tool('again', t('play.again'), actions.again);
    this.again.disabled = true;
    this.#after = afterGame(actions.rematch, [this.hint, this.#resign]);
    this.#offered.addEventListener('click', () => this.#accept());
    this.#showSound();
    this.element = h(
      'div',
      { class: 'under-board' },
      this.#offered,
      this.#watching,
      this.#back,
      this.#join,
      this.#after.element,
      this.again,
      this.#people,
      this.#sound,
      this.#rules,
      tool('keys', t('play.keys'), openKeys, 'keys-button'),
      tool('zen', t('play.zen'), actions.zen, 'zen-button'),
      this.#spectators, // last, so that nothing moves for it
    );
  }

  // A button that makes the chosen move; undefined removes it.
  offer(label: string | undefined, act: () => void = () => {}): void {
    this.#offered.hidden = label === undefined;
    setText(this.#offered, label ?? '');
    this.#accept = act;
  }

  update(now: PageFacts): void {
    this.#facts = now;
    const { doc, guest } = now;
    const seat = mySeat(now);
    const state = doc.seats[seat ?? ''];
    const out = seat === undefined || state?.resigned === true || state?.left === true;
    const playing = doc.phase === 'playing';
    const mine = mayMove(now);
    const done = simultaneous(now) && !mine; // nothing is left to resign
    const kicked = guest !== undefined && doc.kicked?.[guest] !== undefined;
    this.#after.update(now);
    this.#watching.hidden = seat !== undefined;
    this.#spectators.hidden = !doc.spectators;
    setText(this.#spectators, t('room.spectators', { n: doc.spectators ?? 0 }));
    this.#resign.hidden = seat === undefined || (playing && out);
    this.#resign.disabled = !playing || out || done;
    this.#back.hidden = state?.left !== true || state?.resigned === true || kicked;
    this.#join.hidden = seat !== undefined || seatToTake(now) === undefined || kicked;
    this.#people.hidden = listed(now).length === 0 && !(isHost(now) && doc.kicked);
    this.again.hidden = seat === undefined || simultaneous(now);
    this.hint.hidden = this.#resign.hidden || now.module?.hints !== true || hintsOff(doc);
    this.hint.disabled = !mine;
    this.#rules.hidden = now.module === undefined;
  }

  destroy(): void {
    this.#forget();
  }

  #sitAt(find: (facts: PageFacts) => string | undefined): void {
    const seat = this.#facts && find(this.#facts);
    if (seat !== undefined) this.#actions.request('sit', { seat: seatNumber(seat) });
  }

  async #openPeople(): Promise<void> {
    const list = await later(() => import('../people/list'));
    if (this.#facts) list?.openPeople(this.#facts, this.#actions.request);
  }

  #openRules(): void {
    const { module, doc, game } = this.#facts ?? {};
    if (module && doc)
      void openRules(titleOf(game, doc.game), () => helpOf(module, doc), Object.hasOwn(CARDS, doc.game) && this.#actions.card);
  }

  #showSound(): void {
    const sound = this.#sound;
    sound.replaceChildren(icon(settings.sound === 'off' ? 'mute' : 'sound'));
    sound.setAttribute('aria-pressed', String(settings.sound !== 'off'));
  }
}
