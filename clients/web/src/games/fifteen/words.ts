// The tiles in words; a move is typed as the number of a tile.
import { language } from '../../base/i18n';
import { type RoomFacts, seatNames, seatWho } from '../../model/facts';
import type { Ear, TableActions, TextBoard } from '../../model/module';
import type { FifteenView } from '../../protocol';
import { SeatFocus } from '../focus';
import { textBoard as board } from '../text';
import { t } from './texts';
import { inPlace, sizeOf, type Tiles, tilesOf } from './tiles';

const comma = () => (language() === 'ja' ? '、' : ', ');

function tilesIn({ doc }: RoomFacts, seat: string): Tiles {
  return tilesOf((doc.view as FifteenView).boards[seat]);
}

function rowsIn(tiles: Tiles): string[] {
  const size = sizeOf(tiles);
  const name = (tile: number) => (tile === 0 ? t('board.hole') : String(tile));
  return Array.from({ length: size }, (_, y) =>
    t('board.row', {
      n: y + 1,
      tiles: tiles
        .slice(y * size, (y + 1) * size)
        .map(name)
        .join(comma()),
    }),
  );
}

export const ear: Ear = {
  score: (facts) =>
    seatNames(facts.doc)
      .map((seat) => t('ear.score', { who: seatWho(facts, seat), n: inPlace(tilesIn(facts, seat)) }))
      .join(comma()),
  row: (facts) => rowsIn(tilesIn(facts, new SeatFocus().seat(facts))).join('; '),
};

export function textBoard(actions: TableActions, focus: SeatFocus): TextBoard {
  return board(actions, {
    example: '12',
    rows: (facts) => rowsIn(tilesIn(facts, focus.seat(facts))),
    about: () => t('text.about'),
    read: (text) => (/^[1-9]\d?$/.test(text) ? { tile: Number(text) } : undefined),
  });
}
