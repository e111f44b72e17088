// One raw WebSocket to a room: nothing is repeated and nothing is answered automatically.
import { inside } from '../base/site';
import { Replica } from '../net/replica';
import type { RoomDocument, State, Step } from '../protocol';

export interface Message {
  from: 'client' | 'server';
  at: number; // ms since 1970
  type: string;
  text: string; // JSON
}

export class Line {
  readonly replica = new Replica<RoomDocument>();
  readonly code: string;
  token: string | undefined;
  closed: number | undefined; // the code with which the last connection ended
  #socket: WebSocket | undefined;
  #requests = 0;
  #prefix = Math.random().toString(36).slice(2, 8); // ids that no other visit uses
  #heard: (message: Message) => void;

  // `heard` is called with each message, and when the connection opens or ends.
  constructor(code: string, token: string | undefined, heard: (message?: Message) => void) {
    this.code = code;
    this.token = token;
    this.#heard = heard;
    this.connect();
  }

  get open(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  freshId(): string {
    this.#requests += 1;
    return `${this.#prefix}-${this.#requests}`;
  }

  connect(): void {
    const socket = new WebSocket(location.origin.replace('http', 'ws') + inside(`/rooms/${this.code}/ws`), 'engawa.v1');
    this.#socket = socket;
    socket.onopen = () => {
      const known = this.replica.seq === undefined ? {} : { seq: this.replica.seq, hash: this.replica.hash };
      this.send(JSON.stringify({ type: 'hello', id: this.freshId(), ...(this.token ? { token: this.token } : {}), ...known }));
    };
    socket.onmessage = ({ data }) => this.#take(String(data));
    socket.onclose = ({ code }) => {
      if (this.#socket !== socket) return;
      this.closed = code;
      (this.#heard as () => void)();
    };
  }

  // Looks like a lost connection to the server: no close code 1000, which a client sends when it is done.
  drop(): void {
    this.#socket?.close(3000);
  }

  end(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close(1000);
  }

  // REQUIRES: open, and the text of a JSON object.
  send(text: string): void {
    this.#socket?.send(text);
    this.#note('client', text);
  }

  #take(text: string): void {
    const message = JSON.parse(text) as State | Step | { type: string; token?: string };
    if (message.type === 'state' || message.type === 'step') this.replica.apply(message as State | Step);
    if (message.type === 'welcome' && 'token' in message && message.token) this.token = message.token;
    this.#note('server', text);
  }

  #note(from: Message['from'], text: string): void {
    const { type } = JSON.parse(text) as { type?: unknown };
    this.#heard({ from, at: Date.now(), type: String(type), text });
  }
}
