// The rules of reversi in one room: of a preset from its opening, of a custom board from its options. Pure.

import { words } from '../../base/words';
import type { HelpFacts } from '../../model/help';
import type { ReversiOptions, ReversiView } from '../../protocol';
import { rowsOf } from './cells';
import { ORDER } from './colors';

type OwnBoard = Extract<ReversiOptions, { board: string[] }>;

// Players are the letters of their discs.
export interface Variant {
  turns: string; // the players in rotation, from the first one on
  cuts: ReadonlyMap<number, string>; // who cuts in, by ply
  compete: string;
  keeps: string; // the players whose discs never change colour
  wild: boolean; // whether there are wildcards at the start
  bombs: boolean;
  skips: boolean; // a cut-in that is not possible is skipped, and does not end the game
}

function inOrder(letters: Iterable<string>): string {
  const all = [...letters];
  return [...ORDER].filter((letter) => all.includes(letter)).join('');
}

function byPly(cuts: [ply: string, letter: string][]): Map<number, string> {
  return new Map(cuts.map(([ply, letter]): [number, string] => [Number(ply), letter]).sort(([a], [b]) => a - b));
}

function ofOwnBoard({ board, rotation, first, compete, permanent, cut_ins, stuck_cut_in }: OwnBoard): Variant {
  const discs = board.join('');
  const at = Math.max(0, rotation.indexOf(first));
  const cuts = byPly(Object.entries(cut_ins));
  const seen = [...rotation, ...cuts.values(), ...discs]; // an absent colour needs no words
  return {
    turns: rotation.slice(at) + rotation.slice(0, at),
    cuts,
    compete,
    keeps: inOrder(seen.filter((letter) => permanent.includes(letter))),
    wild: discs.includes('G'),
    bombs: discs.includes('R'),
    skips: stuck_cut_in === 'skip',
  };
}

// In every preset the players who cut in are outside the rotation, and only their discs keep their colour
// (games/reversi/variant.cpp).
function ofPreset({ rows, colors, compete, cut_ins }: ReversiView, skips: boolean): Variant {
  const letter = (seat: string) => colors[seat] ?? '';
  const cuts = byPly(Object.entries(cut_ins ?? {}).map(([ply, seat]) => [ply, letter(seat)]));
  const cutters = [...cuts.values()];
  const discs = (rowsOf({ rows }) ?? []).join('');
  return {
    turns: inOrder(Object.values(colors).filter((color) => !cutters.includes(color))),
    cuts,
    compete: inOrder(words(compete).map(letter)),
    keeps: inOrder(cutters),
    wild: discs.includes('G'),
    bombs: discs.includes('R'),
    skips,
  };
}

// Undefined: not known yet. Without its opening, only wildcards and bombs still on the board are known for a preset.
export function variantOf({ doc, start }: HelpFacts): Variant | undefined {
  const options = doc.options as ReversiOptions;
  if (options.board) return ofOwnBoard(options);
  const view = (start ?? doc.view) as ReversiView | undefined;
  return view && ofPreset(view, options.stuck_cut_in === 'skip');
}

// The player of each ply from `from` on, if everybody can move. A cut-in does not shift the turns of the others.
export function playersOf({ turns, cuts }: Variant, from: number, count: number): string[] {
  const players: string[] = [];
  let turn = 0;
  for (let ply = 1; ply < from + count; ply += 1) {
    const cut = cuts.get(ply);
    if (ply >= from) players.push(cut ?? turns[turn % turns.length] ?? '');
    if (cut === undefined) turn += 1;
  }
  return players;
}
