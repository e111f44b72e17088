// Who is at the table, for its host: to remove somebody, and to let them sit again.
import { h } from '../dom';
import { t } from '../i18n';
import { confirmDialog, openDialog } from '../ui/dialog';
import { isHost, type RoomFacts, seatNames } from './facts';

export type Request = (type: string, fields?: object) => void;

export async function removeGuest(request: Request, guest: string, nick: string): Promise<void> {
  if (await confirmDialog(t('people.removeSure', { nick }))) request('kick', { guest });
}

// The people that the host may remove: everybody at a seat but the host, and who has not just been removed.
export function removable(facts: RoomFacts): { guest: string; nick: string }[] {
  if (!isHost(facts)) return [];
  return seatNames(facts.doc).flatMap((seat) => {
    const { guest, nick } = facts.doc.seats[seat] ?? {};
    const stays = guest === undefined || guest === facts.guest || facts.doc.kicked?.[guest] !== undefined;
    return stays ? [] : [{ guest, nick: nick ?? '' }];
  });
}

function person(nick: string, label: string, act: () => void): HTMLElement {
  const button = h(
    'button',
    { class: 'button small', type: 'button', onclick: act },
    label,
    h('span', { class: 'hidden-text' }, `: ${nick}`),
  );
  return h('li', { class: 'person' }, h('span', { class: 'ellipsis' }, nick), button);
}

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
      ...kicked.map(([guest, nick]) => person(nick, t('people.pardon'), () => request('pardon', { guest }))),
    ),
  );
}

export function openPeople(facts: RoomFacts, request: Request): void {
  const close = () => document.querySelector<HTMLDialogElement>('dialog[open]')?.close();
  const people = removable(facts).map(({ guest, nick }) =>
    person(nick, t('people.remove'), () => {
      close();
      void removeGuest(request, guest, nick);
    }),
  );
  const pardon: Request = (type, fields) => {
    close();
    request(type, fields);
  };
  openDialog(t('people.title'), people.length > 0 && h('ul', { class: 'people' }, ...people), removedList(facts, pardon));
}
