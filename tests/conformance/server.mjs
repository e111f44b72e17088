// Plays the requests of the examples to a server: every frame is checked against the schemas and the rules of a
// conversation, and every answer must match the recorded one as far as possible: the same type, and for an error the
// same code.
import { isDeepStrictEqual } from 'node:util';
import { Fault, Queue, WebSocket, within } from '../kit/raw.mjs';
import { promises } from './answers.mjs';
import { checkHttpAnswer, checkServer, Conversation, examples } from './contract.mjs';

const PATIENCE_MS = 10_000;
const passing = new Set(['rate_limited', 'too_soon', 'busy']);

export async function playExamples(url, tell) {
  await playAll(url, tell);
  await tryPromises(url, tell);
  const sentence = 'one history: a client that comes back with another past gets a notice and the state; one with ours gets neither';
  try {
    await comeBackWithHistories(new Caller(url), url);
    tell(sentence);
  } catch (fault) {
    tell(sentence, fault instanceof Fault ? fault.message : String(fault.cause ?? fault));
  }
}

// Each in a separate room.
async function tryPromises(url, tell) {
  for (const [sentence, act] of promises) {
    const caller = new Caller(url);
    try {
      const { token } = await caller.guest('Tester');
      const { answer } = await caller.call('POST', '/api/rooms', { game: 'reversi', visibility: 'private', seats: ['open', 'open'] }, token);
      const seat = new Seat(url, answer.ws, 'room');
      try {
        await seat.open();
        await seat.hello({ type: 'hello', id: 'h', token });
        await act(seat);
      } finally {
        seat.close();
      }
      tell(sentence);
    } catch (fault) {
      tell(sentence, fault instanceof Fault ? fault.message : String(fault.cause ?? fault));
    }
  }
}

async function playAll(url, tell) {
  for (const example of examples) {
    const sentence = `${example.name}: ${example.title}`;
    try {
      const why = await playExample(url, example);
      if (why) console.log(`     not played, ${why}: ${sentence}`);
      else tell(sentence);
    } catch (fault) {
      tell(sentence, fault instanceof Fault ? fault.message : String(fault.cause ?? fault));
    }
  }
}

// A room of one guest, who returns with its own history, and with one that a restored backup would not have.
async function comeBackWithHistories(caller, url) {
  const { token } = await caller.guest('Tester');
  const { answer } = await caller.call('POST', '/api/rooms', { game: 'reversi', visibility: 'private', seats: ['open'] }, token);
  const first = new Seat(url, answer.ws, 'room');
  await first.open();
  await first.hello({ type: 'hello', id: 'h0', token });
  await first.ask({ type: 'say', id: 'once', text: 'once' });
  const { seq, document, hashes } = first.conversation;
  first.close();
  const hash = hashes.get(seq);
  const other = hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
  const cases = [
    ['its own hash', seq, hash, ''],
    ['another hash', seq, other, 'notice state'],
    ['a step that the room does not have yet', seq + 1000, other, 'notice state'],
    ['no hash', seq, undefined, ''],
  ];
  for (const [number, [what, known, sent, expected]] of cases.entries()) {
    const seat = new Seat(url, answer.ws, 'room');
    try {
      seat.conversation.resume(document, known);
      await seat.open();
      await seat.ask({ type: 'hello', id: `h${number + 1}`, token, seq: known, hash: sent });
      await seat.ask({ type: 'ping', id: `p${number}` });
      const got = seat.got.filter((type) => type === 'notice' || type === 'state').join(' ');
      if (got !== expected) throw new Fault(`hello with ${what} is followed by ${got || 'neither a notice nor a state'}, not by ${expected || 'the missing steps alone'}`);
      await seat.ask({ type: 'sync', id: `s${number}` });
      if (seat.got.at(-2) !== 'state') throw new Fault('sync without seq is not answered by a state');
    } finally {
      seat.close();
    }
  }
}

