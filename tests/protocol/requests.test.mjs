// Every request of the WebSocket with made-up values, right and wrong, against a real server: each gets exactly one answer with its
// id, and each frame of the server is valid by its closed schema. ENGAWA_CALLS: how many requests.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { merge } from '../../clients/sdk/javascript/engawa.mjs';
import { Engawad } from '../browser/lib/engawad.mjs';
import { check, checkServer, errors, schemas } from '../conformance/contract.mjs';
import { PATIENCE_MS, WebSocket } from '../kit/raw.mjs';
import { requestNames } from '../../protocol/schemas.mjs';
import { counted, make, ODD, pick, random, SEED, seldom, upTo } from './made_up.mjs';

const REQUESTS = Number(process.env.ENGAWA_CALLS ?? 500);
const GAMES = ['reversi', 'nim', 'fifteen', 'bubbles'];

let server;
before(async () => {
  server = await Engawad.start({ args: ['--trusted-proxies', '127.0.0.1', '--messages-per-s', '100000', '--messages-burst', '100000'] });
});
after(() => server?.stop());

// From a separate address, so that no limit of an address ends the test.
const someAddress = () => ({ 'X-Forwarded-For': `10.${upTo(256)}.${upTo(256)}.${upTo(256)}` });

async function post(path, body, token) {
  const headers = { ...someAddress(), 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) };
  return (await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}

// A guest in a room. Every received frame is checked, and none may answer an answered request.
class Person {
  frames = [];
  answered = new Set();
  closed;
  #wake = () => {};

  constructor(room, token) {
    this.socket = new WebSocket(`${server.url.replace('http', 'ws')}/rooms/${room}/ws`, 'engawa.v1', { headers: someAddress() });
    this.socket.on('message', (data) => {
      this.#take(JSON.parse(String(data)));
      this.#wake();
    });
    this.socket.on('close', (code) => {
      this.closed = code;
      this.#wake();
    });
    this.socket.on('open', () => this.socket.send(JSON.stringify({ type: 'hello', id: 'hello', token })));
  }

  #take(frame) {
    assert.equal(checkServer(frame, 'room'), null, JSON.stringify(frame).slice(0, 600));
    const twice = frame.re !== undefined && frame.retry_ms === undefined && this.answered.has(JSON.stringify(frame.re));
    assert.ok(!twice || typeof frame.re !== 'string' || !frame.re.startsWith('made-'), `a second answer: ${JSON.stringify(frame)}`);
    if (frame.re !== undefined) this.answered.add(JSON.stringify(frame.re));
    if (frame.type === 'state') this.document = frame.room;
    if (frame.set) this.document = merge(this.document, frame.set);
    this.frames.push(frame);
  }

  // The first matching frame from now on; undefined if the connection ends before.
  async until(fits) {
    const end = Date.now() + PATIENCE_MS;
    for (let at = 0; ; ) {
      for (; at < this.frames.length; at += 1) if (fits(this.frames[at])) return this.frames[at];
      if (this.closed !== undefined) return undefined;
      assert.ok(Date.now() < end, 'no answer comes');
      await new Promise((done) => {
        const timer = setTimeout(done, 1000);
        this.#wake = () => {
          clearTimeout(timer);
          done();
        };
      });
    }
  }
}

async function arrive(room, token) {
  const person = new Person(room, token);
  assert.ok(await person.until(({ type }) => type === 'state'), `closed with ${person.closed}`);
  return person;
}

// A room of one game in which the host and a friend sit.
async function openTable(game) {
  const [host, friend] = [await post('/api/guests', {}), await post('/api/guests', {})];
  const preset = { reversi: 'classic', nim: '753', fifteen: 'race', bubbles: 'duel' }[game];
  let answer = await post('/api/rooms', { game, options: { preset }, seats: ['me', 'open'], clock: { kind: 'none' }, bot_delay_ms: 0 }, host.token);
  if (!answer.room) answer = await post('/api/rooms', { game, bot_delay_ms: 0 }, host.token);
  return { game, room: answer.room, tokens: [host.token, friend.token], guests: [host.id, friend.id], people: [] };
}

