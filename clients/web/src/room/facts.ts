// What the parts of the room page read off the document. Pure.
import { words } from '../board/cells';
import { t, titleOf } from '../i18n';
import type { Game, RoomDocument, SeatDocument } from '../protocol';

// All that a part of the page needs to draw itself.
export interface RoomFacts {
  doc: RoomDocument;
  guest: string | undefined; // who we are
  game: Game | undefined; // the catalogue's entry, once it has come
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

const ORDER = 'BWACY';

// A seat's colour letter. Before the first start there is no view yet; then it is the seat's place among the players of the options.
export function seatColor(doc: RoomDocument, seat: string): string | undefined {
  if (doc.view) return doc.view.colors?.[seat];
  const { options } = doc;
  const players = options.board ? options.rotation + Object.values(options.cut_ins).join('') : ORDER;
  return [...ORDER].filter((letter) => players.includes(letter))[seatNumber(seat)];
}

export function botTitle(game: Game | undefined, seat: SeatDocument | undefined): string {
  const kind = game?.bots.find((bot) => bot.id === seat?.bot);
  const bot = titleOf(kind, seat?.bot ?? '');
  return kind && kind.levels > 1 ? t('seat.botLevel', { bot, level: seat?.level ?? 1 }) : bot;
}

// Who sits there, in words.
export function seatWho(facts: RoomFacts, seat: string): string {
  const state = facts.doc.seats[seat];
  if (!state) return '';
  if (state.kind === 'bot') return botTitle(facts.game, state);
  if (state.kind === 'held') return t('seat.held', { nick: state.nick ?? '' });
  if (state.kind === 'human') return state.nick ?? '';
  return t(state.kind === 'closed' ? 'seat.closed' : 'seat.open');
}

export function presetTitle(game: Game | undefined, options: RoomDocument['options']): string {
  const preset = game?.presets.find((entry) => entry.id === options.preset);
  return titleOf(preset, titleOf(game));
}

// The cells where this viewer may play now.
export function legalForMe(facts: RoomFacts): Set<string> {
  const seat = mySeat(facts);
  const mine = facts.doc.phase === 'playing' && seat !== undefined && words(facts.doc.to_act).includes(seat);
  return new Set(mine ? words(facts.doc.legal) : []);
}
