// The HTTP half of the protocol.
import { language } from '../i18n';
import type {
  Analysis,
  Boards,
  ErrorMessage,
  Game,
  Games,
  Glimpse,
  GuestAnswer,
  PlayAnswer,
  PlayRequest,
  Replay,
  Results,
  RoomAnswer,
  RoomList,
  RoomRequest,
  Summary,
  Trial,
  TrialRequest,
  Watched,
} from '../protocol';
import { identity } from './identity';
import { persist } from './persist';

// A refusal by the server, or `offline` if the server could not be reached.
export class Refused extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

async function call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  // These answers are the same for everybody; and the catalogue was already requested by index.html, without a header.
  if (identity.token && method !== 'GET') headers.Authorization = `Bearer ${identity.token}`;
  let response: Response;
  try {
    const ask = () => fetch(path, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
    response = await (method === 'GET' ? persist(ask) : ask());
  } catch {
    throw new Refused('offline');
  }
  const answer: unknown = await response.json().catch(() => undefined);
  // A proxy answers 502 to 504 in the place of a server that is away.
  const silent = response.status > 501 ? 'offline' : 'internal';
  if (!response.ok) throw new Refused((answer as ErrorMessage | undefined)?.code ?? silent);
  return answer as Answer;
}

async function makeGuest(): Promise<void> {
  identity.token = undefined;
  const wish = { lang: language(), ...(identity.nick ? { nick: identity.nick } : {}) };
  const guest = await call<GuestAnswer>('POST', '/api/guests', wish);
  identity.token = guest.token;
}

// Calls that need a guest: creates one silently, and again if the server has forgotten ours.
async function callAsGuest<Answer>(path: string, body: unknown): Promise<Answer> {
  if (!identity.token) await makeGuest();
  try {
    return await call<Answer>('POST', path, body);
  } catch (refusal) {
    if (!(refusal instanceof Refused) || refusal.code !== 'unauthenticated') throw refusal;
    await makeGuest();
    return call<Answer>('POST', path, body);
  }
}

let games: Promise<Game[]> | undefined;

export const api = {
  // The catalogue does not change while a server runs; a failed request is repeated.
  games(): Promise<Game[]> {
    games ??= call<Games>('GET', '/api/games').then((answer) => answer.games);
    games.catch(() => {
      games = undefined;
    });
    return games;
  },
  play: (wish: PlayRequest) => callAsGuest<PlayAnswer>('/api/play', wish),
  makeRoom: (wish: RoomRequest) => callAsGuest<RoomAnswer>('/api/rooms', wish),
  replay: (id: string) => call<Replay>('GET', `/api/records/${id}/replay`),
  // From item number `from` on; `start`: begins it if there is none.
  analysis: (id: string, from: number, start: boolean) =>
    call<Analysis>(start ? 'POST' : 'GET', `/api/records/${id}/analysis?from=${from}`, start ? {} : undefined),
  room: (code: string) => call<Summary>('GET', `/api/rooms/${encodeURIComponent(code)}`),
  rooms: (after: string) => call<RoomList>('GET', `/api/rooms?limit=24&after=${after}`),
  glimpse: (code: string) => call<Glimpse>('GET', `/api/rooms/${code}/glimpse`),
  results: () => call<Results>('GET', '/api/results'),
  watch: () => call<Watched>('GET', '/api/watch'),
  boards: () => call<Boards>('GET', '/api/boards'),
  tryMoves: (game: string, trial: TrialRequest) => call<Trial>('POST', `/api/games/${game}/try`, trial),
};
