// The round's log: entries from the server and live ones are joined without duplicates or gaps.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Told } from '../src/model/describe';
import type { Answer } from '../src/net/requests';
import type { LogEntry, LogPage, RoomDocument, RoomEvent, Seats } from '../src/protocol';
import { MOST_LINES, RoundLog } from '../src/room/side/log';

const seats = (nick: string): Seats => ({ s0: { kind: 'human', guest: 'g_1', nick, online: true } });
const document = (round: number, nick = 'now') => ({ round, seats: seats(nick) }) as RoomDocument;
const events: RoomEvent[] = [{ kind: 'pass', seat: 's0' }];
const entries = (from: number, to: number): LogEntry[] =>
  Array.from({ length: to - from + 1 }, (_, i) => ({ seq: from + i, events }));
const linesOf = (told: Told[]) => told.reduce((sum, { events }) => sum + events.length, 0);
const numbers = (log: RoundLog) => log.told.map(({ seq }) => seq);

// A server whose answers the test sends at its own time.
function server() {
  const asked: { before: number; give(page: LogPage | undefined): Promise<void> }[] = [];
  const ask = (before: number) =>
    new Promise<Answer>((resolve) => {
      const give = async (page: LogPage | undefined) => {
        resolve(page ? { ok: true, seq: 0, log: page } : { ok: false, code: 'unknown_type' });
        await new Promise((done) => setTimeout(done));
      };
      asked.push({ before, give });
    });
  return { asked, log: new RoundLog(ask, linesOf) };
}

test('what came before the state is asked for page by page, and steps that come meanwhile follow it', async () => {
  const { asked, log } = server();
  const done = log.catchUp(20, document(1));
  log.add(21, events, document(1));
  await asked[0]?.give({ entries: entries(15, 20), more: true });
  log.add(22, events, document(1));
  await asked[1]?.give({ entries: entries(9, 14) });
  assert.equal(await done, true);
  assert.deepEqual(
    asked.map(({ before }) => before),
    [21, 15],
  );
  assert.deepEqual(numbers(log), [9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22]);
  assert.equal(log.cut, false);
});

test('an entry is told with the seats of then, the rest of the document is that of now', async () => {
  const { asked, log } = server();
  const done = log.catchUp(3, document(1));
  await asked[0]?.give({
    entries: [
      { seq: 1, seats: seats('then'), events },
      { seq: 2, events },
      { seq: 3, seats: seats('later'), events },
    ],
  });
  await done;
  assert.deepEqual(
    log.told.map(({ doc }) => doc.seats),
    [seats('then'), seats('then'), seats('later')],
  );
});

test('a state in the middle brings what was missed, once', async () => {
  const { asked, log } = server();
  log.add(1, events, document(1));
  log.add(2, events, document(1));
  const done = log.catchUp(9, document(1));
  await asked[0]?.give({ entries: entries(1, 9) });
  await done;
  assert.deepEqual(numbers(log), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('a state of an earlier step, of another history, leaves nothing of what came after it', async () => {
  const { asked, log } = server();
  for (let seq = 1; seq <= 9; seq += 1) log.add(seq, events, document(1));
  const done = log.catchUp(5, document(1));
  log.add(6, events, document(1, 'of the other way'));
  await asked[0]?.give({ entries: entries(1, 5) });
  await done;
  assert.deepEqual(numbers(log), [1, 2, 3, 4, 5, 6]);
  assert.deepEqual(log.told[5]?.doc.seats, seats('of the other way'));
});

test('a round that begins while pages are on their way leaves nothing of the old one', async () => {
  const { asked, log } = server();
  const done = log.catchUp(20, document(1));
  await asked[0]?.give({ entries: entries(15, 20), more: true });
  log.add(21, events, document(2));
  await asked[1]?.give({ entries: [] });
  assert.equal(await done, false);
  assert.deepEqual(numbers(log), [21]);
});

test('only the newest question counts; a server that cannot say leaves the log as it is', async () => {
  const { asked, log } = server();
  const first = log.catchUp(5, document(1));
  const second = log.catchUp(8, document(1));
  await asked[1]?.give({ entries: entries(6, 8), cut: true });
  await asked[0]?.give({ entries: entries(1, 5) });
  assert.deepEqual(await Promise.all([first, second]), [false, true]);
  assert.deepEqual(numbers(log), [6, 7, 8]);
  assert.equal(log.cut, true);
  const third = log.catchUp(9, document(1));
  await asked[2]?.give(undefined);
  assert.equal(await third, false);
  assert.deepEqual(numbers(log), [6, 7, 8]);
});

test('no more is asked for than is shown', async () => {
  const { asked, log } = server();
  const done = log.catchUp(1000, document(1));
  await asked[0]?.give({ entries: entries(901, 1000), more: true });
  await asked[1]?.give({ entries: entries(801, 900), more: true });
  assert.equal(await done, true);
  assert.equal(asked.length, 2);
  assert.equal(log.told.length, MOST_LINES);
  assert.equal(log.cut, true);
});

test('what has no words is let go of first; of the rest the newest stay', () => {
  const { log } = server();
  for (let seq = 1; seq <= 3000; seq += 1) log.add(seq, seq % 100 === 0 ? events : [], document(1));
  assert.deepEqual(numbers(log).filter((seq) => seq <= 2000 && seq % 100 === 0).length, 20);
  assert.equal(log.cut, false);
  for (let seq = 3001; seq <= 5000; seq += 1) log.add(seq, events, document(1));
  assert.ok(log.told.length >= MOST_LINES && log.told.length <= 1000);
  assert.equal(log.told.at(-1)?.seq, 5000);
  assert.equal(log.cut, true);
});
