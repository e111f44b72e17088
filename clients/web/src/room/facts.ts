// What the parts of the room page read off the document. Pure.
import { botTitle } from '../bots';
import type { GameModule } from '../games/module';
import { t, titleOf } from '../i18n';
import type { Game, RoomDocument } from '../protocol';
import { words } from '../words';

// All that a part of the page needs to draw itself.
export interface RoomFacts {
  doc: RoomDocument;
  guest: string | undefined; // who we are
  game: Game | undefined; // the catalogue's entry, once it has come
  module: GameModule | undefined; // how the page shows the game, once that has come
}

export function seatNames(doc: RoomDocument): string[] {
  return Object.keys(doc.seats).sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)));
}

export function seatNumber(seat: string): number {
  return Number(seat.slice(1));
}

// Seats as people count them.
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

// Who sits there, in words.
export function seatWho(facts: RoomFacts, seat: string): string {
  const state = facts.doc.seats[seat];
  if (!state) return '';
  if (state.kind === 'bot') return botTitle(facts.game, state.bot, state.level);
  if (state.kind === 'held') return t('seat.held', { nick: state.nick ?? '' });
  if (state.kind === 'human') return state.nick ?? '';
  return t(state.kind === 'closed' ? 'seat.closed' : 'seat.open');
}

// The game, and which kind of it.
export function presetTitle(game: Game | undefined, options: RoomDocument['options']): string {
  const preset = game?.presets.find((entry) => entry.id === options.preset);
  return [titleOf(game), titleOf(preset)].filter((title) => title !== '').join(' · ');
}

// This viewer may move now.
export function mayMove(facts: RoomFacts): boolean {
  const seat = mySeat(facts);
  if (seat === undefined || facts.doc.seats[seat]?.left || facts.doc.seats[seat]?.resigned) return false;
  return facts.doc.phase === 'playing' && words(facts.doc.to_act).includes(seat);
}

// A seat that this viewer might take while the game runs: a bot's, or one that its player has left.
export function freeSeat({ doc }: RoomFacts): string | undefined {
  if (doc.phase !== 'playing' || doc.settings.join !== 'bots') return undefined;
  return seatNames(doc).find((seat) => {
    const state = doc.seats[seat];
    return state?.kind === 'bot' || (state?.left === true && !state.resigned);
  });
}

// The words of `legal` when this viewer may move; else none.
export function legalForMe(facts: RoomFacts): string[] {
  return mayMove(facts) ? words(facts.doc.legal) : [];
}

// "black" or nothing: what the table calls a seat by.
export function seatName(facts: RoomFacts, seat: string): string {
  return facts.module?.seatName?.(facts.doc, seat) ?? '';
}

// Several may move at once, so there are no turns.
export function simultaneous(facts: RoomFacts): boolean {
  return facts.game?.simultaneous === true;
}

// Milliseconds that a seat has to think at server time `now`; undefined when it has no clock.
export function timeLeft(doc: RoomDocument, seat: string, now: number): number | undefined {
  const { running, left, at } = doc.clock;
  const has = left?.[seat];
  if (has === undefined) return undefined;
  return running === seat && at !== undefined ? Math.max(0, has - Math.max(0, now - at)) : has;
}

// Milliseconds of game time that have passed at server time `now`; undefined in games that know no time.
export function gameTime(doc: RoomDocument, now: number): number | undefined {
  const { elapsed } = doc;
  if (!elapsed) return undefined;
  return elapsed.at === undefined ? elapsed.ms : elapsed.ms + Math.max(0, now - elapsed.at);
}
