// While a game runs: whose turn it is, and a card for every seat with its colour, score and clock.
import { words } from '../board/cells';
import { discName } from '../colors';
import { h, redraw, setText } from '../dom';
import { count, listOf, t } from '../i18n';
import { mySeat, type RoomFacts, seatColor, seatLabel, seatNames, seatWho } from './facts';

export function discIcon(letter: string | undefined): HTMLElement {
  return h('span', { class: 'disc icon', 'data-look': letter, 'aria-hidden': 'true' });
}

function scores(facts: RoomFacts): Record<string, number> {
  return (facts.doc.view?.score as Record<string, number> | undefined) ?? {};
}

function plain(value: unknown): Record<string, string> {
  return (value as Record<string, string> | undefined) ?? {};
}

// "cuts in at ply 30, 40", as long as that is still to come.
function cutIns(facts: RoomFacts, seat: string): string | undefined {
  const plies = Object.entries(plain(facts.doc.view?.cut_ins)).filter(
    ([ply, by]) => by === seat && Number(ply) > (facts.doc.ply ?? 0),
  );
  return plies.length === 0 ? undefined : t('turn.cutIn', { plies: listOf(plies.map(([ply]) => ply)) });
}

function badges(facts: RoomFacts, seat: string): HTMLElement[] {
  const state = facts.doc.seats[seat];
  const badge = (text: string, kind = '') => h('span', { class: `badge ${kind}` }, text);
  const shown: HTMLElement[] = [];
  if (state?.guest && state.guest === facts.guest) shown.push(badge(t('seat.you')));
  if (state?.resigned) shown.push(badge(t('seat.resigned'), 'away'));
  else if (state?.stand_in) shown.push(badge(t('seat.standIn'), 'away'));
  else if (state?.kind === 'human' && state.online === false) shown.push(badge(t('seat.offline'), 'away'));
  const cuts = cutIns(facts, seat);
  if (cuts) shown.push(badge(cuts));
  return shown;
}

function card(facts: RoomFacts, seat: string): HTMLElement {
  const state = facts.doc.seats[seat];
  const acting = words(facts.doc.to_act).includes(seat);
  const classes = ['player'];
  if (acting) classes.push('acting');
  if (seat === mySeat(facts)) classes.push('mine');
  if (state?.stand_in || state?.online === false) classes.push('absent');
  const color = seatColor(facts.doc, seat);
  const name = h('span', { class: 'player-name' }, seatWho(facts, seat));
  const score = scores(facts)[seat];
  const said = h('span', { class: 'hidden-text' }, `${discName(color)}${acting ? `, ${t('turn.now')}` : ''}: `);
  return h(
    'li',
    { class: classes.join(' '), 'data-seat': seat, 'aria-current': acting ? 'true' : undefined },
    discIcon(color),
    said,
    name,
    score !== undefined && discCount(score, seat),
    h('span', { class: 'badges' }, ...badges(facts, seat)),
  );
}

// The bare number, and "7 discs" for who hears it.
export function discCount(n: number, seat: string): HTMLElement {
  const said = h('span', { class: 'hidden-text' }, count('score.discs', n));
  return h('span', { class: 'score', 'data-score': seat }, h('span', { 'aria-hidden': 'true' }, n), said);
}

export function playerCards(): { element: HTMLElement; update(facts: RoomFacts): void } {
  const element = h('ol', { class: 'players', 'aria-label': t('room.players') });
  const update = (facts: RoomFacts) => {
    const { seats, to_act, view, ply } = facts.doc;
    const key = JSON.stringify([seats, to_act, view?.score, view?.colors, view?.cut_ins && ply, facts.guest, facts.game?.id]);
    redraw(element, key, () => seatNames(facts.doc).map((seat) => card(facts, seat)));
  };
  return { element, update };
}

function minutes(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

const LOW_MS = 10_000;

export function turnLine(serverNow: () => number): { element: HTMLElement; update(facts: RoomFacts): void; tick(): void } {
  const text = h('span', { class: 'turn-text' });
  const clock = h('span', { class: 'clock', role: 'timer', 'aria-label': t('turn.time') });
  const ply = h('span', { class: 'ply quiet' });
  const element = h('div', { class: 'turn' }, text, ply, clock);
  let facts: RoomFacts | undefined;
  const tick = () => {
    const time = facts?.doc.clock;
    clock.hidden = time?.running === undefined || time.left === undefined || time.at === undefined;
    if (time?.left === undefined || time.at === undefined) return;
    const left = time.left - (serverNow() - time.at);
    setText(clock, minutes(Math.min(left, time.left)));
    clock.classList.toggle('low', left < LOW_MS);
  };
  const update = (now: RoomFacts) => {
    facts = now;
    const acting = words(now.doc.to_act);
    const seat = mySeat(now);
    const mine = now.doc.phase === 'playing' && seat !== undefined && acting.includes(seat);
    element.classList.toggle('mine', mine);
    setText(ply, now.doc.ply === undefined ? '' : t('board.ply', { n: now.doc.ply }));
    redraw(text, JSON.stringify([acting, mine, now.doc.phase, now.doc.seats, now.game?.id]), () => [
      ...turnWords(now, acting, mine),
    ]);
    tick();
  };
  return { element, update, tick };
}

function turnWords(facts: RoomFacts, acting: string[], mine: boolean): (HTMLElement | string)[] {
  const seat = acting[0];
  if (facts.doc.phase !== 'playing' || seat === undefined) return [t('turn.over')];
  const color = seatColor(facts.doc, seat);
  const words = mine
    ? t('turn.yours', { color: discName(color) })
    : t('turn.other', { name: seatWho(facts, seat), color: discName(color) });
  return [discIcon(color), h('span', { class: 'ellipsis' }, words || t('seat.number', { n: seatLabel(seat) }))];
}
