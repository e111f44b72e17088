// A client of Engawa: one room, or the lobby, over one WebSocket, which whoever makes the client has opened (websocket.mjs).

import { merge } from '../../clients/sdk/javascript/engawa.mjs';

export { merge };

export const PATIENCE_MS = 60_000; // the longest wait for a frame

// Something is wrong with the other side: it broke the protocol, or said nothing in time.
export class Fault extends Error {}

// A promise that fails with this sentence when it takes longer.
export function within(ms, promise, sentence) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Fault(sentence)), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

// A queue that can be awaited.
export class Queue {
  items = [];
  waiting = [];

  push(item) {
    const waiter = this.waiting.shift();
    if (waiter) waiter(item);
    else this.items.push(item);
  }

  next() {
    if (this.items.length > 0) return Promise.resolve(this.items.shift());
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}

// What a client has of a room: the document, and the number and the hash of the last step in it.
export class Replica {
  document;
  seq;
  hash;

  // A state replaces the document, the next step is merged into it. Returns whether the frame was one of these.
  fold(frame) {
    if (frame.type === 'state') this.document = frame.room;
    else if (frame.type === 'step' && frame.seq === this.seq + 1) this.document = merge(this.document, frame.set);
    else return false;
    this.seq = frame.seq;
    this.hash = frame.hash;
    return true;
  }
}

// One connection of a guest.
export class Client {
  requests = Math.floor(Math.random() * 2 ** 40); // so that no other Client of the same guest has used the ids
  frames = new Queue();

  // `socket` may still be connecting.
  constructor(socket, { replica = new Replica(), patienceMs = PATIENCE_MS } = {}) {
    this.socket = socket;
    this.replica = replica;
    this.patienceMs = patienceMs;
    socket.addEventListener('message', ({ data }) => this.frames.push(typeof data === 'string' ? JSON.parse(data) : { fault: 'a binary frame' }));
    socket.addEventListener('close', ({ code }) => this.frames.push({ fault: `the server closed with ${code}` }));
    socket.addEventListener('error', ({ message }) => this.frames.push({ fault: message ?? 'no connection' }));
  }

  open() {
    const opened = new Promise((resolve) => this.socket.addEventListener('open', resolve));
    return within(this.patienceMs, opened, 'the WebSocket does not open');
  }

  get document() {
    return this.replica.document;
  }

  // Reads frames until one satisfies `ready`, and returns that one.
  async until(ready, what) {
    for (;;) {
      const frame = await within(this.patienceMs, this.frames.next(), `waited for ${what} in vain`);
      if (frame.fault) throw new Fault(`waited for ${what}: ${frame.fault}`);
      this.take(frame);
      if (ready(frame)) return frame;
    }
  }

  take(frame) {
    this.replica.fold(frame);
  }

  // Sends a request as it is and returns its answer. The answer to a request whose id cannot be read has no id.
  ask(request) {
    this.socket.send(JSON.stringify(request));
    return this.until((frame) => frame.re === request.id || (frame.type === 'error' && frame.re === undefined), `the answer to ${JSON.stringify(request)}`);
  }

  // Sends a request with an id of its own, and fails if it is refused.
  async ok(type, fields) {
    this.requests += 1;
    const answer = await this.ask({ type, id: this.requests, ...fields });
    if (answer.type === 'error') throw new Fault(`${type} is refused: ${JSON.stringify(answer)}`);
    return answer;
  }

  // Opens, says hello and waits for the document.
  async enter(fields) {
    await this.open();
    await this.ok('hello', fields);
    await this.until(() => this.document !== undefined, 'the document');
    return this;
  }

  close() {
    this.socket.close();
  }
}
