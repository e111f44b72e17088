// What the pages of 753 and the 15-puzzle work out by themselves: runs that can be taken, and slides.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inPlace, slide, tilesOf, tileToward } from '../src/games/fifteen/tiles';
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
