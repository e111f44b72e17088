// The card: the first steps in a game on a small board that plays by the real rules. It lies over the page's edge and
// holds up nothing: the real board can be played all the time, and the first real move closes the card.

import { CARDS } from 'virtual:games';
import { h, setText } from '../dom';
import { loadStyle, STYLES } from '../games/catalogue';
import type { GameModule, GamePart } from '../games/module';
import { persist } from '../net/persist';
import type { Answer } from '../net/requests';
import type { Game, RoomEvent } from '../protocol';
import { icon } from '../ui/icons';
import type { Card, CardStep } from './card';
import { noteCard } from './seen';
import { openSteps, type Steps } from './steps';
import { cardFacts } from './table';
import { t } from './texts';

const REPLY_MS = 900; // so that one sees whose move it was

export interface CardPanel {
  element: HTMLElement;
  close(): void;
}

export interface CardWish {
  id: string;
  entry: Game | undefined;
  module: GameModule;
  folded: boolean; // only a line that offers it, until it is asked for
  closed(): void;
}

// Undefined: the game has no card, or it could not be loaded.
export async function openCard(wish: CardWish): Promise<CardPanel | undefined> {
  const load = Object.hasOwn(CARDS, wish.id) ? CARDS[wish.id] : undefined;
  if (!load) return undefined;
  const [{ card }] = await Promise.all([persist(load), loadStyle(STYLES.card as string)]);
  noteCard(wish.id);
  return panel(wish, card);
}

function panel(wish: CardWish, card: Card): CardPanel {
  const steps = card.steps();
  const count = h('span', { class: 'hint' });
  const say = h('p', { class: 'card-say' });
  const place = h('div', { class: 'card-board' });
  const told = h('p', { class: 'card-told', role: 'status' });
  const next = h('button', { class: 'button small primary', type: 'button', onclick: () => forward() });
  const offered = h('button', { class: 'button small primary', type: 'button' });
  const skip = h('button', { class: 'button small', type: 'button', onclick: () => close() }, t('skip'));
  const cross = h(
    'button',
    { class: 'card-close', type: 'button', 'aria-label': t('close'), title: t('close'), onclick: () => close() },
    icon('close'),
  );
  const start = h('button', { class: 'button small primary', type: 'button', onclick: () => unfold() }, t('start'));
  const offer = h('div', { class: 'card-offer' }, h('span', {}, t('invite', { n: steps.length })), start);
  const actions = h('div', { class: 'actions' }, skip, next);
  const body = h('div', { class: 'card-body' }, say, place, told, actions);
  const head = h('header', { class: 'card-head' }, h('b', {}, t('title')), count, cross);
  const element = h('section', { class: 'card', 'aria-label': t('title') }, head, offer, body);
  let at = 0;
  let run = 0; // of the step that is shown: what an older one still brings is dropped
  let part: GamePart | undefined;
  let worked = false;
  const timer = setInterval(() => part?.tick?.(), 250);

  function close(): void {
    clearInterval(timer);
    run += 1;
    part?.destroy?.();
    element.remove();
    wish.closed();
  }

  function unfold(): void {
    offer.hidden = true;
    body.hidden = false;
    show();
    next.focus();
  }

  function forward(): void {
    if (worked) at += 1;
    if (at >= steps.length) return close();
    show();
  }

  function show(): void {
    worked = false;
    run += 1;
    part?.destroy?.();
    const step = steps[at] as CardStep;
    setText(count, t('step', { n: at + 1, of: steps.length }));
    setText(say, step.say);
    setText(told, '');
    setText(next, t('again'));
    next.classList.remove('primary');
    part = undefined;
    place.replaceChildren();
    openSteps(wish.id, step.options).then(play(step, run), () => setText(told, t('failed')));
  }

  const play = (step: CardStep, mine: number) => (game: Steps) => {
    if (mine !== run) return;
    const facts = () => cardFacts(wish.id, wish.entry, step, game.position);
    const board = wish.module.part({
      speak: (text) => text !== '' && !worked && setText(told, text),
      serverNow: () => Date.now(),
      refresh: () => board.update(facts()),
      offer(label, act) {
        offered.onclick = () => act?.();
        setText(offered, label ?? '');
        if (label === undefined) offered.remove();
        else actions.prepend(offered);
      },
      preview: async (move) => game.preview?.({ seat: 0, move }),
      play: () => {},
      async move(move): Promise<Answer> {
        if (mine !== run) return { ok: false, code: 'stale' };
        const played = await game.play({ seat: 0, move });
        if ('refused' in played) return { ok: false, code: played.refused };
        if (mine === run) {
          board.update(facts(), played.events);
          judge(step, game, played.events, mine, () => facts(), board);
        }
        return { ok: true, seq: 0 };
      },
    });
    part = board;
    place.replaceChildren(board.element);
    board.update(facts());
  };

  function judge(
    step: CardStep,
    game: Steps,
    events: RoomEvent[],
    mine: number,
    facts: () => ReturnType<typeof cardFacts>,
    board: GamePart,
  ): void {
    if (step.goesOn?.(game.position)) return;
    if (step.shows && !step.shows(game.position, events)) return setText(told, step.almost ?? '');
    const reply = step.reply?.(game.position);
    if (!reply) return finish(step);
    setTimeout(async () => {
      if (mine !== run) return;
      const played = await game.play(reply);
      if (mine !== run) return;
      if (!('refused' in played)) board.update(facts(), played.events);
      finish(step);
    }, REPLY_MS);
  }

  function finish(step: CardStep): void {
    worked = true;
    setText(told, step.done);
    const last = at + 1 === steps.length;
    setText(next, t(last ? 'finish' : 'next'));
    next.classList.add('primary');
    skip.hidden = last;
  }

  element.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
    event.stopPropagation(); // the keys of the real board are not for this one
  });
  offer.hidden = !wish.folded;
  body.hidden = wish.folded;
  if (!wish.folded) show();
  return { element, close };
}
