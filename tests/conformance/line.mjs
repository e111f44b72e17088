// One connection of the client under test, from the reference server's view: waits for one message after another and
// checks them against the schemas.
import { Fault, Queue, within } from '../kit/raw.mjs';
import { checkClient } from './contract.mjs';

export class Line {
  told = 0; // the number of the last step sent
  hash; // its hash
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
      if (frame.hash !== undefined && frame.seq >= this.told) {
        this.told = frame.seq;
        this.hash = frame.hash;
      }
      this.socket.send(JSON.stringify(frame));
    }
  }

  // Drops the connection like a failing network: without a close frame.
  cut() {
    this.socket.terminate();
  }

  // The next request, checked; pings and log requests are answered on the way. `what` completes "expected ..." if
  // nothing comes.
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
