// Made from protocol/schema and games/*/schema.json by `npm run types` in protocol/. Change the schemas, not this file.

// Everything a client may send. Unknown fields are ignored. Made by `npm run types` in protocol/.
export type ClientMessage = Hello | Configure | HandOver | Hint | Kick | Log | Move | Mute | Pardon | Pause | Ping | PreviewRequest | Rematch | Resign | Say | SeatRequest | Sit | Stand | Start | Sync;

// Chosen by the client; unique per guest and room for requests that change something.
export type RequestId = string | number;

// The number of a step. A new room is at 0, its first step is 1, and there are no gaps.
export type Seq = number;

// A hash of the room's history up to the step whose number is beside it; clients compare and return it, nothing else.
export type History = string;

// The last `hash` that the client got; what the server did not make fits no history.
export type KnownHistory = string;

// The number of moves in this round; a pass is not a move.
export type Ply = number;

// Milliseconds; as a time, since 1970 by the server's clock.
export type Millis = number;

// A seat as the server names it.
export type SeatName = string;

// Seats, separated by spaces.
export type SeatNames = string;

// A seat as a client names it.
export type SeatNumber = number;

export type GuestId = string;

// At most 16 characters as readers count (extended grapheme clusters) and 40 code points. In a room it may have a number, as in `Taro (2)`, if another name there looks the same: so the schema has some more.
export type Nick = string;

// What plays in place of a person, as it named itself in `bot` of its hello.
export interface Program {
  name: ProgramName;
  author?: ProgramName;
}

// Cleaned like nicks, with the same limits.
export type ProgramName = string;

export type Token = string;

// 8 letters of Crockford's base32.
export type RoomCode = string;

// A room's code and the number of a round.
export type RecordId = string;

// SHA-256, in hexadecimal digits.
export type Hash = string;

export type GameId = string;

export type BotId = string;

export type BotLevel = number;

// A share of 1. The only kind of number that is not an integer.
export type Share = number;

export type Phase = 'lobby' | 'playing' | 'over';

// A text for people, in both languages.
export interface Text {
  en: string;
  ja: string;
}

// The host chooses what is played next, before a round. What is absent stays; one of game, options, clock and hints is there.
export interface Configure {
  type: 'configure';
  id: RequestId;
  game?: string;
  options?: Record<string, unknown>;
  clock?: ClockWish;
  hints?: 'allowed' | 'off';
}

// What a client says in a room, on a stream: a frame as on a WebSocket of the room's own, or that it leaves the room.
export type Envelope =
  | { room: RoomCode; frame: ClientMessage; end?: undefined }
  | { room: RoomCode; end: Record<string, never>; frame?: undefined };

// A refusal; nothing has changed. `message` is for readers of logs, `code` for programs.
export interface ErrorMessage {
  type: 'error';
  re?: RequestId;
  code: ErrorCode;
  message: string;
  seq?: Seq;
  ply?: Ply;
  retry_ms?: number;
  // Of `banned` and `muted`: what the operator of the server gives as the reason. For people.
  reason?: string;
  // Of `banned` and `muted`: when that ends, in ms since 1970. Absent: not by itself.
  until?: number;
}

// One of errors.json.
export type ErrorCode = 'bad_json' | 'bad_message' | 'unknown_type' | 'unsupported_version' | 'unauthenticated' | 'forbidden' | 'not_found' | 'method_not_allowed' | 'length_required' | 'room_closed' | 'room_full' | 'seat_taken' | 'seat_closed' | 'not_host' | 'muted' | 'banned' | 'forbidden_word' | 'hints_off' | 'not_started' | 'player_away' | 'already_started' | 'not_over' | 'not_your_turn' | 'illegal_move' | 'stale' | 'id_reused' | 'too_soon' | 'unsupported' | 'game_over' | 'rate_limited' | 'storage_limit' | 'too_large' | 'unsupported_media_type' | 'limit_reached' | 'busy' | 'draining' | 'moved' | 'internal';

// An event for animation, sound or the log. The document never depends on events.
export type RoomEvent = GameEvent | OutEvent | SeatEvent | RoundEvent | KickEvent | SayEvent;

// A part of a room's log, oldest entry first. `more`: older entries can be requested. `cut`: older entries of this round were dropped.
export interface LogPage {
  entries: LogEntry[];
  more?: true;
  cut?: true;
}

// The events of the step `seq`. `seats`: the document's after it, if they differ from the entry before; the first entry of a page has them.
export interface LogEntry {
  seq: Seq;
  seats?: Seats;
  events: RoomEvent[];
}

export interface SeatEvent {
  kind: 'pass' | 'stuck' | 'sit' | 'stand' | 'seat' | 'host' | 'offline' | 'online' | 'stand_in' | 'hand_back' | 'timeout' | 'resign' | 'hint' | 'forfeit' | 'flag' | 'rematch' | 'cleared';
  seat: SeatName;
}

export interface RoundEvent {
  kind: 'start' | 'over' | 'restart' | 'room_closed' | 'configure';
}

// The host removed a guest or allowed them to sit again, or muted or unmuted a guest.
export interface KickEvent {
  kind: 'kick' | 'pardon' | 'mute' | 'unmute';
  seat?: SeatName;
  nick: Nick;
}

