// The facts about a room for its viewer, from the document: used by the room page and by the games. Pure.

import { t, titleOf } from '../base/i18n';
import { words } from '../base/words';
import type { Game, RoomDocument, SeatDocument } from '../protocol';
import { botTitle } from './bots';

export interface RoomFacts {
  doc: RoomDocument;
  guest: string | undefined; // this viewer
  game: Game | undefined; // the catalogue's entry, once loaded
}

export function seatNames(doc: RoomDocument): string[] {
  return Object.keys(doc.seats).sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)));
}

export function seatNumber(seat: string): number {
  return Number(seat.slice(1));
}

// Seat numbers as shown to people, from 1.
export function seatLabel(seat: string): number {
  return seatNumber(seat) + 1;
}

export function mySeat(facts: { doc: RoomDocument; guest: string | undefined }): string | undefined {
  if (!facts.guest) return undefined;
  return seatNames(facts.doc).find((seat) => facts.doc.seats[seat]?.guest === facts.guest);
}

export function isHost(facts: RoomFacts): boolean {
  return facts.guest !== undefined && facts.doc.host === facts.guest;
}

// The player of a seat, in words.
export function seatWho(facts: RoomFacts, seat: string): string {
  const state = facts.doc.seats[seat];
  if (!state) return '';
  if (state.kind === 'bot') return botTitle(facts.game, state.bot, state.level);
  if (state.kind === 'held') return t('seat.held', { nick: state.nick ?? '' });
  if (state.kind === 'human') return state.nick ?? '';
  return t(state.kind === 'closed' ? 'seat.closed' : 'seat.open');
}

// The game and its variant.
export function presetTitle(game: Game | undefined, options: RoomDocument['options']): string {
  const preset = game?.presets.find((entry) => entry.id === options.preset);
  return [titleOf(game), titleOf(preset)].filter((title) => title !== '').join(' · ');
}

// Whether this viewer may move now.
export function mayMove(facts: RoomFacts): boolean {
  const seat = mySeat(facts);
  if (seat === undefined || facts.doc.seats[seat]?.left || facts.doc.seats[seat]?.resigned) return false;
  return facts.doc.phase === 'playing' && words(facts.doc.to_act).includes(seat);
}

// Several people play, and the host has not allowed hints. An older server says nothing of it.
export function hintsOff({ settings, seats }: RoomDocument): boolean {
  const plays = ({ kind, left, program }: SeatDocument) => kind === 'human' && !left && !program;
  return settings.hints === 'off' && Object.values(seats).filter(plays).length > 1;
}

// A seat that this viewer might take during the game: a bot's, or one whose player has left.
export function seatToTake({ doc }: RoomFacts): string | undefined {
  if (doc.phase !== 'playing' || doc.settings.join !== 'bots') return undefined;
  return seatNames(doc).find((seat) => {
    const state = doc.seats[seat];
    return state?.kind === 'bot' || (state?.left === true && !state.resigned);
  });
}

// `legal` as a list if this viewer may move, else empty.
export function legalForMe(facts: RoomFacts): string[] {
  return mayMove(facts) ? words(facts.doc.legal) : [];
}

// Several seats may move at once, so there are no turns.
export function simultaneous(facts: RoomFacts): boolean {
  return facts.game?.simultaneous === true;
}

// The milliseconds left for a seat at server time `now`, in byo-yomi with all periods; undefined if it has no clock.
export function timeLeft(doc: RoomDocument, seat: string, now: number): number | undefined {
  const { running, left, at } = doc.clock;
  const has = left?.[seat];
  if (has === undefined) return undefined;
  return running === seat && at !== undefined ? Math.max(0, has - Math.max(0, now - at)) : has;
}

const LOW_MS = 10_000;

export interface ClockFace {
  ms: number; // left of the main time or of the period
  periods: number; // left, with the running one; 0: none, or still in main time
  low: boolean;
}

// The text of a clock for `left`, a result of timeLeft.
export function clockFace({ clock }: RoomDocument, left: number): ClockFace {
  if (clock.kind !== 'byoyomi') return { ms: left, periods: 0, low: left < LOW_MS };
  const main = left - clock.periods * clock.period_ms;
  if (main > 0) return { ms: main, periods: 0, low: main < LOW_MS };
  const periods = Math.max(1, Math.ceil(left / clock.period_ms));
  const ms = left - (periods - 1) * clock.period_ms;
  return { ms, periods, low: ms < Math.min(LOW_MS, clock.period_ms / 2) };
}

// The elapsed game time in milliseconds at server time `now`; undefined in games without time.
export function gameTime(doc: RoomDocument, now: number): number | undefined {
  const { elapsed } = doc;
  if (!elapsed) return undefined;
  return elapsed.at === undefined ? elapsed.ms : elapsed.ms + Math.max(0, now - elapsed.at);
}
