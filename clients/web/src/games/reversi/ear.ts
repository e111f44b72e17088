// Reversi for players who listen: the score, the player's own discs, a row, and the moves since the player's own as one
// list.
import { language, listOf } from '../../base/i18n';
import { legalForMe, mySeat, seatNames } from '../../model/facts';
import type { Ear } from '../../model/module';
import type { PutEvent, ReversiView, RoomDocument, RoomEvent } from '../../protocol';
import { cellName, letterAt, type Rows, rowOf, rowsOf } from './cells';
import { discName, isPut, seatColor } from './colors';
import { flanked } from './plan';
import { count, t } from './texts';

const comma = () => (language() === 'ja' ? '、' : ', ');

function nameOf(doc: RoomDocument, seat: string): string {
  return discName(seatColor(doc, seat));
}

// Neighbours of the same kind are joined: "c3 black, d3 to f3 empty".
export function rowWords(rows: Rows, y: number): string {
  const cells = [...(rows[y] ?? '')].map((letter, x) => ({ letter, cell: cellName(x, y) }));
  const runs: { letter: string; from: string; to: string }[] = [];
  for (const { letter, cell } of cells) {
    const last = runs.at(-1);
    if (last?.letter === letter) last.to = cell;
    else runs.push({ letter, from: cell, to: cell });
  }
  const said = runs
    .filter(({ letter }) => letter !== 'H')
    .map(({ letter, from, to }) => {
      const what = discName(letter);
      return from === to ? t('ear.run', { from, what }) : t('ear.runs', { from, to, what });
    });
  return t('ear.row', { n: y + 1, cells: said.join(comma()) });
}

function putWords(doc: RoomDocument, put: PutEvent): string {
  const who = nameOf(doc, put.seat);
  if (put.boom)
    return t('ear.boom', { who, cell: put.cell, n: new Set([...flanked(put), ...put.lines.map((line) => line.to)]).size });
  const n = Object.values(put.turned ?? {}).reduce((sum, one) => sum + one, 0);
  return t('ear.put', { who, cell: put.cell, n });
}

function moveWords(doc: RoomDocument, event: RoomEvent): string[] {
  if (isPut(event)) return [putWords(doc, event)];
  return event.kind === 'pass' ? [t('log.pass', { who: nameOf(doc, event.seat) })] : [];
}

export const ear: Ear = {
  score({ doc, guest }) {
    const { score } = doc.view as ReversiView;
    const mine = mySeat({ doc, guest });
    const who = (seat: string) => (seat === mine ? t('ear.you', { who: nameOf(doc, seat) }) : nameOf(doc, seat));
    return seatNames(doc)
      .map((seat) => t('ear.score', { who: who(seat), n: score[seat] ?? 0 }))
      .join(comma());
  },
  own(facts) {
    const mine = mySeat(facts);
    const letter = mine === undefined ? undefined : seatColor(facts.doc, mine);
    const rows = rowsOf(facts.doc.view) ?? [];
    const cells = rows
      .flatMap((row, y) => [...row].map((_, x) => cellName(x, y)))
      .filter((cell) => letterAt(rows, cell) === letter);
    return cells.length === 0 ? '' : t('ear.own', { cells: listOf(cells) });
  },
  row(facts, focused) {
    const rows = rowsOf(facts.doc.view) ?? [];
    const cell = focused instanceof HTMLElement ? focused.dataset.cell : undefined;
    if (cell) return rowWords(rows, rowOf(cell));
    return rows.map((_, y) => rowWords(rows, y)).join('; ');
  },
  choices: (facts) => count('ear.choices', legalForMe(facts).length),
  moves: (events, { doc }) => events.flatMap((event) => moveWords(doc, event)).join(comma()),
};
