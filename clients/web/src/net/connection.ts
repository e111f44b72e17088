// One self-healing WebSocket to a document (a room or the lobby): hello with the current state, merge patches, `sync`
// over a gap, and after a lost connection a new socket that resumes. Callers get a document, a status, and answers.
import { language } from '../base/i18n';
import { identity } from '../base/identity';
import { inside } from '../base/site';
import type { ErrorMessage, Notice, Ok, Pong, State, Step, Welcome } from '../protocol';
import { afterClose, type StopReason } from './backoff';
import { DOUBT_MS, DOUBTED_SILENCE_MS, LONGEST_WELCOME_MS, PING_EVERY_MS, SILENCE_MS, STALE_MS, WELCOME_MS } from './limits';
import { Replica } from './replica';
import { type Answer, nextId, Requests } from './requests';
import { onWake } from './wake';

export type Status =
  | { kind: 'connecting' }
  | { kind: 'online' }
  | { kind: 'waiting' }
  | { kind: 'stopped'; reason: StopReason; refusal?: ErrorMessage | undefined };

export interface Listener<Document> {
  // Called after each change of the document; `step` is absent if the whole document was replaced.
  onDocument(now: Document, before: Document | undefined, step?: Step): void;
  onStatus(status: Status): void;
  onGuest?(id: string): void;
  onNotice?(notice: Notice): void;
  // The round trip has been measured.
  onPong?(): void;
  // A refusal that answers none of our requests.
  onRefusal?(code: string): void;
  // There is no connection. The status is reported again if a reason is found.
  explain?: (failure: Failure) => Promise<Trouble | undefined>;
}

// A try that did not lead to a welcome.
export interface Failure {
  path: string;
  refusal: ErrorMessage | undefined; // the answer to hello
  failures: number; // tries in a row
}

// Why there is no connection.
export interface Trouble {
  title(): string;
  words(): string; // with advice, in the current language
  retryMs?: number; // not earlier
}

// The known facts about a connection.
export interface Link {
  readonly status: Status;
  readonly roundTripMs: number | undefined; // of the last ping; undefined before its answer
  readonly since: number | undefined; // local time of the last `welcome`
  readonly reconnects: number; // after a loss, without those that a person asked for
  readonly trouble: Trouble | undefined; // while there is no connection, if known
}

type Incoming = Welcome | State | Step | Ok | ErrorMessage | Pong | Notice;

const SETTLED_MS = 2000; // a page that is loading answers late, which would distort the measured time until the next ping
const SYNC_AGAIN_MS = 1000; // after a refusal without a time
const LOST = 4103;

export class Connection<Document> implements Link {
  readonly replica = new Replica<Document>();
  status: Status = { kind: 'connecting' };
  roundTripMs: number | undefined;
  since: number | undefined;
  reconnects = 0;
  trouble: Trouble | undefined;
  // Server time minus local time.
  #clockOffsetMs = 0;
  #lostAt: number | undefined = Date.now(); // while there is no connection
  readonly #requests = new Requests((frame) => this.status.kind === 'online' && this.#send(frame));
  #socket: WebSocket | undefined;
  #failures = 0;
  #mute = 0; // unanswered tries in a row
  #begunAt = 0; // the present try
  #notBefore = 0; // the next one, as performance.now(): what the server has said holds for all tries
  #opened = false; // the server has accepted it
  #findingOut = false;
  #closed = false;
  #refusal: ErrorMessage | undefined; // the answer to hello
  #nickRefused = false;
  #syncing = false;
  #syncId = '';
  #syncTimer: ReturnType<typeof setTimeout> | undefined; // a refused one is sent again
  #lastFrameAt = 0;
  #reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  #silenceTimer: ReturnType<typeof setTimeout> | undefined;
  #settledTimer: ReturnType<typeof setTimeout> | undefined;
  #welcomeTimer: ReturnType<typeof setTimeout> | undefined;
  #doubtTimer: ReturnType<typeof setTimeout> | undefined; // a request without an answer
  readonly #pingTimer: ReturnType<typeof setInterval>;
  readonly #forgetWake: () => void;
  readonly #path: string;
  readonly #listener: Listener<Document>;
  readonly #keepsGuest: boolean;

  constructor(path: string, listener: Listener<Document>, keepsGuest: boolean) {
    this.#path = path;
    this.#listener = listener;
    this.#keepsGuest = keepsGuest;
    this.#pingTimer = setInterval(() => this.ping(), PING_EVERY_MS);
    this.#forgetWake = onWake(() => this.#onWake());
    this.#open();
  }