export interface SayEvent {
  kind: 'say';
  seat?: SeatName;
  nick: Nick;
  // At most 200 characters as readers count and 500 code points.
  text: string;
}

// The seat has stopped playing: it lost its field, or used up its steps or its time.
export interface OutEvent {
  kind: 'out';
  seat: SeatName;
  place?: number;
}

// Of any game: a move.
export type GameMove = BubblesMove | FifteenMove | NimMove | ReversiMove;

// Of any game: the options of a room, normalised.
export type GameOptions = BubblesOptions | FifteenOptions | NimOptions | ReversiOptions;

// Of any game: a view.
export type GameView = BubblesView | FifteenView | NimView | ReversiView;

// Of any game: a merge patch of a view.
export type GameViewPatch = BubblesViewPatch | FifteenViewPatch | NimViewPatch | ReversiViewPatch;

// Of any game: what the server advises; `move` is absent when nothing helps.
export type GameHint = BubblesHint | FifteenHint | NimHint | ReversiHint;

// Of any game: an event.
export type GameEvent = ShotEvent | RowEvent | GarbageEvent | SentEvent | SlideEvent | SolvedEvent | OptimalEvent | TakeEvent | PutEvent;

// The host makes a seated person who is there the host.
export interface HandOver {
  type: 'hand_over';
  id: RequestId;
  guest: string;
}

// First, within 5 s. Without token it creates a guest; nick names or renames the guest.
export interface Hello {
  type: 'hello';
  id: RequestId;
  token?: string;
  nick?: string;
  seq?: Seq;
  hash?: KnownHistory;
  lang?: string;
  // A new guest without a nick gets a friendly name in `lang`, and not `Guest`.
  friendly?: boolean;
  client?: string;
  // A program plays, and not a person: its seat, the record and the results show it. Cleaned like nicks.
  bot?: { name: string; author?: string };
}

// A seated player requests a hint; only that player gets it, and in a round of several people everybody is told. Refused with hints_off if the host does not allow it there.
export interface Hint {
  type: 'hint';
  id: RequestId;
}

export interface Games {
  games: Game[];
}

export interface Game {
  id: GameId;
  title: Text;
  seats: { min: number; max: number };
  // Several seats may move at the same time.
  simultaneous: boolean;
  // The request `preview` is answered; absent: it may not be.
  previews?: boolean;
  presets: Preset[];
  bots: BotKind[];
  // The preset for somebody who plays the game for the first time. Absent: the first one.
  first_preset?: string;
  // Bots by their ratings, the weakest first.
  ladder?: BotWish[];
  // A JSON Schema. An option for a form also has `label` ({en, ja}) and `order`, and `labels` by value if it is an enum.
  options: Record<string, unknown>;
  // The member of a move whose value is a word of `legal` (a word of digits: a number). Absent: `legal` has another form.
  legal_member?: string;
  // A small picture of the game, as SVG.
  picture?: string;
  sentences?: Sentences;
}

// What the game says of its events (by `kind`) and of the end (by `reason` of the result): templates of games/core/terminal.hpp. Absent: it says nothing.
export interface Sentences {
  events: Record<string, Text>;
  reasons: Record<string, Text>;
}

export interface Preset {
  id: string;
  title: Text;
  seats: number;
}

export interface BotKind {
  id: BotId;
  title: Text;
  // one sentence for players who choose a bot
  about?: Text;
  // absent: 1
  first_level?: BotLevel;
  // the number of levels from first_level on
  levels: BotLevel;
}

export interface GuestRequest {
  nick?: string;
  lang?: string;
  // Without a nick: a friendly name in `lang`, and not `Guest`.
  friendly?: boolean;
}

export interface GuestAnswer {
  id: GuestId;
  token: Token;
  nick: Nick;
}

export interface MeAnswer {
  id: GuestId;
  nick: Nick;
}

export interface RevokedToken {
  id: GuestId;
  revoked: true;
}

export interface ClosedRoom {
  room: RoomCode;
  closed: true;
}

export interface InvitationRequest {
  // The id of a guest who has a stream, as in GET /api/programs.
  guest: string;
}

export interface InvitationAnswer {
  room: RoomCode;
  invited: GuestId;
}

// `guest`, `message` or both.
export interface ReportRequest {
  // The id of a guest who has a seat in the room, has chatted there, or was removed or muted. Not needed with `message`.
  guest?: string;
  // One message of the chat, as the room's document names it: `m18`. Its writer is reported, also after they have left.
  message?: string;
  // What is wrong, for the operator. Up to 200 visible characters.
  reason?: string;
}

export interface ReportAnswer {
  room: RoomCode;
  reported: GuestId;
}

export interface Programs {
  programs: ({ guest: { id: GuestId; nick: Nick }; bot: Program; rooms: number })[];
}

export interface RoomRequest {
  game: GameId;
  // As GET /api/games describes them.
  options?: Record<string, unknown>;
  // Without a token: a guest is made whose room it is.
  guest?: GuestRequest;
  seats?: SeatWish[];
  clock?: ClockWish;
  visibility?: 'public' | 'private';
  start?: 'host' | 'full';
  // In simultaneous games: the time of the game begins so much later. Default: 0.
  countdown_ms?: number;
  // Instead of a preset with a time by which to be done, its options with the longest one. Default: false.
  unhurried?: boolean;
  bot_delay_ms?: number | 'natural' | 'slow';
  timeout?: 'bot_move' | 'forfeit';
  grace_ms?: number;
  absent?: 'bot' | 'forfeit';
  join?: 'none' | 'bots';
  rematch?: 'same' | 'rotate';
  // Whether there are hints while several people play. Default: off.
  hints?: 'allowed' | 'off';
  // Whether programs (`bot` in hello) may have seats. Default: allow.
  programs?: 'allow' | 'refuse';
  stand_in?: BotWish;
}

