// From events to the drawn frames and their times.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellName, letterAt, rowsOf } from '../src/games/reversi/cells';
import { type Frame, plan, still } from '../src/games/reversi/plan';
import { Player } from '../src/games/reversi/player';
import type { PutEvent } from '../src/protocol';

const looks = (frame: Frame | undefined) => Object.fromEntries(frame?.looks ?? []);

test('rows and names of cells', () => {
  assert.deepEqual(rowsOf({ rows: { r2: 'cd', r1: 'ab' } }), ['ab', 'cd']);
  assert.equal(rowsOf({ rows: {} }), undefined);
  assert.equal(rowsOf(undefined), undefined);
  assert.equal(cellName(9, 9), 'j10');
  assert.equal(letterAt(['ab', 'cd'], 'b2'), 'd');
  assert.equal(letterAt(['ab', 'cd'], 'c3'), 'H');
});

test('an ordinary move: put, then each line flips outward; a wildcard lends its colour, a permanent disc keeps both halves', () => {
  const put: PutEvent = { kind: 'put', seat: 's0', cell: 'a1', lines: [{ to: 'd1', wild: true, flip: 'b1 c1' }] };
  const frames = plan(['.WCG'], ['BBCG'], put, 'B', false);
  assert.deepEqual(
    frames.map((frame) => frame.ms),
    [260, 120, 120, 0],
  );
  assert.deepEqual(looks(frames[0]), { a1: 'B', b1: 'W', c1: 'C', d1: 'B' });
  assert.deepEqual(looks(frames[1]), { a1: 'B', b1: { now: 'B', was: 'W' }, c1: 'C', d1: 'B' });
  assert.deepEqual(looks(frames[2]), { a1: 'B', b1: 'B', c1: { now: 'C', was: 'C' }, d1: 'B' });
  assert.deepEqual(looks(frames[3]), { a1: 'B', b1: 'B', c1: 'C', d1: 'G' });
  for (const frame of frames.slice(0, 3)) assert.deepEqual([...(frame.flankers ?? [])], ['d1'], 'who flanks is shown');
  assert.deepEqual(
    frames.map((frame) => frame.sound),
    [['put'], ['flip', { count: 2, every: 120 }], undefined, undefined],
  );
});

test('however long the lines are, they flip in half a second', () => {
  const put: PutEvent = { kind: 'put', seat: 's0', cell: 'a1', lines: [{ to: 'l1', flip: 'b1 c1 d1 e1 f1 g1 h1 i1 j1 k1' }] };
  const frames = plan(['.WWWWWWWWWWB'], ['BBBBBBBBBBBB'], put, 'B', false);
  assert.equal(frames.length, 12);
  assert.ok(frames.slice(1).reduce((sum, frame) => sum + frame.ms, 0) <= 500);
});

test('a bomb: everything involved is red at once, then gone; nothing turns sideways', () => {
  const put: PutEvent = { kind: 'put', seat: 's0', cell: 'a1', lines: [{ to: 'd1', flip: 'b1 c1' }], boom: true };
  const frames = plan(['.WRBW'], ['....W'], put, 'B', false);
  assert.deepEqual(looks(frames[0]), { a1: 'R', b1: 'R', c1: 'R', d1: 'R', e1: 'W' });
  assert.deepEqual([...(frames[1]?.burst ?? [])].sort(), ['a1', 'b1', 'c1', 'd1']);
  assert.deepEqual(looks(frames[2]), { a1: '.', b1: '.', c1: '.', d1: '.', e1: 'W' });
  assert.equal(frames.length, 3);
});

test('for people who want no motion there is only the end', () => {
  const put: PutEvent = { kind: 'put', seat: 's0', cell: 'a1', lines: [{ to: 'c1', flip: 'b1' }] };
  assert.equal(plan(['.WB'], ['BBB'], put, 'B', true).length, 1);
});

// Time that the test controls.
function fakeTime() {
  let now = 0;
  let waiting: { at: number; run: () => void }[] = [];
  const real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };
  const fake = (run: () => void, ms: number) => {
    const timer = { at: now + ms, run };
    waiting.push(timer);
    return timer;
  };
  const cancel = (timer: unknown) => {
    waiting = waiting.filter((other) => other !== timer);
  };
  Object.assign(globalThis, { setTimeout: fake, clearTimeout: cancel });
  return {
    pass(ms: number) {
      now += ms;
      for (let due = waiting.find(({ at }) => at <= now); due; due = waiting.find(({ at }) => at <= now)) {
        cancel(due);
        due.run();
      }
    },
    restore: () => Object.assign(globalThis, real),
  };
}

test('a plan is shown frame after frame; another one takes its place, and who is in a hurry sees its end', (context) => {
  const time = fakeTime();
  context.after(() => time.restore());
  globalThis.document = { hidden: false } as Document;
  const shown: string[] = [];
  let idle = 0;
  const player = new Player(
    (frame) => shown.push(String(frame.looks.get('a1'))),
    () => {
      idle += 1;
    },
    () => 1,
  );
  const frames = (name: string): Frame[] => [
    { looks: new Map([['a1', `${name}1`]]), ms: 350 },
    { looks: new Map([['a1', `${name}2`]]), ms: 350 },
    still([name]),
  ];
  player.play(frames('A'));
  time.pass(350);
  assert.deepEqual([shown, idle], [['A1', 'A2'], 0]);
  time.pass(350);
  assert.deepEqual([shown, idle], [['A1', 'A2', 'A'], 1]);
  player.play(frames('B'));
  player.play(frames('C'));
  time.pass(350);
  time.pass(350);
  assert.deepEqual(shown.slice(3), ['B1', 'C1', 'C2', 'C']);
  player.play(frames('D'));
  player.hurry();
  player.hurry();
  assert.deepEqual([shown.slice(7), idle], [['D1', 'D'], 3]);
});
