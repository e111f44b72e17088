// The connection's tries, with a socket and timers that the test moves by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Connection, type Trouble } from '../src/net/connection';

class FakeSocket {
  static all: FakeSocket[] = [];
  onclose: ((event: { code: number }) => void) | null = null;
  constructor() {
    FakeSocket.all.push(this);
  }
  close() {}
}

test('what the server has said about the next try also holds for a try that had begun before', async () => {
  const timers: { run: () => void; ms: number }[] = [];
  const later = (run: () => void, ms: number) => timers.push({ run, ms });
  const page = { addEventListener() {}, removeEventListener() {}, clearTimeout() {}, clearInterval() {}, setInterval() {} };
  const location = { origin: 'http://here' };
  Object.assign(globalThis, page, { document: page, location, WebSocket: FakeSocket, setTimeout: later });
  let tell: (trouble: Trouble) => void = () => assert.fail('nobody has asked');
  const explain = () =>
    new Promise<Trouble>((resolve) => {
      tell = resolve;
    });
  const connection = new Connection('/rooms/X/ws', { onDocument() {}, onStatus() {}, explain }, true);
  const fail = () => FakeSocket.all.at(-1)?.onclose?.({ code: 1006 });
  fail();
  assert.ok((timers.at(-1)?.ms ?? Number.NaN) <= 2500, 'soon again, while the reason is unknown');
  timers.at(-1)?.run();
  assert.equal(FakeSocket.all.length, 2);
  tell({ title: String, words: String, retryMs: 60_000 });
  await Promise.resolve();
  assert.equal(connection.status.kind, 'connecting');
  fail();
  assert.ok((timers.at(-1)?.ms ?? 0) > 59_000, 'not before the time that the server has told');
});