export type SeatWish = 'me' | 'open' | 'closed' | BotWish;

export interface BotWish {
  bot: BotId;
  level?: BotLevel;
}

export interface ClockWish {
  kind?: 'none' | 'move' | 'fischer' | 'byoyomi';
  limit_ms?: number;
  // At least 10000 with `fischer`.
  initial_ms?: number;
  increment_ms?: number;
  period_ms?: number;
  periods?: number;
}

export interface RoomAnswer {
  room: RoomCode;
  // Below the server's address, which may have a path itself.
  url: string;
  // Below the server's address, too.
  ws: string;
  // Of the request's `guest`.
  guest?: GuestAnswer;
}

export interface PlayRequest {
  game: GameId;
  options?: Record<string, unknown>;
  // bots: a new room, at once. Default: people, where some wait.
  with?: 'people' | 'bots';
  // One of this person's first games: bots are slow where the server's own pace is natural.
  newcomer?: boolean;
  // Without a token: a guest is made who plays.
  guest?: GuestRequest;
  // With `with: bots`: a game for one person, against bots of this rung of the game's ladder, counted from 0.
  rung?: number;
}

export interface PlayAnswer {
  room: RoomCode;
  // Below the server's address, which may have a path itself.
  url: string;
  // Below the server's address, too.
  ws: string;
  // Of the request's `guest`.
  guest?: GuestAnswer;
  seat: SeatNumber;
}

export interface RoomList {
  rooms: Summary[];
  // `after` of the next page; absent: this is the last one.
  next?: RoomCode;
}

export interface Results {
  results: RecentResult[];
}

export interface RecentResult {
  record: RecordId;
  winner?: Winner;
  draw?: true;
  game: GameId;
  options: GameOptions;
  seats: SeatCounts;
  // Server time, ms.
  at: number;
}

export interface Boards {
  // By game and preset: the view at the start.
  boards: Record<string, Record<string, GameView>>;
}

export interface Glimpse {
  code: RoomCode;
  game: GameId;
  options: GameOptions;
  phase: Phase;
  round: number;
  seats: Seats;
  ply?: number;
  to_act?: SeatNames;
  view?: GameView;
}

// A game of bots that is in no room.
export interface WatchedGame {
  game: GameId;
  options: GameOptions;
  phase: 'playing' | 'over';
  seats: Seats;
  ply: number;
  to_act: SeatNames;
  view: GameView;
}

export type Watched =
  | { room: Glimpse; bots?: undefined; none?: undefined }
  | { bots: WatchedGame; room?: undefined; none?: undefined }
  | { none: true; room?: undefined; bots?: undefined };

// Where others reach the server: at `url`, if there is one.
export interface Address {
  reach: 'public' | 'network' | 'machine' | 'unknown' | 'page';
  url?: string;
}

export interface TrialRequest {
  // As GET /api/games describes them.
  options?: Record<string, unknown>;
  moves?: TriedMove[];
}

export interface TriedMove {
  seat?: SeatNumber;
  // Game time, ms; absent: as soon as the seat may move.
  at?: number;
  move: Record<string, unknown>;
}

export interface Trial {
  ply: number;
  to_act: SeatNames;
  legal: string;
  view: GameView;
  // The merge patch of the last move.
  set?: Record<string, unknown>;
  events?: GameEvent[];
}

// A room that the guest of a stream belongs into: `seat`, the guest has a seat there; `invited`, somebody who plays there asks for the guest.
export interface Invitation {
  type: 'invitation';
  room: RoomCode;
  game: GameId;
  reason: 'seat' | 'invited';
  // With `seat`: which one.
  seat?: number;
  // With `invited`: who asks.
  by?: { id: GuestId; nick: Nick };
}

// The host removes a guest: their seat opens, or during a game a bot continues it; they may watch, but neither sit nor chat.
export interface Kick {
  type: 'kick';
  id: RequestId;
  guest: string;
}

// An RFC 7386 merge patch of the lobby document: a new room is complete, a known one has its changes; null removes it.
export interface LobbyPatch {
  rooms: Record<string, SummaryPatch | null>;
}

export type SummaryPatch =
  | { code?: RoomCode; game?: GameId; options?: GameOptions; phase?: Phase; host?: Nick | null; seats?: { human?: number; program?: number | null; bot?: number; open?: number; closed?: number }; online?: number; round?: number; join?: 'bots'; clock?: ClockRule; result?: { record?: RecordId; winner?: { nick?: Nick | null; program?: { name?: ProgramName; author?: ProgramName | null } | null; bot?: BotId | null; level?: BotLevel | null } | null; draw?: true | null } | null };

// Everything the server sends on /lobby/ws.
export type LobbyServerMessage = LobbyWelcome | LobbyState | LobbyStep | Ok | ErrorMessage | Pong | Notice;

