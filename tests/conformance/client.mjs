// The tests for a client: a game from hello to end, with typical faults of networks and servers.
// Each check is a sentence that is true of a correct client; the first failing one ends the run, because later ones
// would be meaningless.
// REQUIRES of the client: it takes the open seat, and moves whenever its seat is to act.
import { isDeepStrictEqual } from 'node:util';
import { Fault, within } from '../kit/raw.mjs';
import { GUEST, Table } from './table.mjs';

const RETRY_MS = 300;
const BACK_MS = 3500; // a client reconnects within 3 s; the rest is for slow machines
const AWAY_MS = 3500;
const PATIENT_MS = 40_000;
const GROWS = 1.5; // a pause that doubles, with a random half of it, makes the second two at least twice the first two
const LEAST_MS = 600; // the third and fourth together
const LATER_MS = 2000; // any two after them
const ATTEMPTS = 7; // a busy machine makes the first pauses longer; the later ones exceed that
const welcome = (re, { seq, hash }, more = {}) => ({ type: 'welcome', re, guest: { id: GUEST.id, nick: GUEST.nick }, ...more, seq, hash, server: 'reference/1', heartbeat_s: 20, limits: { frame_bytes: 16384 } });
const ok = (re, seq) => ({ type: 'ok', re, seq });

class Run {
  asked = new Map(); // id -> the request
  here = new Set(); // the ids on the current connection
  syncs = false; // whether the script itself handles sync
  token = GUEST.token;

  constructor(reference, tell) {
    this.reference = reference;
    this.tell = tell;
    this.table = new Table(reference.game);
  }

  // Runs one check, and reports it as passed.
  async holds(sentence, check) {
    try {
      const value = await check();
      this.tell(sentence);
      return value;
    } catch (fault) {
      if (fault instanceof Fault) fault.sentence = sentence;
      throw fault;
    }
  }

  // The next request that does not concern the connection. Ids are unique, except for repeated requests.
  async request(what) {
    for (;;) {
      const { message, at } = await this.line.request(what);
      const key = JSON.stringify(message.id);
      const before = this.asked.get(key);
      if (before && !isDeepStrictEqual(before, message)) throw new Fault(`the id ${key} was used before, for ${JSON.stringify(before)}: an id belongs to one request for ever`);
      if (this.here.has(key)) throw new Fault(`${JSON.stringify(message)} came twice on one connection: a request is sent again on the next connection only`);
      this.asked.set(key, message);
      this.here.add(key);
      if (message.type === 'sync' && !this.syncs) this.line.send(...this.table.since(message.seq, message.hash), ok(message.id, this.table.seq));
      else return { message, at };
    }
  }

  async expect(type, what = `a ${type}`) {
    const { message, at } = await this.request(what);
    if (message.type !== type) throw new Fault(`expected ${what}, but this came: ${JSON.stringify(message)}`);
    return { message, at };
  }

  // Its move for the current position of the document.
  async move() {
    const { document, open } = this.table;
    const what = `a move for ply ${document.ply} by ${this.table.seat}, to ${open} (legal: ${document.legal}; view.closed: ${Object.keys(document.view.closed).join(' ')})`;
    const { message, at } = await this.expect('move', what);
    if (!this.table.isForThisPly(message)) throw new Fault(`expected ${what}, but it was made for ply ${message.ply}: ${JSON.stringify(message)}`);
    if (!this.table.isLegal(message.move)) throw new Fault(`expected ${what}, but it was ${JSON.stringify(message.move)}`);
    return { message, at };
  }

  // A turn without incidents.
  async turn() {
    const { message } = await this.move();
    this.line.send(this.table.move(message.move), ok(message.id, this.table.seq), this.table.answer());
    return message;
  }

  async hello(what) {
    const { message } = await this.line.request(what);
    if (message.type !== 'hello') throw new Fault(`the first frame of a connection must be hello, but this came: ${JSON.stringify(message)}`);
    this.here = new Set([JSON.stringify(message.id)]);
    if (this.asked.has(JSON.stringify(message.id)) && message.id !== this.helloId) throw new Fault(`hello has the id ${JSON.stringify(message.id)}, which was used before`);
    this.helloId = message.id;
    this.asked.set(JSON.stringify(message.id), message);
    return message;
  }