// Returns the reason if an example is not played.
function playExample(url, example) {
  if (example.channel === 'http') return playCalls(new Caller(url), example);
  if (example.channel === 'lobby') return playLobby(url, example);
  if (example.channel === 'stream') return 'since it needs a second guest who invites';
  const first = example.messages.find((entry) => entry.message.type === 'state');
  if (!first || first.message.room.phase !== 'lobby') return 'since it begins in the middle of a game';
  if (example.messages.some(({ message }) => ['kick', 'mute', 'hand_over'].includes(message.type))) return 'since other people come and go in it';
  if (example.messages.some(({ message }) => message.type === 'notice' && message.kind === 'operator')) return 'since the operator acts in it';
  if (example.messages.some(({ message }) => message.type === 'configure')) return 'since it plays more than one game';
  return playRoom(url, example, first.message);
}

// HTTP as one guest. A server limits the rate of new rooms; this waits as requested, within reason.
class Caller {
  constructor(url) {
    this.url = url;
  }

  async call(method, path, body, token) {
    for (let tries = 0; ; tries += 1) {
      const headers = { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) };
      const response = await fetch(this.url + path, { method, headers, ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}) });
      const answer = await response.json();
      const fault = checkHttpAnswer(`${method} ${path}`, response.status, answer);
      if (fault) throw new Fault(`${method} ${path} ${JSON.stringify(body ?? null)}: the answer ${JSON.stringify(answer).slice(0, 200)} violates the protocol: ${fault}`);
      if (answer.code !== 'rate_limited' || tries === 3) return { status: response.status, answer };
      // The message of `rate_limited` contains the time to wait.
      const wait = Number(/(\d+) ms/.exec(answer.message)?.[1] ?? 5000);
      await new Promise((resolve) => setTimeout(resolve, Math.min(wait, 15_000)));
    }
  }

  async guest(nick) {
    const { answer } = await this.call('POST', '/api/guests', { nick });
    return answer;
  }
}

// Replaces codes and tokens of the recording by those of this server. A call is made as a guest if its answer requires
// that. Reports need a second guest.
async function playCalls(caller, example) {
  const guest = await caller.guest('Tester');
  const rooms = new Map();
  for (const { call, request, status, answer } of example.exchanges) {
    if (answer.reported) continue;
    const [method, recordedPath] = call.split(' ');
    const path = recordedPath.replace(/^\/api\/rooms\/(\w+)/, (whole, code) => `/api/rooms/${rooms.get(code) ?? code}`);
    const needsGuest = status !== 401 && (path === '/api/me' || (method === 'POST' && path !== '/api/guests'));
    const got = await caller.call(method, path, request, needsGuest ? guest.token : undefined);
    const fine = (code) => code === 200 || code === 201;
    if (got.status !== status && !(fine(got.status) && fine(status))) throw new Fault(`${call} is answered with ${got.status}, not ${status}: ${JSON.stringify(got.answer)}`);
    if (answer.code && got.answer.code !== answer.code && answer.type === 'error') throw new Fault(`${call} is refused with ${got.answer.code}, not ${answer.code}`);
    if (answer.room) rooms.set(answer.room, got.answer.room);
  }
}

// One connection that stores what a client stores, and reports every violation of the protocol.
class Seat {
  frames = new Queue();
  got = []; // the types of what came

  constructor(url, path, channel) {
    this.conversation = new Conversation(channel);
    this.channel = channel;
    this.socket = new WebSocket((url + path).replace(/^http/, 'ws'), 'engawa.v1');
    this.socket.on('message', (data, binary) => this.frames.push(binary ? { fault: 'a binary frame' } : JSON.parse(data)));
    this.socket.on('close', (code) => this.frames.push({ fault: `the server closed with ${code}` }));
    this.socket.on('error', ({ message }) => this.frames.push({ fault: message }));
  }

  get document() {
    return this.conversation.document;
  }

  open() {
    return within(PATIENCE_MS, new Promise((resolve) => this.socket.once('open', resolve)), 'the WebSocket does not open');
  }

  // Reads frames until one satisfies `ready`, and returns that one.
  async until(ready, what) {
    for (;;) {
      const frame = await within(PATIENCE_MS, this.frames.next(), `waited for ${what} in vain`);
      if (frame.fault) throw new Fault(`waited for ${what}: ${frame.fault}`);
      this.take(frame);
      if (ready(frame)) return frame;
    }
  }

