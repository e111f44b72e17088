// Many rooms over one WebSocket, for Engawa: a second file beside engawa.mjs, for bots that play in many rooms.
//
//   const stream = new Stream(server, { nick: 'Kaede', bot: { name: 'Greedy', author: 'Hana' } });
//   stream.onInvitation = ({ room }) => play(stream.room(room));      // a Room of engawa.mjs
//
// Anyone with a seat in a room can invite the guest of the stream. After a restart of the server or the program, the server
// invites it into the rooms in which it has a seat: keep stream.token for that. A Room is used as always; a lost stream
// looks to it like a lost WebSocket of its own. The protocol: protocol/README.md, "A stream".
import { isFinal, Room, reconnectDelay, SILENCE } from './engawa.mjs';

const OPEN = 1;

export class Stream {
  guest; // the id
  onInvitation = () => {};
  onClose = () => {}; // (code, reason): the stream is closed for good
  #isReady;
  ready = new Promise((resolve) => {
    this.#isReady = resolve; // the server has confirmed the guest
  });
  #server;
  #token;
  #nick;
  #bot;
  #WebSocket;
  #socket;
  #welcomed = false;
  #failures = 0;
  #heartbeatMs = 20_000;
  #lines = new Map(); // by the room's code
  #ended = false;
  #timer;

  constructor(server, { token, nick, bot, WebSocket = globalThis.WebSocket } = {}) {
    if (!WebSocket) throw new Error('this Node.js has no WebSocket: pass { WebSocket } of the package ws');
    this.#server = server;
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

  // The Room with this code. Each call makes a new one: keep it.
  room(code) {
    const open = (line) => this.#open(line);
    const tell = (message) => this.#send(message);
    const leave = (line) => this.#leave(line);
    const WebSocket = class extends Line {
      constructor() {
        super(code, tell, leave);
        open(this);
      }
    };
    return new Room(this.#server, code, { WebSocket });
  }

  close() {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#socket?.close(1000);
    this.#endLines(1000, '');
  }

  #connect() {
    const socket = new this.#WebSocket(`${this.#server.url.replace(/^http/, 'ws')}/stream/ws`, 'engawa.v1');
    this.#socket = socket;
    this.#welcomed = false;
    socket.onopen = () => this.#send({ type: 'hello', id: 'stream', token: this.#token, nick: this.#token ? undefined : this.#nick, bot: this.#bot });
    socket.onmessage = ({ data }) => this.#socket === socket && this.#handle(JSON.parse(data));
    socket.onerror = () => {}; // onclose follows
    socket.onclose = ({ code, reason }) => this.#socket === socket && this.#lose(code, reason);
    this.#listen();
  }

  // As a Room does: after silence it sends a ping, and then gives the connection up.
  #listen() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#welcomed) this.#send({ type: 'ping', id: 'stream' });
      this.#timer = setTimeout(() => {
        const socket = this.#socket;
        this.#lose(1006, 'silence');
        socket.close();
      }, this.#heartbeatMs);
    }, SILENCE * this.#heartbeatMs);
  }

  #handle(frame) {
    this.#listen();
    if (frame.type === 'welcome') this.#welcome(frame);
    else if (frame.type === 'invitation') this.onInvitation(frame);
    else if (frame.end) this.#endLine(this.#lines.get(frame.room), frame.end.code, frame.end.reason);
    else if (frame.frame) this.#lines.get(frame.room)?.onmessage({ data: JSON.stringify(frame.frame) });
  }

  #welcome(frame) {
    this.#welcomed = true;
    this.#failures = 0;
    this.#heartbeatMs = 1000 * (frame.heartbeat_s ?? 20);
    this.guest = frame.guest.id;
    this.#token = frame.token ?? this.#token;
    this.#isReady();
    for (const line of this.#lines.values()) line.opened();
  }

  #lose(code, reason) {
    this.#socket = undefined;
    this.#welcomed = false;
    clearTimeout(this.#timer);
    if (this.#ended) return;
    this.#ended = isFinal(code);
    this.#endLines(code, reason);
    if (this.#ended) return this.onClose(code, reason);
    setTimeout(() => this.#ended || this.#connect(), reconnectDelay(code, this.#failures));
    this.#failures += 1;
  }

  #send(message) {
    if (this.#socket?.readyState === OPEN) this.#socket.send(JSON.stringify(message));
  }

  // A line waits for the stream's welcome.
  #open(line) {
    this.#lines.set(line.code, line);
    if (this.#welcomed) queueMicrotask(() => line.opened());
  }

  #leave(line) {
    if (this.#lines.get(line.code) !== line) return;
    this.#send({ room: line.code, end: {} });
    this.#lines.delete(line.code);
  }

  #endLine(line, code, reason) {
    if (!line) return;
    this.#lines.delete(line.code);
    line.ended(code, reason);
  }

  #endLines(code, reason) {
    for (const line of [...this.#lines.values()]) this.#endLine(line, code, reason);
  }
}

// Used by a Room as its WebSocket.
class Line {
  readyState = 0;
  #tell;
  #leave;

  constructor(code, tell, leave) {
    this.code = code;
    this.#tell = tell;
    this.#leave = leave;
  }

  opened() {
    if (this.readyState !== 0) return;
    this.readyState = OPEN;
    this.onopen();
  }

  ended(code, reason) {
    this.readyState = 3;
    this.onclose({ code, reason });
  }

  send(text) {
    this.#tell({ room: this.code, frame: JSON.parse(text) });
  }

  close() {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.#leave(this);
  }
}