// Replaces the lobby document.
export interface LobbyState {
  type: 'state';
  seq: Seq;
  you: Record<string, never>;
  room: LobbyDocument;
}

// The lobby document becomes the RFC 7386 merge of `set`.
export interface LobbyStep {
  type: 'step';
  seq: Seq;
  set: LobbyPatch;
  events: (Record<string, unknown>)[];
}

// The answer to hello in the lobby, which creates no guest. Followed by a state.
export interface LobbyWelcome {
  type: 'welcome';
  re: RequestId;
  guest?: { id: GuestId; nick: Nick };
  seq: Seq;
  server: string;
  heartbeat_s: number;
  limits: { frame_bytes: number };
  // What this server can do beyond the first version 1. Others may come.
  capabilities?: string[];
}

// The public rooms, by code.
export interface LobbyDocument {
  rooms: Record<string, Summary>;
}

export interface Summary {
  code: RoomCode;
  game: GameId;
  options: GameOptions;
  phase: Phase;
  // The host has closed the room for good.
  closed?: true;
  host?: Nick;
  seats: SeatCounts;
  online: number;
  round: number;
  // Bots' seats may be taken during the game.
  join?: 'bots';
  clock: ClockRule;
  // While the phase is over. Neither winner nor draw: nobody won.
  result?: { record: RecordId; winner?: Winner; draw?: true };
}

export interface SeatCounts {
  // People, without programs.
  human: number;
  // Programs that came over the network. Absent: none.
  program?: number;
  bot: number;
  open: number;
  closed: number;
}

// A person or a bot.
export interface Winner {
  nick?: Nick;
  program?: Program;
  bot?: BotId;
  level?: BotLevel;
}

export type ClockRule =
  | { kind: 'none'; limit_ms?: undefined; initial_ms?: undefined; increment_ms?: undefined; period_ms?: undefined; periods?: undefined }
  | { kind: 'move'; limit_ms: number; initial_ms?: undefined; increment_ms?: undefined; period_ms?: undefined; periods?: undefined }
  | { kind: 'fischer'; initial_ms: number; increment_ms: number; limit_ms?: undefined; period_ms?: undefined; periods?: undefined }
  | { kind: 'byoyomi'; initial_ms: number; period_ms: number; periods: number; limit_ms?: undefined; increment_ms?: undefined };

// Requests the events since the round began: the newest page, or the newest before a step.
export interface Log {
  type: 'log';
  id: RequestId;
  before?: Seq;
}

// A seat to act moves. `ply` is the position that the player saw; it is optional in simultaneous games. With `hash` it is refused as stale if the room has another history.
export interface Move {
  type: 'move';
  id: RequestId;
  ply?: Ply;
  hash?: KnownHistory;
  // In the game's own form.
  move: Record<string, unknown>;
}

// The host mutes or unmutes a guest: a muted guest may play and watch, but not chat.
export interface Mute {
  type: 'mute';
  id: RequestId;
  guest: string;
  muted: boolean;
}

// `draining`: the server is about to restart, in at most `in_s` seconds. `history`: the client's past is not the room's; a state follows. `operator`: a message of the server's operator to everybody, in one language or both.
export interface Notice {
  type: 'notice';
  kind: 'draining' | 'history' | 'operator';
  in_s?: number;
  text?: { en?: string; ja?: string };
}

// A request was carried out and stored in the journal. `seq` is the step that it made, or the newest one; for a hint or a preview the step that it refers to, for a log the last step that it may contain.
export interface Ok {
  type: 'ok';
  re: RequestId;
  seq: Seq;
  hint?: GameHint;
  log?: LogPage;
  preview?: Preview;
}

// The host allows a removed guest to sit again.
export interface Pardon {
  type: 'pardon';
  id: RequestId;
  guest: string;
}

// The only person in the room stops the time of the game, or lets it go on.
export interface Pause {
  type: 'pause';
  id: RequestId;
  // Default: true.
  paused?: boolean;
}

// Answered with pong.
export interface Ping {
  type: 'ping';
  id: RequestId;
  // The client's time, returned in the pong.
  client_ms?: number;
}

// The answer to ping.
export interface Pong {
  type: 'pong';
  re: RequestId;
  // As in the ping.
  client_ms?: number;
  server_ms: Millis;
}

// A seat to act asks what a move would change; only the requester gets the answer, and nothing changes.
export interface PreviewRequest {
  type: 'preview';
  id: RequestId;
  ply?: Ply;
  hash?: KnownHistory;
  // In the game's own form.
  move: Record<string, unknown>;
}

// A line of the record of a round (records.md).
export type RecordLine = RecordHeader | RecordInput | RecordEnding;

export interface RecordHeader {
  format: 'engawa-record';
  version: 1;
  record: RecordId;
  game: GameId;
  rules: number;
  options: GameOptions;
  seats: Record<string, RecordSeat>;
  clock: Clock;
  started: Millis;
  commitment?: Hash;
  hash: Hash;
}

export interface RecordSeat {
  kind: 'open' | 'closed' | 'bot' | 'held' | 'human';
  nick?: Nick;
  bot?: BotId;
  level?: BotLevel;
  stand_in?: true;
  left?: true;
  program?: Program;
}

