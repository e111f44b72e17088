import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finalChance, markOf } from '../src/model/judge';
import type { AnalysisItem, Replay, RoomDocument } from '../src/protocol';
import { hintsAt } from '../src/record/analysis';
import { spread, ticks, upperEdges } from '../src/record/bands';
import { Frames } from '../src/record/frames';
import { turningPoints } from '../src/record/turning';

function replayOf(steps: object[]): Replay {
  return {
    record: 'K7WMA2QX-2',
    game: 'nim',
    options: { preset: '753' },
    seats: { s0: { kind: 'human', nick: 'Hana' }, s1: { kind: 'bot', bot: 'osho', level: 5 } },
    started: 1000,
    ended: 9000,
    result: { ranking: [{ seat: 's1', rank: 1, score: 0 }], reason: 'resign', winner: 's1', record: 'K7WMA2QX-2' },
    start: { ply: 0, to_act: 's0', legal: '0:0-2', view: { rows: { r0: 'ooo' }, misere: false } },
    steps,
  } as unknown as Replay;
}

function framesOf(steps: object[]): Frames {
  const frames = new Frames(replayOf(steps));
  while (!frames.done) frames.advance();
  return frames;
}

const take = (ply: number, seat: string, row: string) => ({
  in: 'move',
  at: 2000 + ply,
  seat,
  move: {},
  set: { ply, to_act: seat === 's0' ? 's1' : 's0', view: { rows: { r0: row } } },
  events: [{ kind: 'take', seat, row: 0, from: 0, count: 1 }],
});

test('a record is one position for each ply, and what happens between moves belongs to the one before', () => {
  const steps = [
    take(1, 's0', 'xoo'),
    { in: 'seat', at: 2500, seat: 's0', to: { kind: 'human', nick: 'Hana', stand_in: true } },
    take(2, 's1', 'xxo'),
    { in: 'resign', at: 3000, seat: 's0' },
  ];
  const { list } = framesOf(steps);
  assert.deepEqual(
    list.map(({ doc }) => doc.ply),
    [0, 1, 2],
  );
  assert.deepEqual((list[1]?.doc.view as { rows: object }).rows, { r0: 'xoo' });
  assert.equal(list[1]?.doc.seats.s0?.stand_in, true);
  assert.deepEqual(
    list[1]?.events.map((event) => event.kind),
    ['take', 'stand_in'],
  );
  assert.equal(list[0]?.doc.phase, 'playing');
  assert.equal(list[2]?.doc.phase, 'over');
  assert.equal(list[2]?.doc.seats.s0?.resigned, true);
  assert.equal(list[2]?.doc.result?.winner, 's1');
  assert.equal(list[0]?.doc.seats.s0?.stand_in, undefined, 'earlier positions stay as they were');
  assert.equal(new Frames(replayOf(steps)).plies, 2);
});

test('a round without a move is one position', () => {
  const { list } = framesOf([{ in: 'resign', at: 3000, seat: 's0' }]);
  assert.equal(list.length, 1);
  assert.equal(list[0]?.doc.phase, 'over');
  assert.equal(framesOf([]).list[0]?.doc.phase, 'over');
});

test('turning points are leads that last', () => {
  const a = { seat: 's0', values: [2, 3, 3, 3, 1, 3, 3, 1, 1] };
  const b = { seat: 's1', values: [2, 2, 2, 2, 2, 2, 2, 5, 6] };
  // A lead of one move (ply 4) does not count; the last one lasts to the end.
  assert.deepEqual(turningPoints([a, b], 8), [
    { ply: 1, seat: 's0' },
    { ply: 7, seat: 's1' },
  ]);
  assert.deepEqual(turningPoints([a], -1), []);
  const tied = { seat: 's2', values: a.values };
  assert.deepEqual(turningPoints([a, tied], 8), [], 'nobody leads a tie');
});

test('marks begin at 5, 10 and 20 per cent, and a tie shares the win', () => {
  assert.deepEqual([0, 0.049, 0.05, 0.1, 0.2, 1].map(markOf), ['', '', '?!', '?', '??', '??']);
  const over = (ranking: object[], lost?: boolean) =>
    ({ result: { ranking, ...(lost && { lost }) } }) as unknown as RoomDocument;
  const tie = [
    { seat: 's0', rank: 1 },
    { seat: 's1', rank: 1 },
    { seat: 's2', rank: 3 },
  ];
  assert.equal(finalChance(over(tie), 's1'), 0.5);
  assert.equal(finalChance(over(tie), 's2'), 0);
  assert.equal(finalChance(over([{ seat: 's0', rank: 1 }], true), 's0'), 0);
  assert.equal(finalChance({} as RoomDocument, 's0'), undefined);
});

test('the hints for a position: of the seat to move, or of the next move of each seat where all move at once', () => {
  const items = [0, 2, 3, 5].map((ply, i) => ({ ply, seat: i === 1 ? 's1' : 's0', hint: {} })) as unknown as AnalysisItem[];
  const at = (ply: number, simultaneous: boolean) => hintsAt(items, ply, simultaneous).map((item) => [item.seat, item.ply]);
  assert.deepEqual(at(2, false), [['s1', 2]]);
  assert.deepEqual(at(1, false), []);
  assert.deepEqual(at(1, true), [
    ['s1', 2],
    ['s0', 3],
  ]);
  assert.deepEqual(at(4, true), [['s0', 5]]);
  assert.deepEqual(at(6, true), []);
});

test('bands add up to the whole at every ply, also where a value is not known', () => {
  const series = [
    { seat: 's0', values: [undefined, 3, undefined] },
    { seat: 's1', values: [1, 1, 0] },
  ];
  assert.deepEqual(upperEdges(series), [
    [0, 0, 0],
    [0.75, 0.75, 1],
  ]);
  assert.deepEqual(
    upperEdges([
      { seat: 's0', values: [0] },
      { seat: 's1', values: [0] },
    ]),
    [[0], [0.5]],
  );
});

test('names stand as near to their bands as they can, in order and apart, and axes have round numbers', () => {
  const near = spread([0.5, 0.5, 0.52], 0.1);
  assert.ok(
    near.every((at, i) => i === 0 || at - (near[i - 1] as number) > 0.099),
    `${near}`,
  );
  assert.deepEqual(spread([0.2, 0.8], 0.1), [0.2, 0.8]);
  assert.ok(spread([1, 1, 1], 0.1).every((at) => at >= 0 && at <= 0.951));
  assert.deepEqual(ticks(63, 5), [0, 20, 40, 60]);
  assert.deepEqual(ticks(0, 5), [0]);
});
