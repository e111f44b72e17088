// The data that the parts of the room page read from the document. Pure.
import { botTitle } from '../bots';
import type { GameModule } from '../games/module';
import { t, titleOf } from '../i18n';
import type { Game, RoomDocument } from '../protocol';
import { words } from '../words';

// Everything that a part of the page needs to draw itself.
export interface RoomFacts {
  doc: RoomDocument;
  guest: string | undefined; // this viewer
  game: Game | undefined; // the catalogue's entry, once loaded
  module: GameModule | undefined; // the game's page module, once loaded
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

// A seat that this viewer might take during the game: a bot's, or one whose player has left.
export function freeSeat({ doc }: RoomFacts): string | undefined {
  if (doc.phase !== 'playing' || doc.settings.join !== 'bots') return undefined;
  return seatNames(doc).find((seat) => {
    const state = doc.seats[seat];
    return state?.kind === 'bot' || (state?.left === true && !state.resigned);
  });
}

// The words of `legal` if this viewer may move; else none.
export function legalForMe(facts: RoomFacts): string[] {
  return mayMove(facts) ? words(facts.doc.legal) : [];
}

// The game's own name for a seat, such as "black", or an empty string.
export function seatName(facts: RoomFacts, seat: string): string {
  return facts.module?.seatName?.(facts.doc, seat) ?? '';
}

// Several seats may move at once, so there are no turns.
export function simultaneous(facts: RoomFacts): boolean {
  return facts.game?.simultaneous === true;
}

// The milliseconds left for a seat at server time `now`; undefined if it has no clock.
export function timeLeft(doc: RoomDocument, seat: string, now: number): number | undefined {
  const { running, left, at } = doc.clock;
  const has = left?.[seat];
  if (has === undefined) return undefined;
  return running === seat && at !== undefined ? Math.max(0, has - Math.max(0, now - at)) : has;
}

// The elapsed game time in milliseconds at server time `now`; undefined in games without time.
export function gameTime(doc: RoomDocument, now: number): number | undefined {
  const { elapsed } = doc;
  if (!elapsed) return undefined;
  return elapsed.at === undefined ? elapsed.ms : elapsed.ms + Math.max(0, now - elapsed.at);
}
