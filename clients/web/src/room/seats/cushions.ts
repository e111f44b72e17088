// The seats as cushions around the board, in the order of play. An empty one is a button: whoever presses it sits there.
// The host decides about seats without a person.

import { h, named } from '../../base/dom';
import { t as common } from '../../base/i18n';
import { openingOf } from '../../games/pictures';
import { botAbout } from '../../model/bots';
import { isHost, mySeat, seatLabel, seatNames, seatNumber, seatWho } from '../../model/facts';
import type { PageFacts } from '../../model/page-facts';
import { icon } from '../../ui/icons';
import { removeGuest } from '../people/list';
import { removable } from '../people/people';
import { programBadge, seatIcon } from '../table/players';
import { t } from '../texts';
import { chooseSeat } from './chooser';

type Request = (type: string, fields?: object) => void;

function badges(facts: PageFacts, seat: string): HTMLElement[] {
  const state = facts.doc.seats[seat];
  const shown: HTMLElement[] = [];
  if (state?.guest && state.guest === facts.guest) shown.push(h('span', { class: 'badge' }, common('seat.you')));
  if (state?.guest && state.guest === facts.doc.host) shown.push(h('span', { class: 'badge host' }, t('seat.host')));
  const program = programBadge(state);
  if (program) shown.push(program);
  if (state?.kind === 'human' && state.online === false) shown.push(h('span', { class: 'badge away' }, common('seat.offline')));
  return shown;
}

function number(seat: string): HTMLElement {
  return h('span', { class: 'hidden-text' }, `${common('seat.number', { n: seatLabel(seat) })}: `);
}

function mayTake({ doc, guest }: PageFacts, seat: string): boolean {
  return doc.seats[seat]?.kind === 'open' && !(guest && doc.kicked?.[guest]);
}

// The disc and who sits there, or the way to sit there.
function cushion(facts: PageFacts, seat: string, request: Request): HTMLElement {
  const disc = seatIcon(facts, seat);
  if (mayTake(facts, seat)) {
    const sit = () => request('sit', { seat: seatNumber(seat) });
    const properties = { class: 'cushion', type: 'button', 'data-focus': `act ${seat}`, onclick: sit };
    return h('button', properties, disc, number(seat), h('span', {}, t('seat.sit')));
  }
  const kind = facts.doc.seats[seat]?.kind;
  const who = kind === 'human' || kind === 'held' ? 'seat-who' : 'seat-who quiet';
  // The host's button below has the name of a bot already.
  const name = (!isHost(facts) || who === 'seat-who') && h('span', { class: 'ellipsis' }, named(seatWho(facts, seat)));
  const about = kind === 'bot' ? botAbout(facts.game, facts.doc.seats[seat]?.bot) : '';
  return h(
    'span',
    { class: 'cushion', title: about === '' ? undefined : about },
    disc,
    h('span', { class: who }, number(seat), name, ...badges(facts, seat)),
    about !== '' && h('span', { class: 'hidden-text' }, about),
  );
}

// The host's control for a seat: a button that names its player and opens the choice.
function hostChoice(facts: PageFacts, seat: string, request: Request): HTMLElement {
  const choose = () => void chooseSeat(facts, seat, request);
  return h(
    'button',
    { class: 'seat-choice', type: 'button', 'data-focus': `choice ${seat}`, 'aria-haspopup': 'dialog', onclick: choose },
    h('span', { class: 'hidden-text' }, `${t('seat.choose', { n: seatLabel(seat) })}: `),
    h('b', {}, named(seatWho(facts, seat))),
    icon('choose'),
  );
}

function act(facts: PageFacts, seat: string, request: Request): HTMLElement | null {
  const button = (label: string, onclick: () => void) =>
    h('button', { class: 'button small', type: 'button', 'data-focus': `act ${seat}`, onclick }, number(seat), label);
  if (seat === mySeat(facts)) return button(t('seat.stand'), () => request('stand'));
  const state = facts.doc.seats[seat];
  const person = removable(facts).find(({ guest }) => guest === state?.guest);
  if (person) return button(t('people.remove'), () => void removeGuest(request, person.guest, person.nick));
  const free = state?.kind !== 'human' && state?.kind !== 'held';
  return isHost(facts) && free ? hostChoice(facts, seat, request) : null;
}

export function seatItems(facts: PageFacts, request: Request): HTMLElement[] {
  return seatNames(facts.doc).map((seat) => {
    const place = cushion(facts, seat, request);
    return h(
      'li',
      {
        class: seat === mySeat(facts) ? 'seat mine' : 'seat',
        'data-seat': seat,
        'data-kind': facts.doc.seats[seat]?.kind ?? '',
        'data-color': place.querySelector<HTMLElement>('[data-look]')?.dataset.look,
      },
      place,
      act(facts, seat, request),
    );
  });
}

// In the middle, for the eye.
export function boardInTheMiddle(): { element: HTMLElement; update(facts: PageFacts): void } {
  const element = h('span', { class: 'middle-board', 'aria-hidden': 'true' });
  let shown: string | undefined;
  const update = async ({ doc }: PageFacts) => {
    const preset = typeof doc.options.preset === 'string' ? doc.options.preset : undefined;
    const wanted = `${doc.game} ${preset}`;
    if (shown === wanted) return;
    shown = wanted;
    const board = await openingOf(doc.game, preset).catch(() => undefined);
    if (shown === wanted) element.replaceChildren(...(board ? [board] : []));
  };
  return { element, update: (facts) => void update(facts) };
}
