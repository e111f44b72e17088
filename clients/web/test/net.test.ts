// The document's copy, the retry rule and the back-off, without a socket.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterClose } from '../src/net/backoff';
import { type Json, mergePatch } from '../src/net/merge';
import { Replica } from '../src/net/replica';
import { type Answer, Requests } from '../src/net/requests';
import type { ErrorMessage, State, Step } from '../src/protocol';

// RFC 7386, appendix A.
const CASES: [string, string, string][] = [
  ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
  ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
  ['{"a":"b"}', '{"a":null}', '{}'],
  ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
  ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
  ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
  ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
  ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
  ['["a","b"]', '["c","d"]', '["c","d"]'],
  ['{"a":"b"}', '["c"]', '["c"]'],
  ['{"a":"foo"}', 'null', 'null'],
  ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
  ['[1,2]', '{"a":"b","c":null}', '{"a":"b"}'],
  ['{}', '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
];

test('merge patches follow every example of RFC 7386', () => {
  for (const [target, patch, result] of CASES) {
    const before = JSON.parse(target) as Json;
    assert.deepEqual(mergePatch(before, JSON.parse(patch) as Json), JSON.parse(result), `${target} + ${patch}`);
    assert.deepEqual(before, JSON.parse(target), 'the old document is left alone');
  }
});

test('a patch cannot reach a prototype', () => {
  const merged = mergePatch({}, JSON.parse('{"__proto__":{"polluted":true}}') as Json) as Record<string, unknown>;
  assert.equal(merged.polluted, undefined);
});

test('a replica notices gaps and ignores what it has', () => {
  const replica = new Replica<{ ply: number }>();
  const step = (seq: number) => ({ type: 'step', seq, hash: hashOf(seq), set: { ply: seq }, events: [] }) as Step;
  const hashOf = (seq: number) => `${seq}`.padStart(12, '0');
  assert.equal(replica.apply(step(1)), 'gap');
  const state = (seq: number, hash = hashOf(seq)) =>
    ({ type: 'state', seq, hash, you: {}, room: { ply: 0 } }) as unknown as State;
  assert.equal(replica.apply(state(3)), 'done');
  assert.equal(replica.apply(step(3)), 'old');
  assert.equal(replica.apply(step(5)), 'gap');
  assert.equal(replica.apply(step(4)), 'done');
  assert.equal(replica.apply(step(5)), 'done');
  assert.deepEqual([replica.seq, replica.hash, replica.doc?.ply], [5, hashOf(5), 5]);
  assert.equal(replica.apply(state(4, 'of another')), 'done', 'a state counts whatever its number is');
  assert.deepEqual([replica.seq, replica.hash, replica.doc?.ply], [4, 'of another', 0]);
});

test('a request keeps its frame until its answer has come', async () => {
  const requests = new Requests(() => assert.fail('nothing was postponed'));
  const first = requests.add('move', { ply: 1 });
  const second = requests.add('say', { text: 'x' });
  assert.deepEqual(requests.unanswered(), [first.frame, second.frame]);
  const ids = requests.unanswered().map((frame) => (JSON.parse(frame) as { id: string }).id);
  assert.equal(new Set(ids).size, 2);
  assert.ok(ids.every((id) => id.length <= 32));
  assert.equal(requests.settle({ type: 'ok', re: ids[0] as string, seq: 7 }), true);
  assert.deepEqual(await first.answer, { ok: true, seq: 7 });
  assert.equal(requests.settle({ type: 'ok', re: ids[0] as string, seq: 7 }), false);
  assert.deepEqual(requests.unanswered(), [second.frame]);
  requests.refuseAll('offline');
  assert.deepEqual(await second.answer, { ok: false, code: 'offline' });
});

const codeOf = (answer: Answer) => (answer.ok ? undefined : answer.code);

test('a refusal that means "later" is waited for, and the same frame is sent again', async () => {
  let sent: (frame: string) => void = () => assert.fail('nothing was postponed');
  const requests = new Requests((again) => sent(again));
  const refuse = (frame: string, code: string) => {
    const re = (JSON.parse(frame) as { id: string }).id;
    return requests.settle({ type: 'error', re, code, message: 'later', retry_ms: 20 } as ErrorMessage);
  };
  const postponed = async (frame: string, code: string) => {
    const began = performance.now();
    const again = new Promise<string>((resolve) => {
      sent = resolve;
    });
    assert.equal(refuse(frame, code), true);
    assert.deepEqual(requests.unanswered(), [], 'a reconnect does not shorten the pause');
    assert.equal(await again, frame);
    assert.ok(performance.now() - began >= 19, 'not before its time');
    assert.deepEqual(requests.unanswered(), [frame]);
  };
  for (const code of ['too_soon', 'rate_limited', 'storage_limit', 'busy', 'draining', 'internal']) {
    const { frame, answer } = requests.add('move', { ply: 1 });
    await postponed(frame, code);
    assert.equal(refuse(frame, 'stale'), true);
    assert.equal(codeOf(await answer), 'stale');
  }
  const { frame, answer } = requests.add('move', { ply: 2 });
  for (let i = 0; i < 5; i += 1) await postponed(frame, 'busy');
  refuse(frame, 'busy');
  assert.equal(codeOf(await answer), 'busy', 'not for ever');
});

test('close codes: 40xx stay away, the others wait', () => {
  assert.deepEqual(afterClose(4003, 0, 0), { kind: 'newGuest' });
  assert.deepEqual(afterClose(4004, 0, 0), { kind: 'stop', reason: 'replaced' });
  assert.deepEqual(afterClose(4006, 0, 0), { kind: 'stop', reason: 'noRoom' });
  assert.deepEqual(afterClose(4007, 0, 0), { kind: 'stop', reason: 'broken' });
  assert.deepEqual(afterClose(4008, 0, 0), { kind: 'stop', reason: 'closed' });
  for (const code of [4001, 4005, 1002, 1003, 1007, 1008, 1009])
    assert.equal(afterClose(code, 0, 0).kind, 'stop', String(code));
  assert.deepEqual(afterClose(1012, 5, 0.5), { kind: 'again', delayMs: 1500 });
  for (const code of [1006, 1011, 1013, 4002, 4102, 4103, 4201]) {
    const delays = [0, 1, 2, 3, 10, 20, 100].map((failures) => {
      const verdict = afterClose(code, failures, 1);
      return verdict.kind === 'again' ? verdict.delayMs : Number.NaN;
    });
    assert.deepEqual(delays, [250, 500, 1000, 2000, 2500, 2500, 15_000], String(code));
  }
});