const names = [...requestNames].filter((name) => name !== 'hello');
const find = (ref) => {
  const [file, part] = ref.split('#');
  const schema = schemas[file.replace('.schema.json', '')];
  return part ? part.split('/').slice(1).reduce((at, name) => at[name], schema) : schema;
};

let made = 0;
// The text of a request, and its id if it has one that can be answered.
function requestFor(table, person) {
  const name = pick(names);
  const wrong = random() < 0.4; // most likely in at least one place
  const text = () => (wrong ? pick([pick(table.guests), 'random', 'こんにちは', ...ODD]) : pick([...table.guests, 'random', 'こんにちは']));
  const finder = (ref) => (ref.startsWith('#') ? find(`${name}.schema.json${ref}`) : find(ref));
  const request = make(schemas[name], { find: finder, text, odd: () => wrong && seldom() });
  if (typeof request !== 'object' || request === null || Array.isArray(request)) return { name: 'odd', text: JSON.stringify(request) };
  made += 1;
  if (!wrong || !seldom()) request.id = `made-${made}`;
  if (!wrong || !seldom()) request.type = name;
  else request.type = pick(['sing', 'Say', '', 'hello']);
  if (['move', 'preview'].includes(name) && !(wrong && seldom())) Object.assign(request, { ply: person.document.ply ?? 0, move: moveOf(table.game, person.document) });
  const whole = JSON.stringify(request);
  const broken = wrong && random() < 0.1 && pick([whole.slice(0, -1), `${whole}x`, whole.replace('{', '{"id":1,"id":2,'), `[${whole}]`]);
  return { name, text: broken || whole, id: broken ? undefined : request.id };
}

// A legal move in this position, if `legal` can be read.
function moveOf(game, { legal = '' }) {
  const word = pick(legal.split(' '));
  if (game === 'reversi') return { cell: word };
  if (game === 'bubbles') return { angle: upTo(16001) - 8000 };
  const [row, cells = ''] = word.split(':');
  if (game === 'nim') return { row: Number(row), from: Number(cells.split('-')[0]), count: 1 };
  return { tile: Number(pick(cells.split(' '))) };
}

// The allowed forms of the answer to a request. A frame without an id that can be answered gets an error without one.
function answers(id) {
  const usable = check('common#RequestId', id) === null;
  return ({ type, re }) => ['ok', 'error', 'pong'].includes(type) && (usable ? JSON.stringify(re) === JSON.stringify(id) : true);
}

const counts = new Map();
const note = (word) => counts.set(word, (counts.get(word) ?? 0) + 1);

async function askOne(table, number) {
  const who = number % 2;
  const here = table.people[who];
  if (!here || here.closed !== undefined) table.people[who] = await arrive(table.room, table.tokens[who]);
  const person = table.people[who];
  const asked = requestFor(table, person);
  const before = person.frames.length;
  person.socket.send(asked.text);
  const fits = answers(asked.id);
  const answer = await person.until((frame) => person.frames.indexOf(frame) >= before && fits(frame));
  if (!answer) {
    assert.ok([1008, 4005].includes(person.closed), `closed with ${person.closed} after ${asked.text}`);
    return note(`closed ${person.closed}`);
  }
  note(answer.type === 'error' ? answer.code : answer.type);
}

test(`each made-up request has one answer, and the server's frames are as the schemas say (seed ${SEED})`, async () => {
  const tables = await Promise.all(GAMES.map(openTable));
  for (let i = 0; i < REQUESTS; i += 1) await askOne(tables[i % tables.length], Math.floor(i / tables.length));
  for (const { people } of tables) for (const person of people) person.socket.close(1000);
  console.log(`${REQUESTS} requests: ${counted(counts)}`);
  const codes = new Set(errors.map(({ code }) => code));
  for (const code of ['bad_message', 'bad_json', 'unknown_type', 'not_host', 'forbidden', 'ok', 'pong']) assert.ok(counts.has(code), `nothing was answered with ${code}`);
  assert.ok([...counts.keys()].filter((word) => codes.has(word)).length >= 8);
});
