// The text of a clock for the times in the document.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockFace, timeLeft } from '../src/model/facts';
import type { RoomDocument } from '../src/protocol';

const room = (clock: object) => ({ clock }) as unknown as RoomDocument;

// Includes the example of protocol/README.md.
test('byo-yomi: main time, then the period and how many there are with it', () => {
  const rule = room({ kind: 'byoyomi', initial_ms: 600_000, period_ms: 30_000, periods: 5 });
  const rows: [left: number, ms: number, periods: number, low: boolean][] = [
    [200_000, 50_000, 0, false],
    [159_999, 9999, 0, true], // the main time ends soon
    [150_000, 30_000, 5, false],
    [130_000, 10_000, 5, false],
    [129_999, 9999, 5, true],
    [120_001, 1, 5, true],
    [120_000, 30_000, 4, false],
    [95_000, 5000, 4, true],
    [30_000, 30_000, 1, false],
    [1, 1, 1, true],
    [0, 0, 1, true],
  ];
  for (const [left, ms, periods, low] of rows) assert.deepEqual(clockFace(rule, left), { ms, periods, low }, `${left}`);
});

test('a short period is low in its second half', () => {
  const rule = room({ kind: 'byoyomi', initial_ms: 0, period_ms: 6000, periods: 2 });
  const low = [12_000, 9000, 8999, 6000, 3000, 2999].map((left) => clockFace(rule, left).low);
  assert.deepEqual(low, [false, false, true, false, false, true]);
});

test('other clocks have no periods', () => {
  for (const kind of ['move', 'fischer']) {
    assert.deepEqual(clockFace(room({ kind }), 10_000), { ms: 10_000, periods: 0, low: false });
    assert.deepEqual(clockFace(room({ kind }), 9999), { ms: 9999, periods: 0, low: true });
  }
});

test('only the running time runs, and never below nothing', () => {
  const doc = room({
    kind: 'byoyomi',
    period_ms: 10_000,
    periods: 2,
    running: 's0',
    at: 5000,
    left: { s0: 20_000, s1: 10_000 },
  });
  assert.deepEqual(
    [4000, 5000, 16_000, 90_000].map((now) => [timeLeft(doc, 's0', now), timeLeft(doc, 's1', now), timeLeft(doc, 's2', now)]),
    [20_000, 20_000, 9000, 0].map((left) => [left, 10_000, undefined]),
  );
});
