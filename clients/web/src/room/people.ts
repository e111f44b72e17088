// The people in the room, for the host: to mute or remove somebody, and to allow them to chat or sit again.
import { h } from '../dom';
import { t } from '../i18n';
import { confirmDialog, openDialog } from '../ui/dialog';
import { isHost, type RoomFacts, seatLabel, seatNames } from './facts';

export type Request = (type: string, fields?: object) => void;

export async function removeGuest(request: Request, guest: string, nick: string): Promise<void> {
  if (await confirmDialog(t('people.removeSure', { nick }), t('people.removeDo'))) request('kick', { guest });
}

// The people that the host may remove: everyone at a seat except the host and people who were just removed.
export function removable(facts: RoomFacts): { guest: string; nick: string; seat: string }[] {
  if (!isHost(facts)) return [];
  return seatNames(facts.doc).flatMap((seat) => {
    const { guest, nick } = facts.doc.seats[seat] ?? {};
    const stays = guest === undefined || guest === facts.guest || facts.doc.kicked?.[guest] !== undefined;
    return stays ? [] : [{ guest, nick: nick ?? '', seat }];
  });
}

// The people that the host may mute: those who may be removed, and those who chat without a seat.
export function mutable(facts: RoomFacts): { guest: string; nick: string; seat?: string }[] {
  const people: { guest: string; nick: string; seat?: string }[] = removable(facts);
  if (!isHost(facts)) return people;
  const known = new Set([facts.guest, ...people.map(({ guest }) => guest), ...Object.keys(facts.doc.kicked ?? {})]);
  const talkers = [...Object.values(facts.doc.chat ?? {}), ...mutedPeople(facts)];
  for (const { guest, nick } of talkers) {
    if (!known.has(guest)) people.push({ guest, nick });
    known.add(guest);
  }
  return people;
}

function mutedPeople(facts: RoomFacts): { guest: string; nick: string }[] {
  return Object.entries(facts.doc.muted ?? {}).map(([guest, nick]) => ({ guest, nick }));
}

type Act = { label: string; act: () => void };

// `mark` distinguishes people of the same name.
function person(nick: string, mark: string, ...acts: Act[]): HTMLElement {
  const buttons = acts.map(({ label, act }) =>
    h(
      'button',
      { class: 'button small', type: 'button', onclick: act },
      label,
      h('span', { class: 'hidden-text' }, `: ${nick} ${mark}`),
    ),
  );
  return h(
    'li',
    { class: 'person' },
    h('span', { class: 'ellipsis' }, nick, ' ', h('span', { class: 'hint' }, mark)),
    ...buttons,
  );
}

// The end of a guest's id, for those without a seat.
const tail = (guest: string) => `…${guest.slice(-4)}`;

// Those whom the host has removed; null when there are none.
export function removedList(facts: RoomFacts, request: Request): HTMLElement | null {
  const kicked = Object.entries(facts.doc.kicked ?? {});
  if (!isHost(facts) || kicked.length === 0) return null;
  return h(
    'section',
    { class: 'removed' },
    h('h3', {}, t('people.removed')),
    h(
      'ul',
      { class: 'people' },
      ...kicked.map(([guest, nick]) =>
        person(nick, tail(guest), { label: t('people.pardon'), act: () => request('pardon', { guest }) }),
      ),
    ),
  );
}

export function openPeople(facts: RoomFacts, request: Request): void {
  const close = () => document.querySelector<HTMLDialogElement>('dialog[open]')?.close();
  const closeAndAsk: Request = (type, fields) => {
    close();
    request(type, fields);
  };
  const people = mutable(facts).map(({ guest, nick, seat }) => {
    const muted = facts.doc.muted?.[guest] !== undefined;
    const mute = {
      label: t(muted ? 'people.unmute' : 'people.mute'),
      act: () => closeAndAsk('mute', { guest, muted: !muted }),
    };
    const remove = () => {
      close();
      void removeGuest(request, guest, nick);
    };
    const mark = seat === undefined ? tail(guest) : t('people.mark', { n: seatLabel(seat) });
    return person(nick, mark, mute, ...(seat === undefined ? [] : [{ label: t('people.remove'), act: remove }]));
  });
  openDialog(t('people.title'), people.length > 0 && h('ul', { class: 'people' }, ...people), removedList(facts, closeAndAsk));
}
