// During a game: the turn, and a card for every seat with its colour, score and clock.

import { type Child, h, named, redraw, setText } from '../../base/dom';
import { count, ordinal, t } from '../../base/i18n';
import { words } from '../../base/words';
import { seatToken } from '../../games/token';
import { botNames } from '../../model/bots';
import {
  type ClockFace,
  clockFace,
  gameTime,
  mySeat,
  seatLabel,
  seatNames,
  seatWho,
  simultaneous,
  timeLeft,
} from '../../model/facts';
import type { GamePart, Score } from '../../model/module';
import { type PageFacts, seatName } from '../../model/page-facts';
import type { SeatDocument } from '../../protocol';
import { capital, headline, ownPlace, rankOf } from '../result/outcome';

// The disc of a seat, or its number if the game has no mark for it.
export function seatIcon(facts: PageFacts, seat: string): HTMLElement {
  return facts.module?.icon(facts.doc, seat) ?? seatToken(seat);
}

// Marks a program that plays in place of a person; its name and author are the tooltip.
export function programBadge(state: SeatDocument | undefined): HTMLElement | undefined {
  if (state?.kind !== 'human' || !state.program) return undefined;
  const { name, author } = state.program;
  return h('span', { class: 'badge program', title: author ? `${name} (${author})` : name }, t('seat.program'));
}

function badges(facts: PageFacts, seat: string): HTMLElement[] {
  const state = facts.doc.seats[seat];
  const badge = (text: string, kind = '') => h('span', { class: `badge ${kind}` }, text);
  const shown: HTMLElement[] = [];
  if (state?.guest && state.guest === facts.guest) shown.push(badge(t('seat.you')));
  const program = programBadge(state);
  if (program) shown.push(program);
  if (state?.resigned) shown.push(badge(t('seat.resigned'), 'away'));
  else if (state?.left) shown.push(badge(t('seat.left'), 'away'));
  else if (state?.stand_in) shown.push(badge(t('seat.standIn'), 'away'));
  else if (state?.kind === 'human' && state.online === false) shown.push(badge(t('seat.offline'), 'away'));
  for (const note of facts.module?.notes?.(facts, seat) ?? []) shown.push(badge(note));
  return shown;
}

// The names of the bot on a seat.
function botOf(facts: PageFacts, seat: string): ReturnType<typeof botNames> | undefined {
  const state = facts.doc.seats[seat];
  return state?.kind === 'bot' ? botNames(facts.game, state.bot, state.level) : undefined;
}

// A bot's id: its face is drawn by the style that comes after the board.
export function faceOf({ doc }: PageFacts, seat: string): string | undefined {
  const state = doc.seats[seat];
  return state?.kind === 'bot' ? state.bot : undefined;
}

// A long name is cut off, but the level never is.
function playerName(facts: PageFacts, seat: string): HTMLElement {
  const bot = botOf(facts, seat);
  const face = faceOf(facts, seat);
  if (!bot?.level) return h('span', { class: 'player-name', 'data-face': face }, named(seatWho(facts, seat)));
  const level = h('span', { class: 'player-level' }, bot.level);
  return h(
    'span',
    { class: 'player-name leveled', title: bot.name, 'data-face': face },
    h('span', { class: 'ellipsis' }, bot.name),
    ' ',
    level,
  );
}

// The seat that moves after the current one, as far as the order shows.
function nextSeat(facts: PageFacts): string | undefined {
  if (facts.doc.phase !== 'playing' || simultaneous(facts)) return undefined;
  const seats = seatNames(facts.doc);
  if (seats.length === 2) return undefined; // everyone knows that
  const own = facts.module?.order?.(facts.doc);
  if (own) return own[1];
  const at = seats.indexOf(words(facts.doc.to_act)[0] ?? '');
  return at < 0 ? undefined : seats[(at + 1) % seats.length];
}

// All shares in one bar, which is a picture: it lays nothing out anew. A stop at 0 begins where the one before it ends.
function sharesOf(cards: Card[]): string {
  let at = 0;
  const stops = cards.map(({ score }) => {
    at += 100 * (score?.share ?? 0);
    return `${score?.color} 0 ${at}%,#1b1b1b 0 calc(${at}% + 1px)`;
  });
  return `linear-gradient(90deg,${stops})`;
}

const place = (rank: number) => t('result.place', { n: ordinal(rank) });

// The contents of a card without the score, which changes with every move.
interface Card {
  classes: string[];
  acting: boolean;
  next: boolean;
  rank: number | undefined;
  score: Score | undefined;
  mini: HTMLElement | undefined;
}

function cardOf(facts: PageFacts, seat: string, next: boolean, mini: HTMLElement | undefined): Card {
  const state = facts.doc.seats[seat];
  const acting = !simultaneous(facts) && words(facts.doc.to_act).includes(seat);
  const classes = ['player'];
  if (acting) classes.push('acting');
  if (seat === mySeat(facts)) classes.push('mine');
  if (state?.stand_in || state?.online === false) classes.push('absent');
  if (next) classes.push('next');
  const rank = rankOf(facts, seat);
  if (rank !== undefined) classes.push('ranked');
  return { classes, acting, next, rank, score: facts.module?.score?.(facts.doc, seat), mini };
}

