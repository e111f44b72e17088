// Previews without a socket: which are requested, kept and dropped; and the games' sentences for them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrowWords, ghostWords as slideWords } from '../src/games/fifteen/ghost';
import { tilesOf } from '../src/games/fifteen/tiles';
import { ghostWords as takeWords } from '../src/games/nim/ghost';
import { ghostWords } from '../src/games/reversi/ghost';
import type { Answer } from '../src/net/requests';
import type { Preview, PutEvent, RoomDocument } from '../src/protocol';
import { Previews } from '../src/rules/preview';

const seenAt = (ply: number): Preview => ({ ply, set: { ply: ply + 1 }, events: [] });
const answerAt = (ply: number): Answer => ({ ok: true, seq: 1, preview: seenAt(ply) });

// A room whose server answers when the test tells it to.
class Room {
  doc: RoomDocument | undefined = { phase: 'playing', round: 1, ply: 4 } as RoomDocument;
  readonly asked: { ply: number; move: unknown; answer(answer: Answer): void }[] = [];
  readonly previews = new Previews(
    (fields) => new Promise((answer) => this.asked.push({ ...fields, answer })),
    () => this.doc,
  );

  moveTo(ply: number): void {
    this.doc = { ...this.doc, ply } as RoomDocument;
  }
}

test('a move is asked for once in a position, and again in the next', async () => {
  const room = new Room();
  const both = [room.previews.of({ cell: 'f5' }), room.previews.of({ cell: 'f5' })];
  assert.deepEqual(
    room.asked.map(({ ply, move }) => ({ ply, move })),
    [{ ply: 4, move: { cell: 'f5' } }],
  );
  room.asked[0]?.answer(answerAt(4));
  assert.deepEqual(await Promise.all(both), [seenAt(4), seenAt(4)]);
  assert.deepEqual(await room.previews.of({ cell: 'f5' }), seenAt(4));
  assert.equal(room.asked.length, 1);
  room.moveTo(5);
  const next = room.previews.of({ cell: 'f5' });
  assert.equal(room.asked[1]?.ply, 5);
  room.asked[1]?.answer(answerAt(5));
  assert.deepEqual(await next, seenAt(5));
});

test('an answer that comes after the position has changed is dropped', async () => {
  const room = new Room();
  const late = room.previews.of({ cell: 'f5' });
  room.moveTo(5);
  room.asked[0]?.answer(answerAt(4));
  assert.equal(await late, undefined);
});

test('a refusal is no preview, and may be asked about again', async () => {
  const room = new Room();
  const refused = room.previews.of({ cell: 'f5' });
  room.asked[0]?.answer({ ok: false, code: 'rate_limited' });
  assert.equal(await refused, undefined);
  void room.previews.of({ cell: 'f5' });
  assert.equal(room.asked.length, 2);
});

test('nobody is asked before and after the game', async () => {
  const room = new Room();
  for (const phase of ['lobby', 'over'] as const) {
    room.doc = { ...room.doc, phase } as RoomDocument;
    assert.equal(await room.previews.of({ cell: 'f5' }), undefined);
  }
  assert.equal(room.asked.length, 0);
});

test('reversi says how many discs a move flips, and whether a bomb goes off', () => {
  const words = (put: Partial<PutEvent>) =>
    ghostWords({ ply: 4, set: { ply: 5 }, events: [{ kind: 'put', seat: 's0', cell: 'f5', lines: [], ...put }] });
  assert.equal(words({ turned: { W: 5, C: 2 } }), 'f5: flips 7 discs');
  assert.equal(words({ turned: { W: 1 } }), 'f5: flips 1 disc');
  assert.equal(words({}), 'f5: flips nothing');
  const lines = [
    { to: 'f1', flip: 'f4 f3 f2' },
    { to: 'i5', flip: 'g5 h5' },
  ];
  assert.equal(words({ boom: true, lines }), 'f5: sets off a bomb, 7 discs vanish');
  assert.equal(ghostWords({ ply: 4, set: { ply: 5 }, events: [] }), '');
});

test('753 says what is left, and what the last stones mean', () => {
  const rows = ['ooxoo', 'ooo'];
  assert.equal(takeWords(rows, false, { row: 1, from: 0, count: 3 }), 'Row 2: takes 3, 4 left');
  assert.equal(takeWords(['xxoo'], false, { row: 0, from: 2, count: 2 }), 'Row 1: takes the last 2 and wins');
  assert.equal(takeWords(['xxo'], true, { row: 0, from: 2, count: 1 }), 'Row 1: takes the last stone and loses');
});

test('the 15-puzzle says how many tiles slide where, and what the arrow keys do', () => {
  const tiles = (text: string) => tilesOf({ tiles: text, steps: 0 });
  const start = tiles('1 2 3 4 5 6 0 7 8');
  assert.equal(slideWords(start, 7), '7: slides left');
  assert.equal(slideWords(start, 8), '8: slides 2 tiles left');
  assert.equal(slideWords(start, 1), '1: slides 2 tiles down');
  assert.equal(slideWords(start, 5), '', 'not in line');
  assert.equal(slideWords(start, 0), '', 'the hole');
  assert.equal(slideWords(tiles('0 1 2 3 4 5 6 7 8'), 6), '6: slides 2 tiles up');
  assert.equal(slideWords(tiles('1 2 0 4 5 3 7 8 6'), 1), '1: slides 2 tiles right');
  assert.equal(arrowWords(start), 'Arrow keys slide 7 left, 4 down.');
});
