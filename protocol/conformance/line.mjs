// One connection of the client under test, as the reference server sees it: what comes is waited for, one message after another, and held
// against the schemas.
import { checkClient } from './contract.mjs';

export class Fault extends Error {}

// A promise that turns into a fault with this sentence when it takes longer.
export function within(ms, promise, sentence) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Fault(sentence)), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

// A queue that can be waited at.
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

export class Line {
  told = 0; // the number of the last step that was sent
  inbox = new Queue();
  pongs = new Queue();
  closed = false;

  constructor(socket, patience) {
    this.socket = socket;
    this.patience = patience;
    socket.on('message', (data, binary) => this.inbox.push({ data, binary, at: performance.now() }));
    socket.on('pong', (data) => this.pongs.push(data.toString()));
    socket.on('close', () => {
      this.closed = true;
      this.inbox.push({ closed: true });
    });
    socket.on('error', () => {});
  }

  send(...frames) {
    for (const frame of frames) {
      if (frame.seq !== undefined && frame.type !== 'ok') this.told = Math.max(this.told, frame.seq);
      this.socket.send(JSON.stringify(frame));
    }
  }

  // The connection is gone, as when a network fails: no close frame.
  cut() {
    this.socket.terminate();
  }

  // The next request, checked; pings and questions for the log are answered on the way. `what` completes "expected ..." when nothing comes.
  async request(what) {
    for (;;) {
      const { data, binary, closed, at } = await within(this.patience, this.inbox.next(), `expected ${what}, but nothing came for ${this.patience / 1000} s`);
      if (closed) throw new Fault(`expected ${what}, but the client closed the connection`);
      if (binary) throw new Fault(`expected ${what}, but a binary frame came: frames are text`);
      const message = this.parse(data.toString(), what);
      if (message.type === 'log') {
        this.send({ type: 'ok', re: message.id, seq: this.told, log: { entries: [] } });
        continue;
      }
      if (message.type !== 'ping') return { message, at };
      this.send({ type: 'pong', re: message.id, ...(message.client_ms === undefined ? {} : { client_ms: message.client_ms }), server_ms: Date.now() });
    }
  }

  parse(text, what) {
    let message;
    try {
      message = JSON.parse(text);
    } catch {
      throw new Fault(`expected ${what}, but this came, which is not JSON: ${text.slice(0, 80)}`);
    }
    const fault = checkClient(message);
    if (fault) throw new Fault(`expected ${what}, but what came breaks the schema (${fault}): ${text.slice(0, 120)}`);
    return message;
  }
}