  // A new connection, the hello of a client that was connected before, and the steps that it missed.
  async comeBack(late) {
    const { told, hash } = this.line;
    this.line = await this.reference.connection(late, BACK_MS);
    const hello = await this.hello('hello');
    if (hello.token !== this.token) throw new Fault(`the hello of who comes back must have its token: ${JSON.stringify(hello)}`);
    if (hello.seq !== undefined && hello.seq !== told) throw new Fault(`hello says seq ${hello.seq}, but step ${told} was the last that was sent`);
    if (hello.hash !== undefined && hello.hash !== hash) throw new Fault(`hello says hash ${JSON.stringify(hello.hash)}, but step ${told} had ${JSON.stringify(hash)}`);
    this.line.send(welcome(hello.id, this.table), ...this.table.since(hello.seq, hello.hash));
    return hello;
  }

  // The client reconnects, and sends exactly this request again.
  async resent(request) {
    await this.comeBack('the client did not come back after the connection was cut');
    const { message } = await this.request(`the ${request.type} without an answer again: ${JSON.stringify(request)}`);
    if (!isDeepStrictEqual(message, request))
      throw new Fault(`the ${request.type} had no answer: expected it again under the same id, ${JSON.stringify(request)}, but this came: ${JSON.stringify(message)}`);
  }

  async play() {
    await this.arrive();
    await this.sitDown();
    await this.seeTheUnknown();
    await this.losesAnswers();
    await this.losesSteps();
    await this.restarts();
    await this.forks();
    await this.isOver();
  }

  async connects() {
    this.line = await this.reference.connection('the client did not connect to the room', 20000);
  }

  async saysHello() {
    const hello = await this.hello('hello');
    this.token = hello.token ?? GUEST.token;
    this.line.send(welcome(hello.id, this.table, hello.token ? {} : { token: this.token, later: 'unknown' }));
    this.line.send({ ...this.table.state(), mood: 'unknown' }, { type: 'weather', sky: 'unknown' });
  }

  async arrive() {
    await this.holds('it connects to the room without a token in the URL', () => this.connects());
    await this.holds('hello comes first', () => this.saysHello());
  }

  // The same as the start of other checks, with the first move.
  async begin() {
    await this.connects();
    await this.saysHello();
    const { message } = await this.expect('sit');
    this.line.send(this.table.sit(), ok(message.id, this.table.seq), this.table.start());
    await this.turn();
  }

  async sitDown() {
    const first = await this.holds('it takes the open seat', async () => {
      const { message, at } = await this.expect('sit', 'sit, on seat 0');
      if (message.seat !== 0) throw new Fault(`seat 0 is free, not seat ${message.seat}`);
      this.line.send({ type: 'error', re: message.id, code: 'busy', message: 'try again', retry_ms: RETRY_MS });
      this.here.delete(JSON.stringify(message.id)); // not remembered: the same id may be tried again
      return at;
    });
    await this.holds('a refusal that means "later" is tried again, and not before retry_ms', async () => {
      const { message, at } = await this.expect('sit', `sit again after ${RETRY_MS} ms`);
      if (at - first < RETRY_MS - 5) throw new Fault(`sit came again after ${Math.round(at - first)} ms, but retry_ms was ${RETRY_MS}`);
      this.line.send(this.table.sit(), ok(message.id, this.table.seq), this.table.start());
    });
  }

  async seeTheUnknown() {
    await this.holds('it moves when its seat is to act, for the ply of the document, a legal move', async () => {
      const { message } = await this.move();
      const old = this.table.steps.at(-1); // this step says that the client is to act, at ply 0
      const step = this.table.move(message.move);
      const odd = { ...step, mood: 'unknown', events: [...step.events, { kind: 'firework', seat: 's0' }] };
      this.line.send(odd, ok(message.id, step.seq), old);
    });
    await this.holds('it answers a WebSocket ping with the same payload', async () => {
      this.line.socket.ping('engawa');
      const payload = await within(this.reference.patience, this.line.pongs.next(), 'a ping was not answered');
      if (payload !== 'engawa') throw new Fault(`the pong had the payload "${payload}", not "engawa"`);
      this.line.send(this.table.answer());
    });
    await this.holds('unknown fields, types and events are passed over, and so is a step that it has already', () => this.turn());
  }

