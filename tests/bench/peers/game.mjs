// The game on all peers, the same work for each: five seats in turn on 100 cells. A move takes its cell and the five behind it, and the scores
// follow. It is far cheaper to check than reversi, which engawad plays. It has no end. A board is any object with these four members: a plain object,
// a draft of boardgame.io, a state of Colyseus.
export const SEATS = 5;
export const CELLS = 100;
const TAKEN = 6;
const CHOICES = 8;

// The cells that may be taken after `cell` was. room_load_board.hpp knows this rule, too.
const choice = (cell, i) => (cell + 7 + 11 * i) % CELLS;

export const begin = () => ({
  ply: 0,
  cells: new Array(CELLS).fill(0), // 0 or seat + 1
  scores: new Array(SEATS).fill(0),
  legal: Array.from({ length: CHOICES }, (_, i) => choice(0, i)),
});

export const toAct = (board) => board.ply % SEATS;

export const mayPlay = (board, seat, ply, cell) => seat === toAct(board) && ply === board.ply && board.legal.includes(cell);

// REQUIRES: mayPlay
export function play(board, seat, cell) {
  board.ply += 1;
  for (let i = 0; i < TAKEN; ++i) {
    const at = (cell + i) % CELLS;
    const owner = board.cells[at];
    if (owner !== 0) board.scores[owner - 1] -= 1;
    board.cells[at] = seat + 1;
    board.scores[seat] += 1;
  }
  for (let i = 0; i < CHOICES; ++i) board.legal[i] = choice(cell, i);
}
