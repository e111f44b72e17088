// The pages' own computations for games: runs that can be taken, slides, and the values of a hint.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inPlace, slide, tilesOf, tileToward } from '../src/games/fifteen/tiles';
import { Way } from '../src/games/fifteen/way';
import { afterMove } from '../src/games/nim/hint';
import { between, canTake, holds, rowsOf } from '../src/games/nim/rows';

test('a run can be taken when it lies in one group', () => {
  const legal = ['0:0-1', '0:3-5', '1:0-11'];
  assert.equal(canTake(legal, between(0, 5, 3)), true);
  assert.equal(canTake(legal, between(0, 1, 3)), false, 'over a gap');
  assert.equal(canTake(legal, between(0, 2, 2)), false, 'a gap');
  assert.equal(canTake(legal, between(1, 0, 11)), true);
  assert.equal(canTake(legal, between(1, 11, 12)), false, 'beyond the end');
  assert.equal(canTake([], between(0, 0, 0)), false, 'not our turn');
  assert.deepEqual(between(2, 4, 1), { row: 2, from: 1, count: 4 });
  assert.equal(holds(between(2, 4, 1), 2, 5), false);
  assert.deepEqual(rowsOf({ rows: { r1: 'oo', r0: 'xo' }, misere: false }), ['xo', 'oo']);
});

const tiles = (text: string) => tilesOf({ tiles: text, steps: 0 });

test('the tiles between one and the hole slide, in rows and columns', () => {
  const start = tiles('1 2 3 4 5 6 0 7 8');
  assert.deepEqual(slide(start, 2), undefined, 'not in line');
  assert.deepEqual(slide(start, 4), tiles('1 2 3 0 5 6 4 7 8'));
  assert.deepEqual(slide(start, 1), tiles('0 2 3 1 5 6 4 7 8'));
  const whole = tiles('1 2 3 4 5 6 7 8 0');
  assert.deepEqual(slide(whole, 7), tiles('1 2 3 4 5 6 0 7 8'));
  assert.deepEqual(slide(whole, 3), tiles('1 2 0 4 5 3 7 8 6'));
  assert.equal(slide(whole, 0), undefined);
  assert.equal(slide(whole, 9), undefined);
  assert.equal(inPlace(whole), 8);
});

test('arrow keys name the tile that slides that way', () => {
  const start = tiles('1 2 3 4 0 5 7 8 6');
  assert.equal(tileToward(start, -1, 0, false), 5, 'left: the tile right of the hole');
  assert.equal(tileToward(start, 1, 0, false), 4);
  assert.equal(tileToward(start, 0, -1, false), 8);
  assert.equal(tileToward(start, 0, 1, false), 2);
  const corner = tiles('1 2 3 4 5 6 7 8 0');
  assert.equal(tileToward(corner, -1, 0, false), undefined);
  assert.equal(tileToward(corner, 1, 0, true), 7, 'the whole row');
  assert.equal(tileToward(corner, 0, 1, true), 3, 'the whole column');
});

test('the way home is followed, also in strides, and lost beside it', () => {
  const start = tiles('1 2 3 4 5 6 0 7 8');
  const way = new Way({ move: { tile: 7 }, steps: 2, proved: true, path: [7, 8] }, start);
  assert.deepEqual(way.from(start), { tile: 7, ahead: [7, 8], steps: 2 });
  assert.deepEqual(way.from(tiles('1 2 3 4 5 6 7 0 8')), { tile: 8, ahead: [8], steps: 1 });
  assert.equal(way.from(tiles('1 2 3 4 5 6 7 8 0')), undefined, 'home');
  assert.equal(way.from(tiles('1 2 3 0 5 6 4 7 8')), undefined, 'beside the way');
  // One move may slide several tiles; each counts as a step.
  const stride = new Way({ move: { tile: 8 }, steps: 9, proved: false, path: [8, 6] }, start);
  assert.deepEqual(stride.from(tiles('1 2 3 4 5 6 7 8 0')), { tile: 6, ahead: [6], steps: 7 });
  // A hint without a path, and one for another board.
  assert.deepEqual(new Way({ move: { tile: 4 }, steps: 5, proved: false }, start).from(start), {
    tile: 4,
    ahead: [4],
    steps: 5,
  });
  assert.equal(new Way({ move: { tile: 2 }, steps: 5, proved: false, path: [2] }, start).from(start), undefined);
});

test('what a move leaves of the groups', () => {
  const groups = [
    { row: 0, from: 0, length: 7, binary: '111' },
    { row: 1, from: 1, length: 4, binary: '100' },
  ];
  const left = (row: number, from: number, count: number) =>
    afterMove({ groups, xor: 3, binary: '011', win: true, move: { row, from, count } });
  assert.deepEqual(left(0, 2, 1), [[2, 4], [4]], 'split');
  assert.deepEqual(left(0, 0, 3), [[4], [4]], 'from its end');
  assert.deepEqual(left(1, 1, 4), [[7], []], 'all of it');
  assert.deepEqual(afterMove({ groups, xor: 3, binary: '011', win: false }), [[7], [4]]);
});