// Changes when the parts of the card do.
function cardKey(facts: PageFacts, seat: string, { score, mini, rank }: Card): string {
  const { doc, guest, game, module } = facts;
  const kinds = [score && [typeof score.shown], mini?.tagName, rank];
  const names = [seatName(facts, seat), module?.notes?.(facts, seat), game?.id, module !== undefined];
  return JSON.stringify([kinds, names, doc.seats[seat], doc.clock.kind, guest]);
}

function parts(facts: PageFacts, seat: string, { score, mini, rank }: Card): Child[] {
  return [
    seatIcon(facts, seat),
    h('span', { class: 'hidden-text said' }),
    playerName(facts, seat),
    score && scoreOf(score, seat),
    facts.doc.clock.initial_ms !== undefined && seatClock(facts, seat),
    h('span', { class: 'badges' }, ...badges(facts, seat)),
    mini,
    h('span', { class: 'next-mark', 'aria-hidden': 'true' }, rank === undefined ? t('turn.next') : place(rank)),
  ];
}

// Only differences are written: rebuilding the cards with every move would drop frames on a slow processor.
function drawCard(element: HTMLElement, facts: PageFacts, seat: string, card: Card): void {
  const { classes, acting, next, mini, rank, score } = card;
  redraw(element, cardKey(facts, seat, card), () => parts(facts, seat, card));
  element.className = classes.join(' ');
  element.toggleAttribute('data-mini', mini !== undefined);
  if (acting) element.setAttribute('aria-current', 'true');
  else element.removeAttribute('aria-current');
  const said = [seatName(facts, seat), acting && t('turn.now'), next && t('turn.next'), rank && place(rank)].filter(
    (word) => word,
  );
  setText(element.querySelector('.said') as Element, said.length > 0 ? `${said.join(', ')}: ` : '');
  if (score) showScore(element, score);
}

function showScore(element: HTMLElement, { shown, said }: Score): void {
  const number = element.querySelector<HTMLElement>('[data-score] > :first-child');
  if (number) setText(number, String(shown));
  number?.style.setProperty('--digits', String(String(shown).length));
  if (number?.nextElementSibling) setText(number.nextElementSibling, said);
}

function seatClock({ doc }: PageFacts, seat: string): HTMLElement {
  const kind = doc.clock.kind === 'byoyomi' ? 'seat-clock with-periods' : 'seat-clock';
  return h('span', { class: `clock ${kind}`, 'data-clock': seat, role: 'timer' });
}

// The bare number, and "7 discs" for screen readers.
export function scoreOf({ shown, said }: Score, seat: string): HTMLElement {
  const heard = h('span', { class: 'hidden-text' }, said);
  const kind = typeof shown === 'string' ? 'score wordy' : 'score';
  return h('span', { class: kind, 'data-score': seat }, h('span', { 'aria-hidden': 'true' }, shown), heard);
}

// A seat's own clock. The card always reserves room for it, so that nothing moves when it appears or disappears.
function showTime(clock: HTMLElement, facts: PageFacts, now: number): void {
  const seat = clock.dataset.clock ?? '';
  const left = timeLeft(facts.doc, seat, now);
  const face = left === undefined ? undefined : clockFace(facts.doc, left);
  setText(clock, face ? faceText(face) : '');
  const runs = facts.doc.clock.running === seat;
  clock.classList.toggle('running', runs);
  clock.classList.toggle('low', face?.low === true && facts.doc.phase === 'playing');
  // The label of a running clock has no seconds, because it would be read out again and again.
  const words = face ? faceWords(face) : '';
  const label = face && !runs ? `${words}: ${minutes(Math.ceil(face.ms / 1000))}` : words;
  if (clock.getAttribute('aria-label') !== label) clock.setAttribute('aria-label', label);
}

// "0:24 ×2": the period that runs, and how many there are with it.
function faceText({ ms, periods }: ClockFace): string {
  const time = minutes(Math.ceil(ms / 1000));
  return periods > 0 ? `${time} ×${periods}` : time;
}

function faceWords({ periods }: ClockFace): string {
  return periods > 0 ? count('turn.byoyomi', periods) : t('turn.time');
}

export interface Cards {
  element: HTMLElement;
  update(facts: PageFacts, part: GamePart | undefined): void;
  tick(): void;
}