  // Stops while there is no connection, because it is unknown whether the server's time runs.
  serverNow(): number {
    return (this.#lostAt ?? Date.now()) + this.#clockOffsetMs;
  }

  request(type: string, fields: object = {}): Promise<Answer> {
    const { frame, answer } = this.#requests.add(type, fields);
    if (this.status.kind === 'stopped') this.#requests.refuseAll('offline');
    else if (this.status.kind === 'online') this.#send(frame);
    return answer;
  }

  // Every request is answered soon; without an answer the connection is checked.
  #send(frame: string): void {
    this.#put(frame);
    this.#doubtTimer ??= setTimeout(() => this.ping(DOUBTED_SILENCE_MS), DOUBT_MS);
  }

  // Not while the server is closing the socket, which the page learns a moment later: then the request is sent again over
  // the next socket.
  #put(frame: string): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(frame);
  }

  // Opens a new socket at once, for example to come back after `replaced` or to use another nick.
  restart(): void {
    this.#drop(1000);
    this.#failures = this.#mute = 0;
    this.trouble = undefined;
    this.#nickRefused = false;
    this.#open();
  }

  close(): void {
    clearInterval(this.#pingTimer);
    this.#closed = true;
    this.#forgetWake();
    this.#drop(1000);
    this.#requests.refuseAll('offline');
  }

  #setStatus(status: Status): void {
    this.status = status;
    this.#lostAt = status.kind === 'online' ? undefined : (this.#lostAt ?? Date.now());
    this.#listener.onStatus(status);
  }

  #open(): void {
    this.#setStatus({ kind: 'connecting' });
    this.#begunAt = Date.now();
    this.#opened = false;
    this.#refusal = undefined;
    this.#welcomeTimer = setTimeout(() => this.#onMute(), Math.min(LONGEST_WELCOME_MS, WELCOME_MS * 1.5 ** this.#mute));
    const socket = new WebSocket(location.origin.replace('http', 'ws') + inside(this.#path), 'engawa.v1');
    this.#socket = socket;
    socket.onopen = () => this.#hello();
    socket.onmessage = (event) => this.#receive(event.data);
    socket.onclose = (event) => this.#onClosed(event.code);
  }

  // Neither a welcome arrived nor anything else that ends the try.
  #onMute(): void {
    this.#mute += 1;
    this.#onClosed(LOST);
  }

  #sure(): void {
    clearTimeout(this.#silenceTimer);
    clearTimeout(this.#doubtTimer);
    this.#doubtTimer = undefined;
  }

  // Abandons the current socket and ignores its further events.
  #drop(code: number): void {
    this.#sure();
    clearTimeout(this.#welcomeTimer);
    clearTimeout(this.#reconnectTimer);
    clearTimeout(this.#settledTimer);
    clearTimeout(this.#syncTimer);
    const socket = this.#socket;
    this.#socket = undefined;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close(code === 1000 ? 1000 : 4000);
  }

  #hello(): void {
    this.#opened = true;
    const nick = this.#nickRefused ? undefined : identity.nick;
    const { seq, hash } = this.replica;
    const fields = {
      token: identity.token,
      nick: this.#keepsGuest ? nick : undefined,
      seq,
      hash,
      lang: language(),
      friendly: true,
    };
    this.#syncing = false;
    this.#put(JSON.stringify({ type: 'hello', id: nextId(), ...fields, client: 'web/1.0' }));
  }

  #receive(data: unknown): void {
    this.#lastFrameAt = Date.now();
    this.#sure();
    if (typeof data !== 'string') return;
    const message = JSON.parse(data) as Incoming;
    switch (message.type) {
      case 'welcome':
        return this.#onWelcome(message);
      case 'state':
      case 'step':
        return this.#onChange(message);
      case 'ok':
        this.#requests.settle(message);
        return;
      case 'error':
        return this.#onError(message);
      case 'pong':
        return this.#onPong(message);
      case 'notice':
        return this.#listener.onNotice?.(message);
    }
  }

  #onWelcome(message: Welcome): void {
    if (this.#keepsGuest) {
      if (message.token) {
        identity.token = message.token;
        identity.given = message.guest.nick;
      }
      if (message.guest) this.#listener.onGuest?.(message.guest.id);
    }
    if (this.#failures > 0 && this.since !== undefined) this.reconnects += 1;
    this.#failures = 0;
    this.#mute = 0;
    this.#notBefore = 0;
    this.trouble = undefined;
    clearTimeout(this.#welcomeTimer);
    this.since = Date.now();
    this.roundTripMs = undefined; // the route may be another one now
    this.#setStatus({ kind: 'online' });
    for (const frame of this.#requests.unanswered()) this.#send(frame);
    this.ping();
    clearTimeout(this.#settledTimer);
    this.#settledTimer = setTimeout(() => this.ping(), SETTLED_MS);
  }

  #onChange(message: State | Step): void {
    const before = this.replica.doc;
    const applied = this.replica.apply(message);
    if (applied === 'gap') return this.#sync();
    if (applied === 'old') return;
    this.#syncing = false;
    if (this.replica.doc === undefined) return;
    this.#listener.onDocument(this.replica.doc, before, message.type === 'step' ? message : undefined);
  }

  // Requests the missing steps, once; steps that arrive in the meantime are dropped, because the answer contains them.
  #sync(): void {
    if (this.#syncing) return;
    this.#syncing = true;
    this.#syncId = nextId();
    const { seq, hash } = this.replica;
    this.#put(JSON.stringify({ type: 'sync', id: this.#syncId, seq, hash }));
  }

  // Steps are dropped until then, so a refusal must not be the end of it.
  #syncAfter(ms: number): void {
    clearTimeout(this.#syncTimer);
    this.#syncTimer = setTimeout(() => {
      this.#syncing = false;
      this.#sync();
    }, ms);
  }

  #onError(message: ErrorMessage): void {
    if (this.#requests.settle(message)) return;
    if (message.re === this.#syncId) return this.#syncAfter(message.retry_ms ?? SYNC_AGAIN_MS);
    if (this.status.kind === 'online' && message.code !== 'banned') {
      this.#listener.onRefusal?.(message.code);
      return;
    }
    this.#refusal = message;
    // The answer to hello was a refusal. The server then closes the socket with a code that determines the reaction,
    // except for these two.
    if (message.code === 'not_found') this.#stop('noRoom');
    else if (message.code === 'unauthenticated') this.#becomeNewGuest();
    else if (message.code === 'bad_message') this.#nickRefused = true;
  }

  #onPong(message: Pong): void {
    const now = Date.now();
    if (message.client_ms === undefined) return;
    this.roundTripMs = now - message.client_ms;
    this.#clockOffsetMs = message.server_ms - (message.client_ms + this.roundTripMs / 2);
    this.#listener.onPong?.();
  }

  // Measures the round trip, and finds out whether the server answers.
  ping(silenceMs = SILENCE_MS): void {
    if (this.status.kind !== 'online') return;
    const sentAt = Date.now();
    this.#put(JSON.stringify({ type: 'ping', id: nextId(), client_ms: sentAt }));
    clearTimeout(this.#silenceTimer);
    this.#silenceTimer = setTimeout(() => {
      if (this.#lastFrameAt < sentAt) this.#onClosed(LOST);
    }, silenceMs);
  }

  #onClosed(code: number): void {
    const refusal = this.#refusal;
    const silent = refusal === undefined && this.#opened; // nothing more will come
    this.#drop(code);
    const verdict = afterClose(code, this.#failures, Math.random());
    if (verdict.kind === 'stop') return this.#stop(verdict.reason);
    if (verdict.kind === 'newGuest') return this.#becomeNewGuest();
    this.#failures += 1;
    this.#openAfter(Math.max(verdict.delayMs, refusal?.retry_ms ?? 0));
    if (!silent) void this.#findOut({ path: this.#path, refusal, failures: this.#failures });
  }

  #openAfter(ms: number): void {
    clearTimeout(this.#reconnectTimer);
    this.#reconnectTimer = setTimeout(() => this.#open(), Math.max(ms, this.#notBefore - performance.now()));
    this.#setStatus({ kind: 'waiting' });
  }

  // One at a time; it may take as long as several tries.
  async #findOut(failure: Failure): Promise<void> {
    if (this.#findingOut) return;
    this.#findingOut = true;
    const trouble = await this.#listener.explain?.(failure);
    this.#findingOut = false;
    const { kind } = this.status;
    if (this.#closed || kind === 'online' || kind === 'stopped') return;
    this.trouble = trouble;
    const retryMs = trouble?.retryMs ?? 0;
    this.#notBefore = performance.now() + retryMs;
    if (kind === 'waiting' && retryMs > 0) this.#openAfter(0);
    else this.#setStatus(this.status);
  }

  #stop(reason: StopReason): void {
    this.#drop(1000);
    this.#requests.refuseAll('offline');
    this.#setStatus({ kind: 'stopped', reason, refusal: this.#refusal });
  }

  // The server does not know our token (any more): requests made with it are void.
  #becomeNewGuest(): void {
    if (identity.token === undefined) return this.#stop('refused');
    identity.token = undefined;
    this.#requests.refuseAll('unauthenticated');
    this.#listener.onRefusal?.('unauthenticated');
    this.restart();
  }

  // The network or the person is back: reconnect at once instead of waiting for a timer, or for a try that hangs.
  #onWake(): void {
    const { kind } = this.status;
    if (kind === 'online') return this.ping(DOUBTED_SILENCE_MS);
    if (kind === 'stopped' || (kind === 'connecting' && Date.now() - this.#begunAt < STALE_MS)) return;
    this.#drop(LOST);
    this.#open();
  }
}