  take(frame) {
    const malformed = checkServer(frame, this.channel);
    const fault = malformed ?? (frame.re === undefined ? null : this.conversation.settle(frame)) ?? this.conversation.follow(frame);
    if (fault) throw new Fault(`${JSON.stringify(frame).slice(0, 300)} violates the protocol: ${fault}`);
    this.got.push(frame.type);
  }

  // The answer to a request whose id cannot be read has no id.
  ask(message) {
    this.conversation.sent(message);
    this.socket.send(JSON.stringify(message));
    return this.until(({ re, type }) => re === message.id || (type === 'error' && re === undefined), `the answer to ${JSON.stringify(message)}`);
  }

  async hello(message) {
    const answer = await this.ask(message);
    if (answer.type !== 'error') await this.until(() => this.document !== undefined, 'the document');
    return answer;
  }

  close() {
    this.socket.terminate();
  }
}

const recordedAnswer = (messages, index) =>
  messages.slice(index + 1).map((entry) => entry.message).find((message) => (message.re === undefined ? message.type === 'error' : message.re === messages[index].message.id));

function compare(request, recorded, got) {
  if (!recorded || passing.has(recorded.code)) return;
  const same = recorded.type === got.type && recorded.code === got.code;
  if (!same) throw new Fault(`${JSON.stringify(request)} is answered by ${JSON.stringify(got)}, not by ${recorded.code ?? recorded.type}`);
}

async function playLobby(url, example) {
  const seat = new Seat(url, '/lobby/ws', 'lobby');
  try {
    await seat.open();
    for (const [index, { from, message }] of example.messages.entries()) {
      if (from !== 'client') continue;
      const got = message.type === 'hello' ? await seat.hello(message) : await seat.ask(message);
      compare(message, recordedAnswer(example.messages, index), got);
    }
  } finally {
    seat.close();
  }
}

// The seats of the recording: the player's own, other people's, the bots'.
function wishOf({ game, options, clock, start, visibility, seats }, me) {
  const { running, left, at, ...rule } = clock;
  const chair = (seat) => {
    if (seat.guest === me) return 'me';
    if (seat.kind === 'bot') return { bot: seat.bot, level: seat.level };
    return seat.kind === 'closed' ? 'closed' : 'open';
  };
  return { game, options, start, visibility, bot_delay_ms: 0, clock: rule, seats: Object.values(seats).map(chair) };
}

async function playRoom(url, example, { room }) {
  const caller = new Caller(url);
  const me = example.messages.find((entry) => entry.message.guest)?.message.guest;
  const maker = await caller.guest('Host');
  const guest = await caller.guest(me.nick);
  const isHost = room.host === me.id || !room.host;
  const wish = wishOf(room, me.id);
  const { status, answer } = await caller.call('POST', '/api/rooms', wish, isHost ? guest.token : maker.token);
  if (status !== 201) throw new Fault(`the room of the example cannot be made: ${JSON.stringify(answer)}`);
  const seat = new Seat(url, answer.ws, 'room');
  const others = new Others(caller, url, answer.ws, me.id);
  try {
    await seat.open();
    await playMessages(seat, example, guest, others);
  } finally {
    seat.close();
    others.close();
  }
}

// The other people of a recording: they sit down and start the game at the same points.
class Others {
  seats = [];

  constructor(caller, url, path, me) {
    Object.assign(this, { caller, url, path, me });
  }

  async follow(step) {
    for (const event of step.events ?? []) {
      if (event.kind === 'start' && this.seats.length > 0) await this.ask(this.seats[0], { type: 'start', id: 'start' });
      const state = step.set.seats?.[event.seat];
      if (event.kind !== 'sit' || !state?.guest || state.guest === this.me) continue;
      const { token } = await this.caller.guest(state.nick);
      const seat = new Seat(this.url, this.path, 'room');
      this.seats.push(seat);
      await seat.open();
      await seat.hello({ type: 'hello', id: 'h', token });
      await this.ask(seat, { type: 'sit', id: 'sit', seat: Number(event.seat.slice(1)) });
    }
  }

