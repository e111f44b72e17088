// The types of engawa-stream.mjs.
import type { Room, Server } from './engawa.mjs';

export interface Invitation {
  type: 'invitation';
  room: string;
  game: string;
  reason: 'seat' | 'invited';
  seat?: number;
  by?: { id: string; nick: string };
}

export class Stream {
  constructor(server: Server, options?: { token?: string; nick?: string; bot?: { name: string; author?: string }; WebSocket?: unknown });
  guest?: string;
  readonly ready: Promise<void>;
  onInvitation: (invitation: Invitation) => void;
  onClose: (code: number, reason: string) => void;
  readonly token?: string;
  room(code: string): Room;
  close(): void;
}
