// The lobby phase: the seats and their players. The host decides about seats without a person; anyone may sit on an
// open one.

import { h, named, redraw, setText } from '../../base/dom';
import { t as common } from '../../base/i18n';
import { identity } from '../../base/identity';
import { go } from '../../base/router';
import { botAbout } from '../../model/bots';
import { clockWords } from '../../model/clock-words';
import { isHost, mySeat, presetTitle, seatLabel, seatNames, seatNumber, seatWho, simultaneous } from '../../model/facts';
import type { PageFacts } from '../../model/page-facts';
import { api, Refused } from '../../net/api';
import { confirmDialog } from '../../ui/dialog';
import { later } from '../../ui/dialogs';
import { icon } from '../../ui/icons';
import { tellRefusal } from '../../ui/refusal';
import { openPeople, removedList, removeGuest } from '../people/list';
import { mutable, removable } from '../people/people';
import { programBadge, seatIcon } from '../table/players';
import { t } from '../texts';
import { chooseSeat } from './chooser';
import { inviteParts } from './invite';
import { welcome } from './welcome';

export interface PickerActions {
  request(type: string, fields?: object): void;
  rename(nick: string): void;
}

// The host's control for a seat: a button that names its player and opens the choice.
function hostChoice(facts: PageFacts, seat: string, actions: PickerActions): HTMLElement {
  const state = facts.doc.seats[seat];
  const about = state?.kind === 'bot' ? botAbout(facts.game, state.bot) : '';
  const choose = () => void chooseSeat(facts, seat, actions.request);
  return h(
    'button',
    { class: 'seat-choice', type: 'button', 'data-focus': `choice ${seat}`, 'aria-haspopup': 'dialog', onclick: choose },
    h('span', { class: 'hidden-text' }, `${t('seat.choose', { n: seatLabel(seat) })}: `),
    h(
      'span',
      { class: 'who-words' },
      h('b', {}, named(seatWho(facts, seat))),
      about !== '' && h('span', { class: 'hint' }, about),
    ),
    icon('choose'),
  );
}

function whoSits(facts: PageFacts, seat: string, actions: PickerActions): HTMLElement {
  const state = facts.doc.seats[seat];
  const person = state?.kind === 'human' || state?.kind === 'held';
  if (isHost(facts) && !person) return hostChoice(facts, seat, actions);
  const about = state?.kind === 'bot' ? botAbout(facts.game, state.bot) : '';
  const badges: HTMLElement[] = [];
  if (state?.guest && state.guest === facts.guest) badges.push(h('span', { class: 'badge' }, common('seat.you')));
  if (state?.guest && state.guest === facts.doc.host) badges.push(h('span', { class: 'badge host' }, t('seat.host')));
  const program = programBadge(state);
  if (program) badges.push(program);
  if (state?.kind === 'human' && state.online === false)
    badges.push(h('span', { class: 'badge away' }, common('seat.offline')));
  return h(
    'span',
    { class: person ? 'seat-who' : 'seat-who quiet' },
    h('span', { class: 'ellipsis' }, named(seatWho(facts, seat))),
    ...badges,
    about !== '' && h('span', { class: 'hint' }, about),
  );
}

function seatButton(facts: PageFacts, seat: string, actions: PickerActions): HTMLElement | null {
  const mine = mySeat(facts);
  const sit = () => actions.request('sit', { seat: seatNumber(seat) });
  const at = `${common('seat.number', { n: seatLabel(seat) })}: `;
  if (seat === mine) {
    const stand = () => actions.request('stand');
    return h('button', { class: 'button small', type: 'button', 'data-focus': `act ${seat}`, onclick: stand }, t('seat.stand'));
  }
  const label = h('span', { class: 'hidden-text' }, at);
  const person = removable(facts).find(({ guest }) => guest === facts.doc.seats[seat]?.guest);
  if (person) {
    const remove = () => void removeGuest(actions.request, person.guest, person.nick);
    return h(
      'button',
      { class: 'button small', type: 'button', 'data-focus': `act ${seat}`, onclick: remove },
      label,
      t('people.remove'),
    );
  }
  if (facts.doc.seats[seat]?.kind !== 'open' || (facts.guest && facts.doc.kicked?.[facts.guest])) return null;
  return h(
    'button',
    { class: mine ? 'button small' : 'button small primary', type: 'button', 'data-focus': `act ${seat}`, onclick: sit },
    label,
    t('seat.sit'),
  );
}

function row(facts: PageFacts, seat: string, actions: PickerActions): HTMLElement {
  const number = h('span', { class: 'seat-number' }, common('seat.number', { n: seatLabel(seat) }));
  const mine = seat === mySeat(facts);
  return h(
    'li',
    { class: mine ? 'seat mine' : 'seat', 'data-seat': seat, 'data-kind': facts.doc.seats[seat]?.kind ?? '' },
    seatIcon(facts, seat),
    number,
    whoSits(facts, seat, actions),
    seatButton(facts, seat, actions),
  );
}

const hasOpenSeat = (facts: PageFacts) => Object.values(facts.doc.seats).some((seat) => seat.kind === 'open');

