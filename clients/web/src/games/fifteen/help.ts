// The rules of the 15-puzzle in a room, with its limits.

import { seatNames } from '../../model/facts';
import type { HelpFacts, HelpLine } from '../../model/help';
import type { FifteenOptions, FifteenView } from '../../protocol';
import { pair } from '../help-parts';
import { count, t } from './help-texts';
import { picture } from './picture';
import { LIMITS } from './view';

const LARGEST_SOLVED = 4; // the server computes no shortest solution for larger boards

function board(size: number, tiles: number[]): Element {
  return picture({ size, boards: { s0: { tiles: tiles.join(' '), steps: 0 } } });
}

function solved(size: number): Element {
  const cells = size * size;
  return board(
    size,
    [...Array(cells).keys()].map((cell) => (cell + 1) % cells),
  );
}

// Undefined: not known yet.
function sizeOf({ doc, start }: HelpFacts): number | undefined {
  const { size, tiles } = doc.options as FifteenOptions;
  if (tiles) return Math.sqrt(tiles.length);
  return size ?? ((start ?? doc.view) as FifteenView | undefined)?.size;
}

export function help(facts: HelpFacts): HelpLine[] {
  const options = facts.doc.options as FifteenOptions;
  const alone = seatNames(facts.doc).length === 1;
  const size = sizeOf(facts);
  const most = options.max_steps ?? LIMITS.max_steps;
  const limit = { text: count('help.limit', most, { n: most.toLocaleString('en') }) };
  const time = { text: t('help.time', { n: options.finish_s ?? LIMITS.finish_s }) };
  return [
    { text: t('help.goal'), picture: () => solved(size ?? 4) },
    { text: t('help.slide') },
    { text: t('help.step'), picture: () => pair(board(3, [1, 2, 3, 4, 5, 6, 0, 7, 8]), solved(3)) },
    ...(alone
      ? [{ text: t('help.timeAlone') }, limit, { text: t('help.outAlone') }]
      : [{ text: t('help.race') }, time, limit, { text: t('help.out') }, { text: t('help.end') }]),
    ...(size !== undefined && size <= LARGEST_SOLVED ? [{ text: t('help.best') }] : []),
  ];
}
