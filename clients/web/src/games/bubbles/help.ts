// The rules of the bubble shooter in a room, with its numbers: alone or against others.

import { seatNames } from '../../model/facts';
import type { HelpFacts, HelpLine } from '../../model/help';
import type { BubblesOptions, BubblesView } from '../../protocol';
import { pair } from '../help-parts';
import { t } from './help-texts';
import { picture } from './picture';

// From games/bubbles/rules.hpp and geometry.hpp, because the room's document has them only during the game or
// not at all.
const NEW_ROW = { alone: 9, versus: 12 }; // own shots
const GARBAGE = 7; // at once
const HURRY_S = 10;
const ROWS = 12;

// The red bubble pops two others, and only these hold the violet one.
export const BEFORE = ['aa.bbccd', 'e...c..'];
export const AFTER = ['...bbccd', '....c..'];

function field(rows: string[], now: string): Element {
  const s0 = { shift: 0, rows: Object.fromEntries(rows.map((row, r) => [`r${r}`, row])), now };
  return picture({ rows: rows.length + 1, fields: { s0 } });
}

function versus(seats: number, attack: string): HelpLine[] {
  return [
    { text: t(attack === 'everybubble' ? 'help.attackEvery' : 'help.attack') },
    { text: t('help.cancel') },
    { text: t(seats === 2 ? 'help.sendOne' : 'help.sendAll') },
    { text: t('help.garbage', { n: GARBAGE }) },
  ];
}

export function help({ doc, start }: HelpFacts): HelpLine[] {
  const options = doc.options as BubblesOptions;
  const view = (doc.view ?? start) as BubblesView | undefined;
  const seats = seatNames(doc).length;
  const alone = seats === 1;
  const hurry = options.hurry_s ?? (view ? view.hurry_ms / 1000 : HURRY_S);
  return [
    { text: t('help.shoot') },
    { text: t('help.pop'), picture: () => pair(field(BEFORE, 'a'), field(AFTER, 'b')) },
    { text: t('help.row', { n: alone ? NEW_ROW.alone : NEW_ROW.versus }) },
    { text: t('help.waits') },
    { text: t('help.hurry', { n: hurry }) },
    ...(alone ? [] : versus(seats, options.attack ?? view?.attack ?? 'classic')),
    { text: t(alone ? 'help.alone' : 'help.out', { n: view?.rows ?? ROWS }) },
    ...(alone ? [] : [{ text: t('help.end') }]),
  ];
}