export interface RecordInput {
  in: 'move' | 'bot' | 'timeout' | 'tick' | 'solution' | 'resign' | 'seat';
  at: Millis;
  // Milliseconds of play, in games that know time.
  t?: Millis;
  seat?: SeatName;
  move?: GameMove;
  solution?: RecordSolution;
  to?: RecordSeat;
  state?: RecordState;
  hash: Hash;
}

export interface RecordEnding {
  result: Result;
  ended: Millis;
  state: RecordState;
  seed: string;
  hash: Hash;
}

export interface RecordSolution {
  length?: number;
  moves?: number[];
  nodes?: number;
  optimal?: boolean;
}

// The record of a finished round for clients without rules: the first position, and what each line changes.
export interface Replay {
  record: RecordId;
  game: GameId;
  options: GameOptions;
  seats: Record<string, RecordSeat>;
  started: Millis;
  ended: Millis;
  result: Result;
  start: { ply: Ply; to_act: SeatNames; legal: string; view: GameView };
  steps: ReplayStep[];
}

// A line of the record. `set` and `events` as in a step of the room, without what the room itself adds.
export interface ReplayStep {
  in: 'move' | 'bot' | 'timeout' | 'tick' | 'solution' | 'resign' | 'seat';
  at: Millis;
  // Milliseconds of play, in games that know time.
  t?: Millis;
  seat?: SeatName;
  move?: GameMove;
  to?: RecordSeat;
  set?: RoomPatch;
  events?: RoomEvent[];
}

// What is known of a record's analysis. `items`: from number `from` on, of `of` in all; absent with `none`.
export interface Analysis {
  record: RecordId;
  state: 'none' | 'waiting' | 'running' | 'done';
  bot?: BotId;
  level?: BotLevel;
  of?: number;
  from?: number;
  items?: AnalysisItem[];
}

// The hint for `seat` in the position after `ply` moves; null if there is none.
export interface AnalysisItem {
  ply: Ply;
  seat: SeatName;
  hint: GameHint | null;
}

// A hash of the game's state.
export type RecordState = string;

// A vote for another round with the same seats.
export interface Rematch {
  type: 'rematch';
  id: RequestId;
  accept?: boolean;
}

// A seated player resigns; a bot continues the seat.
export interface Resign {
  type: 'resign';
  id: RequestId;
}

// What the server says in a room, on a stream: a frame as on a WebSocket of the room's own, or that such a WebSocket would have been closed, with the code and the reason.
export type RoomEnvelope =
  | { room: string; frame: ServerMessage; end?: undefined }
  | { room: string; end: { code: number; reason: string }; frame?: undefined };

// An RFC 7386 merge patch of a room document: present members are set, null removes a member, objects are merged.
export type RoomPatch =
  | { game?: GameId; options?: Record<string, OptionPatch>; phase?: Phase; closed?: true; host?: GuestId | null; round?: number; kicked?: Record<string, Nick | null> | null; muted?: Record<string, Nick | null> | null; commitment?: Hash; settings?: Record<string, OptionPatch>; spectators?: number | null; seats?: Record<string, SeatPatch | null>; clock?: ClockPatch; ply?: Ply | null; to_act?: SeatNames | null; legal?: string | null; view?: GameViewPatch | null; result?: ResultPatch | null; rematch?: Record<string, true | null> | null; chat?: Record<string, ChatLine | null> | null; evening?: { rounds?: number; people?: Record<string, { nick?: Nick; wins?: number }>; bots?: number }; elapsed?: { ms?: Millis; at?: Millis | null } | null };

export type SeatPatch =
  | { kind?: 'open' | 'closed' | 'bot' | 'held' | 'human'; bot?: BotId | null; level?: BotLevel | null; guest?: GuestId | null; nick?: Nick | null; online?: boolean | null; stand_in?: true | null; left?: true | null; resigned?: true | null; program?: { name?: ProgramName; author?: ProgramName | null } | null };

export type OptionValue = string | number | boolean | null;

export type OptionList = (OptionValue | OptionValue[])[];

export type OptionPatch = OptionValue | OptionList | Record<string, OptionValue | OptionList>;

export interface ClockPatch {
  kind?: 'none' | 'move' | 'fischer' | 'byoyomi';
  limit_ms?: number | null;
  initial_ms?: number | null;
  increment_ms?: number | null;
  period_ms?: number | null;
  periods?: number | null;
  running?: SeatName | null;
  left?: Record<string, Millis | null> | null;
  at?: Millis | null;
}

export interface ResultPatch {
  ranking?: Ranking;
  reason?: Reason;
  winner?: SeatName | null;
  draw?: true | null;
  lost?: true | null;
  record?: RecordId;
}

// Everything visible in a room. A client holds a copy; only state and step change it.
export type RoomDocument =
  | { code: RoomCode; game: GameId; options: GameOptions; visibility: 'public' | 'private'; start: 'host' | 'full'; phase: Phase; closed?: true; host?: GuestId; round: number; commitment?: Hash; settings: Settings; kicked?: Record<string, Nick>; muted?: Record<string, Nick>; spectators?: number; seats: Seats; clock: Clock; elapsed?: { ms: Millis; at: Millis }
  | { ms: Millis; at?: undefined }; ply?: Ply; to_act?: SeatNames; legal?: string; view?: GameView; result?: Result; rematch?: Record<string, true>; chat?: Record<string, ChatLine>; evening?: { rounds: number; people: Record<string, EveningScore>; bots?: number } };

