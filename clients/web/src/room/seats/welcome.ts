// For who comes by the link: who invites to what, with a picture of the board, and that the room is full if it is.
import { h, redraw } from '../../base/dom';
import { openingOf } from '../../games/pictures';
import { isHost, mySeat, presetTitle, seatNames } from '../../model/facts';
import type { PageFacts } from '../../model/page-facts';
import { t } from '../texts';

function inviter({ doc }: PageFacts): string | undefined {
  const seat = seatNames(doc).find((name) => doc.host !== undefined && doc.seats[name]?.guest === doc.host);
  const state = seat === undefined ? undefined : doc.seats[seat];
  return state?.kind === 'human' ? state.nick : undefined;
}

function words(facts: PageFacts): HTMLElement {
  const game = presetTitle(facts.game, facts.doc.options).replace(' · ', '\u00a0· '); // no line begins with the dot
  const nick = inviter(facts);
  const full = mySeat(facts) === undefined && !Object.values(facts.doc.seats).some((seat) => seat.kind === 'open');
  return h(
    'div',
    {},
    h('h2', {}, nick === undefined ? game : t('room.invites', { nick, game })),
    full && h('p', { class: 'room-full', role: 'status' }, t('room.full')),
  );
}

export function welcome(): { element: HTMLElement; update(facts: PageFacts): void } {
  const picture = h('span', { class: 'welcome-board' });
  const said = h('div', {});
  const element = h('div', { class: 'welcome' }, picture, said);
  let drawn = false;
  const draw = async ({ doc }: PageFacts) => {
    drawn = true;
    const preset = typeof doc.options.preset === 'string' ? doc.options.preset : undefined;
    const board = await openingOf(doc.game, preset).catch(() => undefined);
    if (board) picture.replaceChildren(board);
    else picture.remove();
  };
  const update = (facts: PageFacts) => {
    element.hidden = isHost(facts) || facts.guest === undefined || facts.game === undefined;
    if (element.hidden) return;
    if (!drawn) void draw(facts);
    redraw(said, JSON.stringify([facts.doc.seats, facts.doc.host, facts.guest]), () => [words(facts)]);
  };
  return { element, update };
}