export function playerCards(serverNow: () => number): Cards {
  let last: PageFacts | undefined;
  const tick = () => {
    if (!last) return;
    for (const clock of element.querySelectorAll<HTMLElement>('[data-clock]')) showTime(clock, last, serverNow());
  };
  const element = h('ol', { class: 'players', 'aria-label': t('room.players') });
  const draw = (facts: PageFacts, part: GamePart | undefined) => {
    const names = seatNames(facts.doc);
    const next = nextSeat(facts);
    redraw(element, names.join(), () => names.map((seat) => h('li', { 'data-seat': seat })));
    const cards = names.map((seat) => cardOf(facts, seat, seat === next, part?.mini?.(seat)));
    for (const [i, card] of cards.entries()) drawCard(element.children[i] as HTMLElement, facts, names[i] as string, card);
    const shared = cards.some(({ score }) => score?.share);
    element.toggleAttribute('data-shares', shared);
    element.style.backgroundImage = shared ? sharesOf(cards) : '';
    element.toggleAttribute('data-minis', element.querySelector('.mini') !== null);
  };
  const update = (facts: PageFacts, part: GamePart | undefined) => {
    last = facts;
    draw(facts, part);
    tick();
  };
  return { element, update, tick };
}

function minutes(all: number): string {
  const seconds = Math.max(0, all);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

export function turnLine(serverNow: () => number): { element: HTMLElement; update(facts: PageFacts): void; tick(): void } {
  const text = h('span', { class: 'turn-text' });
  const clock = h('span', { class: 'clock', role: 'timer', 'aria-label': t('turn.time') });
  const ply = h('span', { class: 'ply quiet' });
  const element = h('div', { class: 'turn' }, text, clock, ply);
  let facts: PageFacts | undefined;
  const tick = () => {
    if (!facts) return;
    const { clock: time, phase } = facts.doc;
    const elapsed = phase === 'playing' ? gameTime(facts.doc, serverNow()) : undefined;
    const left = time.running === undefined ? undefined : timeLeft(facts.doc, time.running, serverNow());
    clock.hidden = left === undefined && elapsed === undefined;
    const face = left === undefined ? undefined : clockFace(facts.doc, left);
    const label = face ? faceWords(face) : t('turn.elapsed');
    if (clock.getAttribute('aria-label') !== label) clock.setAttribute('aria-label', label);
    if (face) setText(clock, faceText(face));
    else if (elapsed !== undefined) setText(clock, minutes(Math.floor(elapsed / 1000)));
    clock.classList.toggle('low', face?.low === true);
    clock.classList.toggle('with-periods', time.kind === 'byoyomi');
  };
  const update = (now: PageFacts) => {
    facts = now;
    const acting = words(now.doc.to_act);
    const seat = mySeat(now);
    const mine = now.doc.phase === 'playing' && seat !== undefined && acting.includes(seat);
    element.classList.toggle('mine', mine);
    if (mine && now.module) Object.assign(element.dataset, seatIcon(now, seat).dataset); // the band has its colour
    element.dataset.ply = String(now.doc.ply ?? '');
    setText(ply, plyWords(now));
    const shown = [now.game?.id, now.module !== undefined, now.module?.turn?.(now)];
    redraw(text, JSON.stringify([acting, mine, now.doc.phase, now.doc.seats, now.doc.result, now.guest, shown]), () => [
      ...turnWords(now, acting, mine),
    ]);
    tick();
  };
  return { element, update, tick };
}

// The number of the current move, from 1; at the end, the number of moves played.
function plyWords(facts: PageFacts): string {
  const { ply, phase } = facts.doc;
  if (ply === undefined || simultaneous(facts)) return '';
  return phase === 'playing' ? t('board.ply', { n: ply + 1 }) : count('board.plies', ply);
}

const fixed = (text: string) => h('span', { class: 'turn-fixed' }, text);
const cut = (name: string) => h('span', { class: 'ellipsis' }, named(name));

// "Black to move", and the player's name below it; or only the name if the game has none for the seat. When space is short, only the
// name is cut off.
function otherTurn(facts: PageFacts, seat: string): HTMLElement {
  const color = seatName(facts, seat);
  const bot = botOf(facts, seat);
  const who = bot?.name || seatWho(facts, seat) || t('seat.number', { n: seatLabel(seat) });
  const level = bot?.level ? [fixed(bot.level)] : [];
  const [before = '', after = ''] = t('turn.other', { name: '\0' }).split('\0');
  const [first, second] =
    color === ''
      ? [[fixed(before), cut(who), fixed(after)], level]
      : [[fixed(t('turn.color', { name: capital(color) }))], [cut(who), ...level]];
  return h('span', { class: 'turn-who' }, h('span', {}, ...first), ' ', h('span', { class: 'turn-below' }, ...second));
}

function turnWords(facts: PageFacts, acting: string[], mine: boolean): (HTMLElement | string)[] {
  const seat = acting[0];
  if (facts.doc.phase !== 'playing' || seat === undefined)
    return [h('span', { class: 'turn-lines' }, ownPlace(facts) || headline(facts) || t('turn.over'))];
  const own = facts.module?.turn?.(facts);
  if (own !== undefined) return [h('span', { class: 'turn-lines' }, own)];
  const name = seatName(facts, seat);
  const more = name === '' ? '' : t('turn.with', { words: '', name });
  if (mine) return [seatIcon(facts, seat), h('span', { class: 'turn-lines' }, t('turn.yours') + more)];
  return [seatIcon(facts, seat), otherTurn(facts, seat)];
}