export type Seats = Record<string, SeatDocument>;

export type SeatDocument =
  | { kind: 'open'; bot?: undefined; level?: undefined; guest?: undefined; nick?: undefined; online?: undefined; stand_in?: undefined; left?: undefined; resigned?: undefined; program?: undefined }
  | { kind: 'closed'; bot?: undefined; level?: undefined; guest?: undefined; nick?: undefined; online?: undefined; stand_in?: undefined; left?: undefined; resigned?: undefined; program?: undefined }
  | { kind: 'bot'; bot: BotId; level: BotLevel; guest?: undefined; nick?: undefined; online?: undefined; stand_in?: undefined; left?: undefined; resigned?: undefined; program?: undefined }
  | { kind: 'held'; guest: GuestId; nick: Nick; bot?: undefined; level?: undefined; online?: undefined; stand_in?: undefined; left?: undefined; resigned?: undefined; program?: undefined }
  | { kind: 'human'; guest: GuestId; nick: Nick; online: boolean; stand_in?: true; left?: true; resigned?: true; program?: Program; bot?: undefined; level?: undefined };

// The room's settings for time and people. `grace_ms` is absent in rooms of older servers.
export interface Settings {
  grace_ms?: number;
  absent: 'bot' | 'forfeit';
  timeout: 'bot_move' | 'forfeit';
  join: 'none' | 'bots';
  rematch?: 'same' | 'rotate';
  // Whether there are hints while several people play. Who plays with bots alone has them.
  hints?: 'allowed' | 'off';
  // The time of the game begins, and goes on after a pause, so much later.
  countdown_ms?: number;
  // Programs have no seat here: they may watch and talk.
  programs?: 'refuse';
  stand_in: { bot: BotId; level: BotLevel };
}

export type TimesLeft = Record<string, Millis>;

// The time control. `left` is the remaining time of seats: of `running` at the time `at`, of others until their turn. With `byoyomi` it is the main time and all periods together.
export type Clock =
  | { kind: 'none'; limit_ms?: undefined; running?: undefined; left?: undefined; at?: undefined; initial_ms?: undefined; increment_ms?: undefined; period_ms?: undefined; periods?: undefined }
  | { kind: 'move'; limit_ms: number; running?: undefined; left?: undefined; at?: undefined; initial_ms?: undefined; increment_ms?: undefined; period_ms?: undefined; periods?: undefined }
  | { kind: 'move'; limit_ms: number; running: SeatName; left: TimesLeft; at: Millis; initial_ms?: undefined; increment_ms?: undefined; period_ms?: undefined; periods?: undefined }
  | { kind: 'fischer'; initial_ms: number; increment_ms: number; left?: TimesLeft; limit_ms?: undefined; running?: undefined; at?: undefined; period_ms?: undefined; periods?: undefined }
  | { kind: 'fischer'; initial_ms: number; increment_ms: number; running: SeatName; left: TimesLeft; at: Millis; limit_ms?: undefined; period_ms?: undefined; periods?: undefined }
  | { kind: 'byoyomi'; initial_ms: number; period_ms: number; periods: number; left?: TimesLeft; limit_ms?: undefined; running?: undefined; at?: undefined; increment_ms?: undefined }
  | { kind: 'byoyomi'; initial_ms: number; period_ms: number; periods: number; running: SeatName; left: TimesLeft; at: Millis; limit_ms?: undefined; increment_ms?: undefined };

export type Reason = string;

export interface RankingEntry {
  seat: SeatName;
  rank: number;
  score: number;
}

// The competing seats, best first; equal ranks are ties.
export type Ranking = RankingEntry[];

export type Result =
  | { ranking: Ranking; reason: Reason; winner: SeatName; record: RecordId; draw?: undefined; lost?: undefined }
  | { ranking: Ranking; reason: Reason; draw: true; record: RecordId; winner?: undefined; lost?: undefined }
  | { ranking: Ranking; reason: Reason; lost: true; record: RecordId; winner?: undefined; draw?: undefined };

export interface EveningScore {
  nick: Nick;
  wins: number;
}

export interface ChatLine {
  guest: GuestId;
  nick: Nick;
  // At most 200 characters as readers count and 500 code points.
  text: string;
}

// A line of chat.
export interface Say {
  type: 'say';
  id: RequestId;
  // After cleaning: 1-200 characters as readers count (extended grapheme clusters) and at most 500 code points.
  text: string;
}

// The host opens or closes a seat or gives it to a bot, in the lobby phase.
export interface SeatRequest {
  type: 'seat';
  id: RequestId;
  seat: SeatNumber;
  to: 'open' | 'closed' | 'bot';
  bot?: string;
  level?: BotLevel;
}

// Everything the server sends on /rooms/CODE/ws.
export type ServerMessage = Welcome | State | Step | Ok | ErrorMessage | Pong | Notice;

// Takes an open seat in the lobby phase; during a game one's own seat, or a bot's if the room allows joining. Leaves the earlier seat.
export interface Sit {
  type: 'sit';
  id: RequestId;
  seat: SeatNumber;
}

// Leaves the seat. During a game a bot plays it from then on, and sit takes it back.
export interface Stand {
  type: 'stand';
  id: RequestId;
}

// The host starts the first round; open seats are filled with bots.
export interface Start {
  type: 'start';
  id: RequestId;
}

