// A client of Engawa in one file, for browsers and Node.js 18 and newer, without dependencies. Copy it into your project.
//
//   const server = new Server('http://localhost:8080');
//   const guest = await server.guest('my bot');                       // keep guest.token: it is who you are
//   const code = await server.makeRoom(guest.token, { game: 'nim', seats: ['me', { bot: 'perfect' }], start: 'full' });
//   const room = new Room(server, code, { token: guest.token });
//   for await (const document of room.documents()) {                  // after each change, through drops and restarts
//     if (document.to_act?.split(' ').includes(room.seat)) await room.move({ row: 0, from: 0, count: 1 });
//     if (document.phase === 'over') break;
//   }
//
// A Room reconnects automatically, resumes where it was, and sends unanswered requests again with the same id: the server
// executes each of them once. Node.js before 22 has no WebSocket: give a Room the one of the package `ws`. The protocol:
// protocol/README.md.

const FIRST_DELAY_MS = 500; // between two attempts to connect: each is up to twice as long as the one before
const LONGEST_DELAY_MS = 30_000;
export const SILENCE = 2.5; // times the server's heartbeat: after so long without a message the client sends a ping
const RESTARTING = 1012;
export const isFinal = (code) => [1000, 1002, 1003, 1007, 1008, 1009].includes(code) || (code >= 4000 && code < 4100);
// The wait before the next attempt, after this many failed ones in a row.
export function reconnectDelay(code, failures) {
  const longest = code === RESTARTING ? 3000 : Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** failures);
  const least = code === RESTARTING ? 0 : longest / 2;
  return least + Math.random() * (longest - least);
}
const randomWord = () => Math.random().toString(36).slice(2, 10);

// The server's refusal. `code` is one of errors.json; `retryMs`: the same request may succeed after that time.
export class Refused extends Error {
  constructor({ code, message, retry_ms }) {
    super(`${code}: ${message}`);
    this.code = code;
    this.retryMs = retry_ms;
  }
}

// The server has closed the room's connection for good, with this close code.
export class Closed extends Error {
  constructor(code, reason = '') {
    super(`closed with ${code} ${reason}`.trim());
    this.code = code;
  }
}

// The HTTP API of the server at `url`. A refusal with retry_ms is repeated after that time, for at most patienceMs in all.
export class Server {
  constructor(url, { patienceMs = 60_000 } = {}) {
    this.url = String(url).replace(/\/$/, '');
    this.patienceMs = patienceMs;
  }

  // The JSON of the answer. Throws Refused, or the error of fetch if the server is unreachable.
  async call(method, path, body, token) {
    for (const end = Date.now() + this.patienceMs; ; ) {
      try {
        return await this.#callOnce(method, path, body, token);
      } catch (refusal) {
        if (refusal.retryMs === undefined || Date.now() + refusal.retryMs > end) throw refusal;
        await new Promise((resolve) => setTimeout(resolve, refusal.retryMs));
      }
    }
  }

  async #callOnce(method, path, body, token) {
    const headers = { ...(body && { 'Content-Type': 'application/json' }), ...(token && { Authorization: `Bearer ${token}` }) };
    const answer = await fetch(this.url + path, { method, headers, body: body && JSON.stringify(body) });
    const json = await answer.json().catch(() => ({ code: 'internal', message: `${method} ${path} is answered with ${answer.status}` }));
    if (!answer.ok) throw new Refused(json);
    return json;
  }

  // A new guest: { id, token, nick }.
  guest(nick) {
    return this.call('POST', '/api/guests', { nick });
  }

  // The code of a new room; `settings`: as in POST /api/rooms.
  async makeRoom(token, settings) {
    return (await this.call('POST', '/api/rooms', settings, token)).room;
  }

  // The record of a round, as text.
  async record(code, round) {
    return (await fetch(`${this.url}/api/records/${code}-${round}`)).text();
  }
}

// A merge patch (RFC 7386) applied to a document. Makes new objects and never changes the old ones.
export function merge(target, patch) {
  if (patch === null || typeof patch !== 'object' || Array.isArray(patch)) return patch;
  const merged = target !== null && typeof target === 'object' && !Array.isArray(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name];
    else merged[name] = merge(merged[name], value);
  }
  return merged;
}

// A guest in a room, over one WebSocket at a time. `document` is the room as it is now; `seq` and `hash` are its last step's.
export class Room {
  document;
  seq;
  hash;
  guest; // the id
  onFrame = () => {}; // called with each message of the server, after it has been applied
  #url;
  #token;
  #nick;
  #bot;
  #WebSocket;
  #socket;
  #welcomed = false;
  #failures = 0;
  #heartbeatMs = 20_000;
  #aheadMs = 0;
  #prefix = randomWord(); // ids that no other run has used
  #requests = 0;
  #pending = new Map(); // id -> { request, resolve, reject }: unanswered
  #waiting = []; // for the next change
  #end; // the reason, once it is closed for good
  #timer;

  // `bot`: for a program that plays without a person, such as { name: 'Greedy', author: 'Hana' }, so that others can see it.
  constructor(server, code, { token, nick, bot, WebSocket = globalThis.WebSocket } = {}) {
    if (!WebSocket) throw new Error('this Node.js has no WebSocket: pass { WebSocket } of the package ws');
    this.#url = `${server.url.replace(/^http/, 'ws')}/rooms/${code}/ws`;
    this.#token = token;
    this.#nick = nick;
    this.#bot = bot;
    this.#WebSocket = WebSocket;
    this.#connect();
  }

