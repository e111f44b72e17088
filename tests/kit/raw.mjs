// What the published client (clients/sdk/javascript) does not do: single connections, requests as they are, and the other side of a WebSocket.
import { createRequire } from 'node:module';

// The package `ws`, as protocol/ has it installed. It is called as that of browsers is.
const require = createRequire(new URL('../../protocol/package.json', import.meta.url));
export const { WebSocket, WebSocketServer } = require('ws');

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