// The whole document, in place of the one that the client has.
export interface State {
  type: 'state';
  seq: Seq;
  hash: History;
  you: You;
  room: RoomDocument;
}

// The receiver's seat; empty for spectators.
export interface You {
  seat?: SeatNumber;
}

// The document becomes the RFC 7386 merge of `set`.
export interface Step {
  type: 'step';
  seq: Seq;
  hash: History;
  by?: SeatName;
  move?: GameMove;
  set: RoomPatch;
  events: RoomEvent[];
}

// What a move for the position `ply` would change in the game, as its step would say it; without the clock and the end of the round.
export interface Preview {
  ply: Ply;
  set: { ply: Ply; to_act?: SeatNames; legal?: string; view?: GameViewPatch };
  events: RoomEvent[];
}

// Everything a client may send on /stream/ws.
export type StreamClientMessage = Hello | Ping | Envelope;

// Everything the server sends on /stream/ws.
export type StreamServerMessage = StreamWelcome | RoomEnvelope | Invitation | ErrorMessage | Pong | Notice;

// The answer to hello on a stream. `token` only if the guest was just created. A stream has no steps of its own: `seq` is 0.
export interface StreamWelcome {
  type: 'welcome';
  re: RequestId;
  guest: { id: GuestId; nick: Nick };
  token?: Token;
  seq: 0;
  server: string;
  heartbeat_s: number;
  limits: { frame_bytes: number };
  // What this server can do beyond the first version 1. Others may come.
  capabilities?: string[];
}

// Asks for the steps since `seq`, if `hash` says that they follow; else, or without `seq`, for the whole state.
export interface Sync {
  type: 'sync';
  id: RequestId;
  seq?: Seq;
  hash?: KnownHistory;
}

// The answer to hello in a room. `token` only if the guest was just created. Followed by the missing steps or by a state.
export interface Welcome {
  type: 'welcome';
  re: RequestId;
  guest: { id: GuestId; nick: Nick };
  token?: Token;
  seq: Seq;
  hash: History;
  server: string;
  heartbeat_s: number;
  limits: { frame_bytes: number };
  // What this server can do beyond the first version 1. Others may come.
  capabilities?: string[];
}

// Hundredths of a degree from straight up, right positive; `shot` names the shot.
export interface BubblesMove {
  angle: number;
  shot?: number;
}

export type BubblesOptions =
  | { preset: string; seats?: undefined; colors?: undefined; attack?: undefined; hurry_s?: undefined; field?: undefined }
  | { seats: number; colors: number; attack: 'classic' | 'everybubble'; hurry_s: number; field?: string[]; preset?: undefined };

export interface BubblesOut {
  place: number;
  ms: Millis;
}

// Times are game time. `ready`: when the next shot is accepted; `hurry`: when it is forced.
export interface BubblesField {
  shift: number;
  rows: Record<string, string>;
  now: string;
  next: string;
  shot: number;
  ready: Millis;
  hurry: Millis;
  drop_in: number;
  queue: number;
  popped: number;
  fallen: number;
  sent: number;
  out?: BubblesOut;
}

export interface BubblesView {
  rows: number;
  colors: number;
  attack: 'classic' | 'everybubble';
  hurry_ms: Millis;
  fields: Record<string, BubblesField>;
}

export interface BubblesOutPatch {
  place?: number;
  ms?: Millis;
}

export interface BubblesFieldPatch {
  shift?: number;
  rows?: Record<string, string | null>;
  now?: string;
  next?: string;
  shot?: number;
  ready?: Millis;
  hurry?: Millis;
  drop_in?: number;
  queue?: number;
  popped?: number;
  fallen?: number;
  sent?: number;
  out?: BubblesOutPatch | null;
}

export interface BubblesViewPatch {
  rows?: number;
  colors?: number;
  attack?: 'classic' | 'everybubble';
  hurry_ms?: Millis;
  fields?: Record<string, BubblesFieldPatch | null>;
}

// Points [x, y, ms since the shot]: start, bounces, landing.
export type ShotPath = (number[])[];

export interface ShotEvent {
  kind: 'shot';
  seat: SeatName;
  shot: number;
  angle: number;
  color: string;
  forced?: true;
  path: ShotPath;
  cell: string;
  popped?: string;
  fallen?: string;
  sent?: number;
}

export interface RowEvent {
  kind: 'row';
  seat: SeatName;
  cells: string;
}

export interface GarbageEvent {
  kind: 'garbage';
  seat: SeatName;
  cells: string;
}

export interface SentEvent {
  kind: 'sent';
  seat: SeatName;
  to: SeatName;
  count: number;
}

export interface BubblesHint {
  move: BubblesMove;
  cell: string;
  popped: number;
  fallen: number;
}

// Slides the tiles between this one and the hole.
export interface FifteenMove {
  tile: number;
}

export type FifteenOptions =
  | { preset: string; size?: undefined; seats?: undefined; scramble?: undefined; tiles?: undefined; finish_s?: undefined; max_steps?: undefined }
  | { size?: number; seats: number; scramble?: 'random' | 'seed'; tiles?: number[]; finish_s: number; max_steps: number; preset?: undefined };

export interface FifteenDone {
  place: number;
  ms: Millis;
}

