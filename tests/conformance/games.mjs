// The moves of each game, as the kit plays them. A word names one move of `legal`; `view.closed` closes words. For each
// game:
//   example   the recorded room from which the document begins
//   seats     the client's seats, one after the other
//   together  whether all seats act at a time: then `legal` has a part for each, and a move needs no `ply`
//   open      what differs from the example at the start
//   words     the words of a seat
//   legal     the text of these words, as in its wire.md
//   move, word   the move of a word, and the word of a move (undefined: no move of this game)
//   put       the change of the view by a word, and its event
//   renew     another view, like a restart's
const CHOICES = 6; // maximum number of words in `legal`
const numbers = (from, count) => Array.from({ length: count }, (_, i) => from + i);
const exactly = (move, names) => move !== null && typeof move === 'object' && Object.keys(move).sort().join(' ') === names;

const reversi = {
  example: 'room-play',
  seats: ['s0', 's2', 's3'],
  words(view) {
    const cells = [];
    for (const [name, row] of Object.entries(view.rows))
      [...row].forEach((letter, x) => letter === '.' && cells.push(`${String.fromCharCode(97 + x)}${name.slice(1)}`));
    return cells.slice(0, CHOICES);
  },
  legal: (wordsOf, seat) => wordsOf(seat).join(' '),
  move: (word) => ({ cell: word }),
  word: (move) => (exactly(move, 'cell') ? move.cell : undefined),
  put(view, cell, seat, byBot) {
    const name = `r${cell.slice(1)}`;
    const row = [...view.rows[name]];
    row[cell.charCodeAt(0) - 97] = byBot ? 'W' : 'B';
    return [{ rows: { [name]: row.join('') }, last: cell }, { kind: 'put', seat, cell, lines: [] }];
  },
  renew: (view) => ({ rows: Object.fromEntries(Object.entries(view.rows).map(([name, row]) => [name, row.replaceAll(/[BW]/g, '.')])), last: null }),
};

// Every other cell is taken, so each group is one cell and one move.
const nimRows = () => Object.fromEntries(numbers(0, 8).map((row) => [`r${row}`, 'ox'.repeat(16)]));
const nim = {
  example: 'room-nim',
  seats: ['s0', 's1'],
  options: { rows: Object.values(nimRows()), misere: false },
  open: () => ({ rows: nimRows() }),
  words(view) {
    const groups = [];
    for (const [name, row] of Object.entries(view.rows)) [...row].forEach((letter, i) => letter === 'o' && groups.push(`${name.slice(1)}:${i}-${i}`));
    return groups.slice(0, CHOICES);
  },
  legal: (wordsOf, seat) => wordsOf(seat).join(' '),
  move(word) {
    const [row, from] = word.split(/[:-]/).map(Number);
    return { row, from, count: 1 };
  },
  word: (move) => (exactly(move, 'count from row') && move.count === 1 ? `${move.row}:${move.from}-${move.from}` : undefined),
  put(view, word, seat) {
    const last = this.move(word);
    const row = [...view.rows[`r${last.row}`]];
    row[last.from] = 'x';
    return [{ rows: { [`r${last.row}`]: row.join('') }, last }, { kind: 'take', seat, ...last }];
  },
  renew: () => ({ rows: nimRows(), last: null }),
};

const SIZE = 4;
const board = (steps) => ({ tiles: '1 2 3 4 5 6 7 8 9 10 11 0 13 14 15 12', steps });
const fifteen = {
  example: 'room-fifteen',
  seats: ['s0', 's1'],
  together: true,
  options: { tiles: board(0).tiles.split(' ').map(Number), seats: 2, finish_s: 120, max_steps: 5000 },
  open: () => ({ size: SIZE, boards: { s0: board(0), s1: board(0) } }),
  words(view, seat) {
    const tiles = view.boards[seat].tiles.split(' ');
    const hole = tiles.indexOf('0');
    return tiles.filter((tile, i) => tile !== '0' && (i % SIZE === hole % SIZE || Math.floor(i / SIZE) === Math.floor(hole / SIZE)));
  },
  legal: (wordsOf) => ['s0', 's1'].map((seat) => `${seat}:${wordsOf(seat).join(' ')}`).join(';'),
  move: (word) => ({ tile: Number(word) }),
  word: (move) => (exactly(move, 'tile') ? String(move.tile) : undefined),
  put(view, word, seat) {
    const { tiles: before, steps } = view.boards[seat];
    const tiles = before.split(' ');
    const slid = [];
    const to = tiles.indexOf(word);
    let hole = tiles.indexOf('0');
    const way = Math.floor(to / SIZE) === Math.floor(hole / SIZE) ? Math.sign(to - hole) : SIZE * Math.sign(to - hole);
    for (; hole !== to; hole += way) {
      slid.push(Number(tiles[hole + way]));
      tiles[hole] = tiles[hole + way];
      tiles[hole + way] = '0';
    }
    const after = steps + slid.length;
    return [{ boards: { [seat]: { tiles: tiles.join(' '), steps: after } } }, { kind: 'slide', seat, tiles: slid, steps: after }];
  },
  renew: () => ({ boards: { s0: board(7), s1: board(9) } }),
};

// The range is six angles long, and wanders to the right with every shot.
const bubbles = {
  example: 'room-bubbles',
  seats: ['s0', 's1'],
  together: true,
  words(view) {
    const shots = view.fields.s0.shot + view.fields.s1.shot;
    return numbers(-3000 + 2 * shots, CHOICES).map(String);
  },
  legal: (wordsOf, seat) => `${wordsOf(seat)[0]}..${wordsOf(seat).at(-1)}`,
  move: (word, view, seat) => ({ angle: Number(word), shot: view.fields[seat].shot }),
  word(move, view, seat) {
    const named = exactly(move, 'angle shot') && move.shot === view.fields[seat].shot;
    return named || exactly(move, 'angle') ? String(move.angle) : undefined;
  },
  put(view, word, seat) {
    const { shot, now, next, ready, hurry } = view.fields[seat];
    const change = { shot: shot + 1, now: next, next: now, ready: ready + 300, hurry: hurry + 300 };
    return [{ fields: { [seat]: change } }, { kind: 'shot', seat, shot, angle: Number(word), color: now, path: [[16384, 48159, 0], [2048, 38110, 276]], cell: 'r9c1' }];
  },
  renew: ({ fields }) => ({ fields: { s0: { shot: fields.s0.shot + 4, popped: 9 }, s1: { shot: fields.s1.shot + 3 } } }),
};

export const GAMES = { reversi, nim, fifteen, bubbles };