  async ask(seat, request) {
    const answer = await seat.ask(request);
    if (answer.type !== 'ok') throw new Fault(`somebody else cannot ${request.type} as in the example: ${JSON.stringify(answer)}`);
  }

  close() {
    for (const seat of this.seats) seat.close();
  }
}

async function playMessages(seat, example, guest, others) {
  const { messages } = example;
  const accepted = new Map(); // id in the recording -> the accepted move and its answer
  let asked; // the last request; the recording shows its step next
  for (const [index, { from, message, retry }] of messages.entries()) {
    if (from === 'server') {
      if (message.type === 'step' && !asked) await others.follow(message);
      if (message.re !== undefined) asked = undefined;
      continue;
    }
    asked = message;
    const recorded = recordedAnswer(messages, index);
    const request = message.type === 'hello' && message.token && recorded?.type === 'welcome' ? { ...message, token: guest.token } : message;
    if (request.type === 'hello') compare(request, recorded, await seat.hello(request.token ? request : { ...request, token: recorded?.type === 'welcome' ? guest.token : undefined }));
    else if (retry && accepted.has(request.id)) {
      const { move, answer } = accepted.get(request.id);
      const again = await seat.ask(move);
      if (!isDeepStrictEqual(again, answer)) throw new Fault(`${JSON.stringify(move)}, sent again, is answered by ${JSON.stringify(again)}, not by ${JSON.stringify(answer)} as before`);
    } else if (['move', 'hint', 'preview'].includes(request.type) && recorded?.type === 'ok') {
      // Bots may play differently than in the recording: the game may end sooner.
      if (!(await isMyTurn(seat, guest.id))) return;
      if (request.type === 'hint') compare(request, recorded, await seat.ask(request));
      else if (request.type === 'preview') await preview(seat, request, recorded);
      else {
        const made = await makeMove(seat, request);
        if (!made) return;
        accepted.set(request.id, made);
      }
    }
    else compare(request, recorded, await seat.ask(request));
    if (request.type === 'hello' && recorded?.type === 'error') return;
  }
}

// Waits for the turn; false if the game is over.
async function isMyTurn(seat, guest) {
  const acts = () => seat.document.to_act.split(' ').some((name) => seat.document.seats[name]?.guest === guest);
  const known = () => seat.document.phase === 'over' || acts();
  if (!known()) await seat.until(known, 'the turn');
  return seat.document.phase !== 'over';
}

// A preview changes nothing. If its move is not legal in this position, it is refused as the move would be.
async function preview(seat, request, recorded) {
  const before = [seat.document, seat.conversation.seq];
  const now = seat.document.ply === undefined ? {} : { ply: seat.document.ply };
  const answer = await seat.ask({ ...request, ...now });
  if (answer.code !== 'illegal_move') compare(request, recorded, answer);
  if (!isDeepStrictEqual([seat.document, seat.conversation.seq], before)) throw new Fault(`${JSON.stringify(request)} has changed the document`);
}

// If the recorded move is no longer legal, plays the server's own hint. Returns the accepted move; nothing if the
// game is over.
async function makeMove(seat, request) {
  const now = () => (seat.document.ply === undefined ? {} : { ply: seat.document.ply });
  let move = { ...request, ...now() };
  let answer = await seat.ask(move);
  for (let tries = 0; answer.type !== 'ok' && answer.code !== 'game_over' && tries < 5; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, answer.retry_ms ?? 0));
    const hint = passing.has(answer.code) ? undefined : (await seat.ask({ type: 'hint', id: `hint${request.id}-${tries}` })).hint;
    move = { ...request, id: `${request.id}-${tries}`, ...now(), move: hint?.move ?? request.move };
    answer = await seat.ask(move);
  }
  if (answer.type === 'ok') return { move, answer };
  if (answer.code !== 'game_over') throw new Fault(`no move is accepted: ${JSON.stringify(answer)}`);
  return undefined;
}
