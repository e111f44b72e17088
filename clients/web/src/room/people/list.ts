// The other people in the room: to report them; for the host also to mute or remove them, to allow them to chat or sit again, and
// to make one of them the host.
import { h, named } from '../../base/dom';
import { t as common } from '../../base/i18n';
import { isHost, type RoomFacts, seatLabel } from '../../model/facts';
import { confirmDialog, openDialog } from '../../ui/dialog';
import { t } from '../texts';
import { canHost, listed } from './people';
import { reportPerson } from './report';

export type Request = (type: string, fields?: object) => void;

export async function removeGuest(request: Request, guest: string, nick: string): Promise<void> {
  if (await confirmDialog(t('people.removeSure', { nick }), t('people.removeDo'))) request('kick', { guest });
}

async function handOver(request: Request, guest: string, nick: string): Promise<void> {
  if (await confirmDialog(t('people.hostSure', { nick }), t('people.host'))) request('hand_over', { guest });
}

type Act = { label: string; act: () => void };

// `mark` distinguishes people of the same name.
function person(nick: string, mark: string, ...acts: Act[]): HTMLElement {
  const buttons = acts.map(({ label, act }) =>
    h(
      'button',
      { class: 'button small', type: 'button', onclick: act },
      label,
      h('span', { class: 'hidden-text' }, ': ', named(nick), ` ${mark}`),
    ),
  );
  return h(
    'li',
    { class: 'person' },
    h('span', { class: 'ellipsis' }, named(nick), ' ', h('span', { class: 'hint' }, mark)),
    h('span', { class: 'person-acts' }, ...buttons),
  );
}

// The end of a guest's id, for those without a seat.
const tail = (guest: string) => `…${guest.slice(-4)}`;

// Those whom the host has removed; null if there are none.
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
  const people = listed(facts).map(({ guest, nick, seat }) => {
    const muted = facts.doc.muted?.[guest] !== undefined;
    const mute = {
      label: t(muted ? 'people.unmute' : 'people.mute'),
      act: () => closeAndAsk('mute', { guest, muted: !muted }),
    };
    const asking = (label: string, ask: typeof removeGuest) => ({
      label,
      act() {
        close();
        void ask(request, guest, nick);
      },
    });
    const acts = isHost(facts) ? [mute] : [];
    if (canHost(facts, guest)) acts.push(asking(t('people.host'), handOver));
    if (isHost(facts) && seat !== undefined) acts.push(asking(t('people.remove'), removeGuest));
    acts.push(asking(t('report.open'), () => reportPerson(facts.doc.code, guest, nick)));
    return person(nick, seat === undefined ? tail(guest) : t('people.mark', { n: seatLabel(seat) }), ...acts);
  });
  openDialog(
    common('people.title'),
    people.length > 0 && h('ul', { class: 'people' }, ...people),
    removedList(facts, closeAndAsk),
  );
}