function footer(facts: PageFacts, actions: PickerActions): HTMLElement {
  const { doc } = facts;
  if (doc.start === 'full') return h('p', { class: 'quiet' }, t('seat.waitFull'));
  if (!doc.host) return h('p', { class: 'quiet' }, t('seat.noHost'));
  if (!isHost(facts)) return h('p', { class: 'quiet' }, t('seat.waitHost'));
  const open = hasOpenSeat(facts);
  const start = h(
    'button',
    { class: 'button primary big', type: 'button', 'data-focus': 'start', onclick: () => actions.request('start') },
    t('seat.start'),
  );
  return h('div', { class: 'picker-start' }, start, open && h('p', { class: 'quiet' }, t('seat.startHint')));
}

// For the host: the people who can be muted or made the host, as they are when the list is opened.
function peopleButton(facts: PageFacts, now: () => PageFacts, actions: PickerActions): HTMLElement | null {
  if (mutable(facts).length === 0) return null;
  const open = () => openPeople(now(), actions.request);
  return h('button', { class: 'button small', type: 'button', 'data-focus': 'people', onclick: open }, common('people.title'));
}

// What is going to be played, and how long a move may take; the host may change it.
function plan(facts: PageFacts, now: () => PageFacts, actions: PickerActions): HTMLElement {
  const change = async () => (await later(() => import('../another-game')))?.chooseAnother(now(), actions.request);
  const words = [presetTitle(facts.game, facts.doc.options), !simultaneous(facts) && clockWords(facts.doc)];
  return h(
    'div',
    { class: 'plan' },
    h('p', {}, words.filter(Boolean).join(' · ')),
    isHost(facts) &&
      h('button', { class: 'button small', type: 'button', 'data-focus': 'plan', onclick: change }, t('room.change')),
  );
}

// For the host: nobody comes in any more.
function closeButton({ doc }: PageFacts): HTMLElement {
  const close = async () => {
    if (!(await confirmDialog(t('room.closeSure'), t('room.close')))) return;
    const refusal = await api.closeRoom(doc.code).catch((error) => error);
    if (refusal instanceof Refused && refusal.code !== 'room_closed') void tellRefusal(refusal.code);
    else go('/'); // closed now, or by a try whose answer was lost
  };
  return h('button', { class: 'button small', type: 'button', 'data-focus': 'close', onclick: close }, t('room.close'));
}

// `asks`: the person has no name yet, and this is the question.
function nameForm(actions: PickerActions, asks: boolean): HTMLElement {
  const input = h('input', {
    class: 'field',
    id: 'room-nick',
    name: 'nick',
    maxlength: 64,
    autocomplete: 'nickname',
    value: identity.nick ?? identity.given ?? '',
  });
  const form = h(
    'form',
    { class: asks ? 'name-form asks' : 'name-form' },
    h('label', { for: 'room-nick' }, t(asks ? 'seat.askName' : 'seat.yourName')),
    input,
    h('button', { class: asks ? 'button primary' : 'button small', type: 'submit' }, t(asks ? 'seat.saveName' : 'seat.rename')),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    actions.rename(input.value);
  });
  return form;
}

export function seatPicker(actions: PickerActions): { element: HTMLElement; update(facts: PageFacts): void } {
  const list = h('ol', { class: 'seats', 'aria-label': t('seat.list') });
  const removed = h('div', { class: 'picker-removed' });
  const foot = h('div', { class: 'picker-foot' });
  const invitation = h('div', { class: 'invitation' });
  const asked = h('div', {}); // the name, before the seats while there is none, and else after them
  const known = h('div', {});
  const end = h('div', { class: 'picker-end' });
  const heading = h('h2', {});
  const planned = h('div', {});
  const welcomed = welcome();
  const element = h(
    'section',
    { class: 'panel picker' },
    welcomed.element,
    invitation,
    asked,
    heading,
    planned,
    list,
    removed,
    foot,
    known,
    end,
  );
  let latest: PageFacts;
  const update = (facts: PageFacts) => {
    latest = facts;
    welcomed.update(facts);
    setText(heading, t(isHost(facts) ? 'turn.lobby' : 'seat.list'));
    foot.classList.toggle('held', isHost(facts));
    redraw(planned, JSON.stringify([facts.doc.options, facts.doc.clock.kind, isHost(facts), facts.game?.id]), () => [
      plan(facts, () => latest, actions),
    ]);
    const { seats, host, start, kicked, muted } = facts.doc;
    const key = JSON.stringify([seats, host, kicked, start, facts.guest, facts.game?.id, facts.module !== undefined]);
    const nameless = identity.nick === undefined && mySeat(facts) !== undefined && !isHost(facts);
    redraw(asked, `${nameless}`, () => (nameless ? [nameForm(actions, true)] : []));
    redraw(known, `${nameless}`, () => (nameless ? [] : [nameForm(actions, false)]));
    const inviting = isHost(facts) && hasOpenSeat(facts);
    redraw(invitation, `${inviting}`, () =>
      inviting ? [h('h2', {}, t('room.inviteFriends')), ...inviteParts(facts.doc.code, t('room.inviteLink'))] : [],
    );
    redraw(list, key, () => seatNames(facts.doc).map((seat) => row(facts, seat, actions)));
    redraw(removed, JSON.stringify([kicked, muted, isHost(facts), mutable(facts)]), () => [
      removedList(facts, actions.request),
      peopleButton(facts, () => latest, actions),
    ]);
    redraw(end, `${isHost(facts)}`, () => (isHost(facts) ? [closeButton(facts)] : []));
    // Only when something in it changes: a button that is recreated under a finger loses its click.
    redraw(foot, JSON.stringify([start, host, isHost(facts), hasOpenSeat(facts)]), () => [footer(facts, actions)]);
  };
  return { element, update };
}