export interface FifteenBoard {
  // Row by row; 0 is the hole.
  tiles: string;
  steps: number;
  done?: FifteenDone;
  out?: true;
}

// The number of steps that the scramble needs, or the fewest found.
export interface FifteenOptimal {
  steps: number;
  proved: boolean;
}

export interface FifteenView {
  size: number;
  boards: Record<string, FifteenBoard>;
  optimal?: FifteenOptimal;
}

export interface FifteenDonePatch {
  place?: number;
  ms?: Millis;
}

export interface FifteenBoardPatch {
  tiles?: string;
  steps?: number;
  done?: FifteenDonePatch | null;
  out?: true | null;
}

export interface FifteenOptimalPatch {
  steps?: number;
  proved?: boolean;
}

export interface FifteenViewPatch {
  size?: number;
  boards?: Record<string, FifteenBoardPatch | null>;
  optimal?: FifteenOptimalPatch | null;
}

export interface SlideEvent {
  kind: 'slide';
  seat: SeatName;
  // From the hole outward.
  tiles: number[];
  steps: number;
}

export interface SolvedEvent {
  kind: 'solved';
  seat: SeatName;
  steps: number;
  ms: Millis;
  place: number;
}

export interface OptimalEvent {
  kind: 'optimal';
  steps: number;
  proved: boolean;
}

// The next move of a solution, and the number of its steps.
export interface FifteenHint {
  move: FifteenMove;
  steps: number;
  proved: boolean;
  // The solution as the tiles of its steps; possibly only the beginning.
  path?: number[];
}

// Takes `count` cells of a row, beginning with `from`.
export interface NimMove {
  row: number;
  from: number;
  count: number;
}

export type NimOptions =
  | { preset: string; rows?: undefined; misere?: undefined; puzzle?: undefined }
  | { rows: (number | string)[]; misere: boolean; preset?: undefined; puzzle?: undefined }
  | { puzzle: true; misere: boolean; preset?: undefined; rows?: undefined };

export interface NimView {
  // r0 is the first row; o untaken, x taken.
  rows: Record<string, string>;
  misere: boolean;
  last?: NimMove;
}

export interface NimViewPatch {
  rows?: Record<string, string | null>;
  misere?: boolean;
  last?: NimMove | null;
}

export interface TakeEvent {
  kind: 'take';
  seat: SeatName;
  row: number;
  from: number;
  count: number;
}

export interface NimGroup {
  row: number;
  from: number;
  length: number;
  binary: string;
}

// The groups' lengths, their xor, and a move that wins if there is one. Binary columns are in the order of the digits.
export interface NimHint {
  groups: NimGroup[];
  xor: number;
  binary: string;
  win: boolean;
  // The number of groups with a 1 in each column; odd where `binary` has a 1.
  columns?: number[];
  move?: NimMove;
  // The winning moves, `move` first; at most 12.
  winning?: NimMove[];
  // 1 for each odd column that `move` makes even.
  evens?: string;
  // The position after `move`: `even` columns, or (in misère, when only groups of one are left) an `odd` number of groups.
  leaves?: 'even' | 'odd';
}

export type Cell = string;

// Cells, separated by spaces.
export type Cells = string;

// Black, white, ash, cyan, yamabuki.
export type PlayerColor = 'B' | 'W' | 'A' | 'C' | 'Y';

export interface ReversiMove {
  cell: Cell;
}

// A preset, or a custom board with all settings, in the form of a room's document.
export type ReversiOptions =
  | { preset: string; stuck_cut_in?: 'end' | 'skip'; board?: undefined; rotation?: undefined; compete?: undefined; permanent?: undefined; cut_ins?: undefined; first?: undefined }
  | { board: string[]; rotation: string; compete: string; permanent: string; cut_ins: Record<string, PlayerColor>; stuck_cut_in: 'end' | 'skip'; first: PlayerColor; preset?: undefined };

export interface ReversiView {
  // r1 is the top row. H hole, . empty, B black, W white, A ash, C cyan, Y yamabuki, G green, R red.
  rows: Record<string, string>;
  score: Record<string, number>;
  colors: Record<string, PlayerColor>;
  compete: SeatNames;
  // The seat that cuts in at each ply.
  cut_ins?: Record<string, SeatName>;
  last?: Cell;
}

export interface ReversiViewPatch {
  rows?: Record<string, string | null>;
  score?: Record<string, number | null>;
  colors?: Record<string, PlayerColor | null>;
  compete?: SeatNames;
  cut_ins?: Record<string, SeatName | null> | null;
  last?: Cell | null;
}

// The best move, and the server's evaluation of the position.
export interface ReversiHint {
  move: ReversiMove;
  // Every competing seat's chance to come first; the sum is 1.
  chances?: Record<string, Share>;
  // The best moves, best first.
  best?: ReversiBest[];
}

export interface ReversiBest {
  move: ReversiMove;
  // the mover's chance to come first after it
  chance: Share;
  // share of the search's visits
  share: Share;
}

// A disc was placed.
export interface PutEvent {
  kind: 'put';
  seat: SeatName;
  cell: Cell;
  lines: PutLine[];
  // The number of flipped discs by their former colour.
  turned?: Record<string, number>;
  boom?: true;
}

export interface PutLine {
  // The flanker.
  to: string;
  wild?: true;
  // The flanked cells, outward from the disc.
  flip: string;
}
