// The discs: their letters in the document, their names, and their marks.

import { seatNumber } from '../../model/facts';
import type { PutEvent, ReversiOptions, ReversiView, RoomDocument, RoomEvent } from '../../protocol';
import { isDisc } from './discs';
import { type ReversiKey, t } from './texts';

export function discName(letter: string | undefined): string {
  return isDisc(letter) ? t(`disc.${letter}` as ReversiKey) : t('cell.empty');
}

// At the start of an English sentence.
export function discTitle(letter: string | undefined): string {
  const name = discName(letter);
  return name.charAt(0).toLocaleUpperCase() + name.slice(1);
}

export const ORDER = 'BWACY';

// A seat's colour letter. Before the first start there is no view; then it is the seat's index among the players of the
// options.
export function seatColor(doc: RoomDocument, seat: string): string | undefined {
  const view = doc.view as ReversiView | undefined;
  if (view) return view.colors[seat];
  const options = doc.options as ReversiOptions;
  const players = options.board ? options.rotation + Object.values(options.cut_ins).join('') : ORDER;
  return [...ORDER].filter((letter) => players.includes(letter))[seatNumber(seat)];
}

export function isPut(event: RoomEvent): event is PutEvent {
  return event.kind === 'put';
}
