// The room before its game: who plays, what is played, and the link for those who are still to come.

import { h, redraw, setText } from '../../base/dom';
import { t as common } from '../../base/i18n';
import { identity } from '../../base/identity';
import { go } from '../../base/router';
import { isHost, mySeat } from '../../model/facts';
import type { PageFacts } from '../../model/page-facts';
import { api, Refused } from '../../net/api';
import { confirmDialog } from '../../ui/dialog';
import { tellRefusal } from '../../ui/refusal';
import { eveningScore } from '../evening';
import { openPeople, removedList } from '../people/list';
import { listed } from '../people/people';
import { t } from '../texts';
import { boardInTheMiddle, seatItems } from './cushions';
import { inviteParts } from './invite';
import { plan, planKey } from './plan';
import { welcome } from './welcome';

const MOST_AROUND = 6; // as the style knows them

export interface PickerActions {
  request(type: string, fields?: object): void;
  rename(nick: string): void;
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

// The other people, as they are when the list is opened.
function peopleButton(facts: PageFacts, now: () => PageFacts, actions: PickerActions): HTMLElement | null {
  if (listed(facts).length === 0) return null;
  const open = () => openPeople(now(), actions.request);
  return h('button', { class: 'button small', type: 'button', 'data-focus': 'people', onclick: open }, common('people.title'));
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
  const board = boardInTheMiddle();
  const present = h('div', {}); // what the people here have won so far
  const removed = h('div', { class: 'picker-removed' });
  const foot = h('div', { class: 'picker-foot' });
  const invitation = h('div', { class: 'invitation' });
  const asked = h('div', {}); // the name, before the seats while there is none, and else after them
  const known = h('div', {});
  const end = h('div', { class: 'picker-end' });
  const heading = h('h2', {});
  // Its place stays while nobody looks on: the buttons below must not move under a finger.
  const looking = h('span', { class: 'quiet spectators' });
  const head = h('div', { class: 'picker-head' }, heading, looking);
  const planned = h('div', {});
  const welcomed = welcome();
  const around = h('div', { class: 'around' }, list, board.element);
  const parts = [welcomed.element, asked, head, planned, around, present, removed, invitation, foot, known, end];
  const element = h('section', { class: 'panel picker' }, ...parts);
  let latest: PageFacts;
  const update = (facts: PageFacts) => {
    latest = facts;
    welcomed.update(facts);
    board.update(facts);
    setText(heading, t(isHost(facts) ? 'turn.lobby' : 'seat.list'));
    setText(looking, common('room.spectators', { n: facts.doc.spectators ?? 0 }));
    looking.classList.toggle('none', facts.doc.spectators === undefined);
    foot.classList.toggle('held', isHost(facts));
    redraw(planned, planKey(facts), () => [plan(facts, () => latest, actions.request)]);
    const { seats, host, start, kicked, muted, evening } = facts.doc;
    const key = JSON.stringify([seats, host, kicked, start, facts.guest, facts.game?.id, facts.module !== undefined]);
    const nameless = identity.nick === undefined && mySeat(facts) !== undefined && !isHost(facts);
    redraw(asked, `${nameless}`, () => (nameless ? [nameForm(actions, true)] : []));
    redraw(known, `${nameless}`, () => (nameless ? [] : [nameForm(actions, false)]));
    const inviting = isHost(facts) && hasOpenSeat(facts);
    redraw(invitation, `${inviting}`, () =>
      inviting ? [h('h2', {}, t('room.inviteFriends')), ...inviteParts(facts.doc.code, t('room.inviteLink'))] : [],
    );
    const places = Object.keys(seats).length;
    around.dataset.seats = `${places}`;
    around.toggleAttribute('data-round', places <= MOST_AROUND);
    redraw(list, key, () => seatItems(facts, actions.request));
    redraw(present, JSON.stringify([evening]), () => [eveningScore(facts.doc)]);
    redraw(removed, JSON.stringify([kicked, muted, isHost(facts), listed(facts)]), () => [
      removedList(facts, actions.request),
      peopleButton(facts, () => latest, actions),
    ]);
    redraw(end, `${isHost(facts)}`, () => (isHost(facts) ? [closeButton(facts)] : []));
    // Only when something in it changes: a button that is recreated under a finger loses its click.
    redraw(foot, JSON.stringify([start, host, isHost(facts), hasOpenSeat(facts)]), () => [footer(facts, actions)]);
  };
  return { element, update };
}