  async losesAnswers() {
    await this.holds('a request that was lost with the connection comes again under the same id', async () => {
      const { message } = await this.move();
      this.line.cut();
      await this.resent(message);
      this.line.send(this.table.move(message.move), ok(message.id, this.table.seq), this.table.answer());
    });
    await this.holds('a request whose answer was lost comes again under the same id, although it was carried out', async () => {
      const { message } = await this.move();
      this.table.move(message.move);
      const { seq } = this.table;
      this.line.cut();
      await this.resent(message);
      this.line.send(ok(message.id, seq), this.table.answer());
    });
    await this.holds('after that it goes on, and nothing comes twice', () => this.turn());
  }

  async losesSteps() {
    await this.holds('over a gap in the numbers it asks for what is missing', async () => {
      const { message } = await this.move();
      const step = this.table.move(message.move);
      this.line.send(step, ok(message.id, step.seq));
      this.table.step({ chat: { m1: { guest: GUEST.id, nick: 'Tester', text: 'lost' } } }, [{ kind: 'say', nick: 'Tester', text: 'lost' }]);
      this.syncs = true;
      this.line.send(this.table.answer());
      const { message: refused } = await this.expect('sync', `sync: step ${step.seq + 1} never came`);
      this.line.send({ type: 'error', re: refused.id, code: 'rate_limited', message: 'too many messages', retry_ms: RETRY_MS });
      this.here.delete(JSON.stringify(refused.id));
      const { message: sync } = await this.expect('sync', `sync again: the first was refused with retry_ms ${RETRY_MS}`);
      this.syncs = false;
      if (sync.seq !== undefined && sync.seq !== step.seq) throw new Fault(`step ${step.seq} was the last without a gap, but sync asks from ${sync.seq} on`);
      this.line.send(...this.table.since(sync.seq), ok(sync.id, this.table.seq));
    });
    await this.holds('a state replaces the document, whatever it was before', async () => {
      const { message } = await this.move();
      this.line.send(this.table.move(message.move), ok(message.id, this.table.seq));
      this.table.leapToAnotherView();
      this.line.send(this.table.state());
      await this.turn();
    });
  }

  async restarts() {
    await this.holds('after 1012 it is back within 3 s and goes on where it was', async () => {
      this.line.send({ type: 'notice', kind: 'draining', in_s: 1 });
      await this.turn();
      this.line.socket.close(1012, 'the server restarts');
      await this.comeBack('the client was not back 3 s after the close code 1012');
      await this.turn();
    });
  }

  // A backup is restored. `far`: before the client is back, the room has also continued beyond the client's last step.
  async fork(far) {
    const { message } = await this.move();
    this.line.cut();
    this.table.goBackTo(this.table.seq - 3);
    const text = `another way from ${this.table.seq} on`;
    for (let steps = far ? 5 : 1; steps > 0; steps -= 1) this.table.step({ chat: { [`m${this.table.seq + 1}`]: { guest: GUEST.id, nick: 'Tester', text } } }, [{ kind: 'say', nick: 'Tester', text }]);
    if (!this.table.clientActs) this.table.answer();
    const hello = await this.comeBack('the client did not come back after the connection was cut');
    if (hello.seq !== undefined && hello.hash === undefined)
      throw new Fault(`hello says seq ${hello.seq} without the hash of that step: the server cannot know that it is of another history, and its next steps make a wrong board`);
    const again = await this.request(`the move without an answer again: ${JSON.stringify(message)}`);
    if (!isDeepStrictEqual(again.message, message)) throw new Fault(`expected the move without an answer again, under the same id: ${JSON.stringify(message)}, but this came: ${JSON.stringify(again.message)}`);
    const { ply } = this.table.document;
    this.line.send({ type: 'error', re: message.id, code: 'stale', message: 'the move is for another history of this room', seq: this.table.seq, ply });
    await this.turn();
  }

  async forks() {
    await this.turn();
    await this.holds('back in a room that has meanwhile gone another way, it offers its request again and plays on from the state', () => this.fork(true));
    await this.turn();
    await this.holds('the same when the room is behind what it has, because the end of its history was lost', () => this.fork(false));
  }

  async isOver() {
    await this.holds('it takes the end of the game', async () => {
      const { message } = await this.move();
      this.line.send(this.table.move(message.move), ok(message.id, this.table.seq), this.table.end());
      this.line.socket.close(1000, 'the game is over');
    });
  }
}