  // The token of the guest, also of one that the server has just created.
  get token() {
    return this.#token;
  }

  // The name of the guest's seat, such as 's0', or undefined.
  get seat() {
    return Object.entries(this.document?.seats ?? {}).find(([, seat]) => seat.guest === this.guest)?.[0];
  }

  // The room's time, by which its clocks run; exact after ask('ping').
  now() {
    return Date.now() + this.#aheadMs;
  }

  // The document, now and after each change. Ends when the connection is closed as usual (1000) or by close(), and
  // throws Closed if the server closes it for another reason for good.
  async *documents() {
    for (let shown; ; ) {
      while (this.document === shown) {
        if (this.#end) {
          if (this.#end.code === 1000) return;
          throw this.#end;
        }
        await new Promise((resolve) => this.#waiting.push(resolve));
      }
      shown = this.document;
      yield shown;
    }
  }

  // Sends a request and returns its answer, however many connections that takes. Throws Refused, or Closed if the room is closed for
  // good.
  ask(type, fields = {}) {
    if (this.#end) return Promise.reject(this.#end);
    return new Promise((resolve, reject) => this.#post(type, fields, { resolve, reject }));
  }

  // Makes a move for the document's position.
  move(move) {
    return this.ask('move', { ply: this.document.ply, ...(this.hash && { hash: this.hash }), move });
  }

  close() {
    this.#finish(new Closed(1000));
    this.#socket?.close(1000);
  }

  #post(type, fields, then) {
    this.#requests += 1;
    const request = { type, id: `${this.#prefix}-${this.#requests}`, ...fields };
    this.#pending.set(request.id, { request, ...then });
    if (this.#welcomed) this.#send(request);
  }

  #connect() {
    const socket = new this.#WebSocket(this.#url, 'engawa.v1');
    this.#socket = socket;
    this.#welcomed = false;
    socket.onopen = () => {
      const known = this.seq === undefined ? {} : { seq: this.seq, hash: this.hash };
      this.#requests += 1;
      const who = { token: this.#token, nick: this.#token ? undefined : this.#nick, bot: this.#bot };
      this.#send({ type: 'hello', id: `${this.#prefix}-${this.#requests}`, ...who, ...known });
    };
    socket.onmessage = ({ data }) => this.#socket === socket && this.#handle(JSON.parse(data));
    socket.onerror = () => {}; // onclose follows
    socket.onclose = ({ code, reason }) => this.#socket === socket && this.#lose(code, reason);
    this.#listen();
  }

  // Browsers answer the server's pings without telling the page, so silence alone does not mean that the connection is lost.
  #listen() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#welcomed) this.#post('ping', {}, {});
      this.#timer = setTimeout(() => this.#drop(), this.#heartbeatMs);
    }, SILENCE * this.#heartbeatMs);
  }

  // Gives the connection up, whether or not the server notices.
  #drop() {
    const socket = this.#socket;
    this.#lose(1006, 'silence');
    socket.close();
  }

  #lose(code, reason) {
    this.#socket = undefined;
    this.#welcomed = false;
    clearTimeout(this.#timer);
    if (this.#end) return;
    if (isFinal(code)) return this.#finish(new Closed(code, reason));
    setTimeout(() => this.#end || this.#connect(), reconnectDelay(code, this.#failures));
    if (code !== RESTARTING) this.#failures += 1;
  }

  #finish(end) {
    this.#end ??= end;
    clearTimeout(this.#timer);
    for (const { reject } of this.#pending.values()) reject?.(this.#end);
    this.#pending.clear();
    this.#wake();
  }

  #wake() {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #send(request) {
    if (this.#socket?.readyState === 1) this.#socket.send(JSON.stringify(request));
  }

  #handle(frame) {
    this.#listen();
    const before = this.document;
    if (frame.type === 'welcome') this.#welcome(frame);
    else if (frame.type === 'state') this.#keep(frame, frame.room);
    else if (frame.type === 'step' && frame.seq === this.seq + 1) this.#keep(frame, merge(this.document, frame.set));
    else if (frame.type === 'step' && frame.seq > this.seq + 1) this.#sync();
    else if (frame.re !== undefined) this.#answer(frame);
    this.onFrame(frame);
    if (this.document !== before) this.#wake();
  }

  #welcome(frame) {
    this.#welcomed = true;
    this.#failures = 0;
    this.#heartbeatMs = 1000 * (frame.heartbeat_s ?? 20);
    this.guest = frame.guest.id;
    this.#token = frame.token ?? this.#token;
    for (const [id, { request, resolve }] of this.#pending) {
      if (resolve) this.#send(request);
      else this.#pending.delete(id); // about the last connection
    }
  }

  #keep({ seq, hash }, document) {
    this.document = document;
    this.seq = seq;
    this.hash = hash;
  }

  #sync() {
    const asked = [...this.#pending.values()].some(({ request, resolve }) => request.type === 'sync' && !resolve);
    if (!asked) this.#post('sync', { seq: this.seq, ...(this.hash && { hash: this.hash }) }, {});
  }

  #answer(frame) {
    const asked = this.#pending.get(frame.re);
    if (!asked) return;
    if (frame.type === 'error' && frame.retry_ms !== undefined) {
      const socket = this.#socket;
      setTimeout(() => this.#socket === socket && this.#send(asked.request), frame.retry_ms);
      return;
    }
    this.#pending.delete(frame.re);
    if (frame.type === 'pong') this.#aheadMs = frame.server_ms - Date.now();
    if (frame.type === 'error') asked.reject?.(new Refused(frame));
    else asked.resolve?.(frame);
  }
}
