// The types of engawa.mjs. Those of messages are defined in protocol/schema, and generated from it in clients/web/src/protocol.d.ts.

export interface RoomDocument {
  code: string;
  game: string;
  phase: 'lobby' | 'playing' | 'over';
  round: number;
  seats: Record<string, { kind: string; guest?: string; nick?: string; [more: string]: unknown }>;
  ply?: number;
  to_act?: string; // the names of the seats that are to act, such as 's0 s3'
  legal?: string; // protocol/games.md
  view?: Record<string, unknown>;
  result?: { record: string; winner?: string; [more: string]: unknown };
  [more: string]: unknown;
}

export interface Frame {
  type: string;
  [more: string]: unknown;
}

export class Refused extends Error {
  code: string;
  retryMs?: number;
}

export class Closed extends Error {
  code: number;
}

export interface Guest {
  id: string;
  token: string;
  nick: string;
}

export class Server {
  constructor(url: string | URL, options?: { patienceMs?: number });
  url: string;
  call(method: string, path: string, body?: unknown, token?: string): Promise<unknown>;
  guest(nick?: string): Promise<Guest>;
  makeRoom(token: string | undefined, settings: { game: string; [more: string]: unknown }): Promise<string>;
  record(code: string, round: number): Promise<string>;
}

export function merge(target: unknown, patch: unknown): unknown;

export class Room {
  constructor(server: Server, code: string, options?: { token?: string; nick?: string; bot?: { name: string; author?: string }; WebSocket?: unknown });
  document?: RoomDocument;
  seq?: number;
  hash?: string;
  guest?: string;
  onFrame: (frame: Frame) => void;
  readonly token?: string;
  readonly seat?: string;
  now(): number;
  documents(): AsyncGenerator<RoomDocument, void, void>;
  ask(type: string, fields?: Record<string, unknown>): Promise<Frame>;
  move(move: Record<string, unknown>): Promise<Frame>;
  close(): void;
}