// A connection closed with a final code, after which the client does not reconnect.
const farewell = ([code, reason, why]) =>
  class Farewell extends Run {
    async isSomebodyElse() {
      this.line = await this.reference.connection('the client did not come back');
      return (await this.hello('hello')).token !== this.token;
    }

    async play() {
      await this.connects();
      await this.saysHello();
      await this.holds(`after ${code} (${reason}) it does not come back by itself`, async () => {
        const { openings } = this.reference;
        this.line.socket.close(code, reason);
        const { gone } = this.reference; // an ended client cannot reconnect
        await Promise.race([new Promise((resolve) => setTimeout(resolve, AWAY_MS)), ...(gone ? [gone] : [])]);
        if (this.reference.openings === openings) return;
        if (code === BAD_TOKEN && (await this.isSomebodyElse())) return;
        throw new Fault(`the client came back after the close code ${code}: ${why}`);
      });
    }
  };

const BAD_TOKEN = 4003; // it may return without the token, as a new guest

const FAREWELLS = [
  [4002, 'no hello in time', 'it has said hello, so something else is wrong with it'],
  [4003, 'bad token', 'the token will not become better'],
  [4004, 'replaced', 'whoever replaced it would be replaced in turn, for ever'],
  [4005, 'removed by the host', 'the host has removed its guest'],
  [4006, 'no such room', 'there is no such room, and there will be none'],
  [4007, 'quarantined', 'the room waits for the operator'],
  [4008, 'closed by the host', 'the room is closed for good'],
  [4099, 'a code of a later version', 'the codes from 4000 to 4099 end a connection for good'],
  [1002, 'protocol error', 'the same frame would close the next connection'],
  [1003, 'a binary frame', 'the same frame would close the next connection'],
  [1007, 'bad UTF-8', 'the same frame would close the next connection'],
  [1008, 'abuse', 'it would be abuse again'],
  [1009, 'a frame that is too big', 'the same frame would close the next connection'],
];

// A drop after which a client returns. Every welcome resets the pauses.
const RETURNS = [
  [1001, 'the server goes away'],
  [1011, 'the room is rebuilt'],
  [1013, 'overloaded'],
  [4101, 'too many new guests'],
  [4102, 'too slow'],
  [4103, 'heartbeat lost'],
];

class Returns extends Run {
  async play() {
    await this.begin();
    for (const [code, reason] of RETURNS)
      await this.holds(`after ${code} (${reason}) it comes back and plays on`, async () => {
        this.line.socket.close(code, reason);
        await this.comeBack(`the client did not come back after the close code ${code}`);
        await this.turn();
      });
  }
}

// A server that cannot be entered for a while: the pauses grow.
class Outage extends Run {
  async play() {
    await this.begin();
    await this.holds('while the server stays away, the pauses between its attempts grow', async () => {
      const pauses = [];
      this.line.cut();
      const sum = (list) => list.reduce((all, pause) => all + pause, 0);
      const grown = () => pauses.length >= 4 && sum(pauses.slice(-2)) >= Math.max(GROWS * sum(pauses.slice(0, 2)), pauses.length === 4 ? LEAST_MS : LATER_MS);
      for (let since = performance.now(); pauses.length < ATTEMPTS && !grown(); since = performance.now()) {
        this.line = await this.reference.connection('the client gave up', PATIENT_MS);
        pauses.push(performance.now() - since);
        this.line.cut();
      }
      const list = pauses.map((pause) => `${Math.round(pause)} ms`).join(', ');
      if (!grown()) throw new Fault(`the pauses before its attempts were ${list}: a server that is overloaded gets no rest`);
    });
  }
}

// The client's program ends and is started again: it reuses no id of an earlier run.
class Restart extends Run {
  async play() {
    await this.begin();
    const { restart } = this.reference;
    if (!restart) return; // it was started by hand
    await this.holds('its program is started again and plays on, with ids that no earlier run has used', async () => {
      await restart();
      this.line = await this.reference.connection('the client did not come back after its program was started again', PATIENT_MS);
      const { hash, seq } = this.line; // it cannot know them, but may have stored them
      const hello = await this.hello('hello');
      this.line.send(welcome(hello.id, this.table, hello.token ? {} : { token: this.token }), ...this.table.since(hello.seq ?? seq, hello.hash ?? hash));
      await this.turn();
      await this.turn();
    });
  }
}

// Each runs with a separate client. Those of one list run at the same time.
export const runs = [[Run], [Returns, Outage, Restart, ...FAREWELLS.map(farewell)]];
