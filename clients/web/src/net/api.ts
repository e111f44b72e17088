// The HTTP half of the protocol.
import { language } from '../base/i18n';
import { identity } from '../base/identity';
import type {
  Address,
  Analysis,
  Boards,
  ClosedRoom,
  ErrorMessage,
  Game,
  Games,
  Glimpse,
  GuestAnswer,
  PlayAnswer,
  PlayRequest,
  Replay,
  ReportAnswer,
  ReportRequest,
  Results,
  RoomAnswer,
  RoomList,
  RoomRequest,
  Summary,
  Trial,
  TrialRequest,
  Watched,
} from '../protocol';
import { ask } from './ask';
import { LONGEST_RETRY_MS, MOST_RETRIES } from './limits';
import { persist } from './persist';
import { PASSING } from './requests';

// A refusal by the server, or `offline` if the server could not be reached.
export class Refused extends Error {
  constructor(
    readonly code: string,
    readonly retryMs?: number,
  ) {
    super(code);
  }
}

interface Wish {
  method: string;
  headers: Record<string, string>;
  body: string | null;
}

// Includes the whole body: a response that stops in the middle counts as failed.
async function answerOf(path: string, wish: Wish): Promise<{ status: number; answer: unknown }> {
  const response = await ask(path, wish);
  const text = await response.text();
  try {
    return { status: response.status, answer: JSON.parse(text) };
  } catch {
    return { status: response.status, answer: undefined };
  }
}

// Repeats a request that may have changed something, but only once: at worst it creates a room that nobody enters.
async function twice<Part>(load: () => Promise<Part>): Promise<Part> {
  return load().catch(load);
}

async function callOnce<Answer>(method: string, path: string, body: unknown): Promise<Answer> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  // A header field of our own, because behind a proxy with a password the browser uses Authorization for that. Without
  // it for responses that are the same for everybody; index.html has already requested the catalogue without a header.
  if (identity.token && method !== 'GET') headers['Engawa-Token'] = identity.token;
  const load = () => answerOf(path, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
  const { status, answer } = await (method === 'GET' ? persist(load, 'own') : twice(load)).catch(() => {
    throw new Refused('offline');
  });
  if (status < 300 && answer !== undefined) return answer as Answer;
  const refusal = answer as ErrorMessage | undefined;
  // A proxy answers 502 to 504 for an unreachable server; a body that is not JSON may be the login page of a hotel's
  // network.
  const silent = status > 501 || status < 300 ? 'offline' : 'internal';
  throw new Refused(refusal?.code ?? silent, refusal?.retry_ms);
}

// Waits out a temporary refusal, with a random part so that not all clients repeat at the same moment.
async function call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await callOnce<Answer>(method, path, body);
    } catch (refusal) {
      if (!(refusal instanceof Refused) || refusal.retryMs === undefined || !PASSING.has(refusal.code)) throw refusal;
      if (tries > MOST_RETRIES || refusal.retryMs > LONGEST_RETRY_MS) throw refusal;
      const pause = refusal.retryMs * (1 + Math.random() / 4);
      if (method !== 'GET') onPause(refusal.code, pause);
      await new Promise((done) => setTimeout(done, pause));
    }
  }
}

let onPause: (code: string, ms: number) => void = () => {};

// `tell` is called when a request that a person made waits because of a refusal.
export function tellPauses(tell: typeof onPause): void {
  onPause = tell;
}

// Calls that need a guest: the same request makes one if there is none, or if the server has forgotten ours.
async function callAsGuest<Answer extends { guest?: GuestAnswer }>(path: string, body: object): Promise<Answer> {
  const send = (guest?: object) => call<Answer>('POST', path, { ...body, guest });
  const passing = (code: string, refusal: unknown) => {
    if (!(refusal instanceof Refused) || refusal.code !== code) throw refusal;
  };
  if (identity.token) {
    try {
      return await send();
    } catch (refusal) {
      passing('unauthenticated', refusal);
      identity.token = undefined;
    }
  }
  const { nick } = identity;
  const plain = { lang: language(), friendly: true };
  // A name that the server does not take, such as a bot's, is no reason not to play.
  const answer = await send({ ...plain, nick }).catch((refusal) => {
    passing(nick === undefined ? '' : 'bad_message', refusal);
    return send(plain);
  });
  identity.token = answer.guest?.token;
  identity.given = answer.guest?.nick;
  return answer;
}

let games: Promise<Game[]> | undefined;
let boards: Promise<Boards['boards']> | undefined;

export const api = {
  // The catalogue does not change while a server runs; a failed request is repeated.
  games(): Promise<Game[]> {
    games ??= call<Games>('GET', '/api/games').then((answer) => answer.games);
    games.catch(() => {
      games = undefined;
    });
    return games;
  },
  // The openings of all presets; they do not change either.
  boards(): Promise<Boards['boards']> {
    boards ??= call<Boards>('GET', '/api/boards').then((answer) => answer.boards);
    boards.catch(() => {
      boards = undefined;
    });
    return boards;
  },
  play: (wish: PlayRequest) => callAsGuest<PlayAnswer>('/api/play', wish),
  makeRoom: (wish: RoomRequest) => callAsGuest<RoomAnswer>('/api/rooms', wish),
  replay: (id: string) => call<Replay>('GET', `/api/records/${id}/replay`),
  // Items from number `from` on; `start`: begins an analysis if there is none.
  analysis: (id: string, from: number, start: boolean) =>
    call<Analysis>(start ? 'POST' : 'GET', `/api/records/${id}/analysis?from=${from}`, start ? {} : undefined),
  report: (code: string, wish: ReportRequest) => call<ReportAnswer>('POST', `/api/rooms/${code}/reports`, wish),
  closeRoom: (code: string) => call<ClosedRoom>('DELETE', `/api/rooms/${code}`),
  room: (code: string) => call<Summary>('GET', `/api/rooms/${encodeURIComponent(code)}`),
  rooms: (after: string) => call<RoomList>('GET', `/api/rooms?limit=24&after=${after}`),
  glimpse: (code: string) => call<Glimpse>('GET', `/api/rooms/${code}/glimpse`),
  results: () => call<Results>('GET', '/api/results'),
  watch: () => call<Watched>('GET', '/api/watch'),
  address: () => call<Address>('GET', '/api/address'),
  tryMoves: (game: string, trial: TrialRequest) => call<Trial>('POST', `/api/games/${game}/try`, trial),
};
