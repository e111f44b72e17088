// The rules of a game in the page: the server's own code as a WebAssembly module (clients/web/rules), for cards, replays
// and their previews. It is loaded on demand; a page that was built without modules asks the server instead.
//
// A running match of this viewer cannot be followed here: its seed is secret until the round is over.
import { RULES } from 'virtual:rules';
import { ask } from '../net/ask';
import type { GameMove, GameView, Replay, ReplayStep, Result, RoomEvent } from '../protocol';

// A match as in the room's document.
export interface Position {
  ply: number;
  to_act: string;
  legal: string;
  view: GameView;
}

// The effect of one input: the parts of a protocol step, the state's hash as in records, and at the end the result.
export interface Done {
  move?: GameMove;
  set: Partial<Position>;
  events: RoomEvent[];
  state: string;
  result?: Omit<Result, 'record'>;
}

// The seat that moves, if several are to act, and in games with time its game time (ms); absent: as early as allowed.
export interface When {
  seat?: number;
  at?: number;
}

export class RulesRefusal extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

// The fault of a record, and its line (games/record/replay.hpp). `detail`: the difference, in English.
export class RecordFault extends Error {
  constructor(
    readonly kind: 'chain' | 'shape' | 'unfinished' | 'game' | 'commitment' | 'input' | 'state' | 'result',
    readonly line: number,
    readonly detail: string,
  ) {
    super(`line ${line}: ${detail}`);
  }
}

// `done`: there are no more steps, and the result is right. `set_back` is then the line whose time is earlier than that of
// the line before it, if there is one.
export type NextSteps = { steps: ReplayStep[]; done: boolean; set_back?: number };
// A record whose chain, first and last line are right: its replay, without the steps, which follow.
export type OpenedRecord = Omit<Replay, 'steps'> & { inputs: number; committed: boolean };

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  reserve(bytes: number): number;
  answer(): number;
  start(optionsBytes: number): number;
  play(seat: number, at: number): number;
  preview(seat: number, at: number): number;
  elapse(at: number): number;
  learn(): number;
  document(): number;
  legal(): number;
  open_record(): number;
  next_steps(most: number): number;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const NOT_HERE = 52; // WASI's code for a missing function

// The C++ library imports functions for files and clocks that the rules never call.
function nothing(module: WebAssembly.Module): WebAssembly.Imports {
  const imports: Record<string, Record<string, () => number>> = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    imports[from][name] = () => NOT_HERE;
  }
  return imports;
}

// One match. Refusals are thrown as RulesRefusal, with the codes of the protocol; nothing has changed then.
export class Rules {
  // The bytes of the module's last answer; valid until the next call.
  answered = new Uint8Array();

  private constructor(private readonly wasm: Exports) {}

  static async of(module: WebAssembly.Module): Promise<Rules> {
    const { exports } = await WebAssembly.instantiate(module, nothing(module));
    const wasm = exports as unknown as Exports;
    wasm._initialize();
    return new Rules(wasm);
  }

  // Begins a match, which replaces the one before. `seed`: as in a record.
  start(options: object, seed: string): Position {
    const text = JSON.stringify(options);
    this.put(text + seed);
    this.take(this.wasm.start(encoder.encode(text).length));
    return this.position();
  }

  play(move: object, { seat = -1, at = -1 }: When = {}): Done {
    this.put(JSON.stringify(move));
    return this.take(this.wasm.play(seat, at)) as Done;
  }

  // The result that `play` would have; nothing changes.
  preview(move: object, { seat = -1, at = -1 }: When = {}): Done {
    this.put(JSON.stringify(move));
    return this.take(this.wasm.preview(seat, at)) as Done;
  }

  // The next event that is due by then without a move, one for each call; `too_soon` when there is none.
  elapse(at: number): Done {
    return this.take(this.wasm.elapse(at)) as Done;
  }

  // The solver's answer for the opening, from a record.
  learn(solution: object): Done {
    this.put(JSON.stringify(solution));
    return this.take(this.wasm.learn()) as Done;
  }

  position(): Position {
    return this.take(this.wasm.document()) as Position;
  }

  view(): GameView {
    return this.position().view;
  }

  // Every legal move, with `seat` ("s1") if several seats are to act.
  legal(): (GameMove & { seat?: string })[] {
    return (this.take(this.wasm.legal()) as { moves: (GameMove & { seat?: string })[] }).moves;
  }

  // A whole record of this game, checked as `engawa verify` does it. Faults, here and in nextSteps, are thrown as
  // RecordFault.
  openRecord(bytes: Uint8Array): OpenedRecord {
    this.putBytes(bytes);
    return this.take(this.wasm.open_record()) as OpenedRecord;
  }

  // The next steps of that record, at most `most`.
  nextSteps(most: number): NextSteps {
    return this.take(this.wasm.next_steps(most)) as NextSteps;
  }

  private put(text: string): void {
    this.putBytes(encoder.encode(text));
  }

  private putBytes(bytes: Uint8Array): void {
    const place = this.wasm.reserve(bytes.length);
    new Uint8Array(this.wasm.memory.buffer, place, bytes.length).set(bytes);
  }

  private take(bytes: number): unknown {
    this.answered = new Uint8Array(this.wasm.memory.buffer, this.wasm.answer(), bytes);
    const answer = JSON.parse(decoder.decode(this.answered));
    if (answer.error) throw new RulesRefusal(answer.error.code, answer.error.message);
    if (answer.fault) throw new RecordFault(answer.fault.kind, answer.fault.line, answer.fault.detail);
    return answer;
  }
}

const modules = new Map<string, Promise<WebAssembly.Module>>();

// Whether this page has rules at all.
export function hasAnyRules(): boolean {
  return Object.keys(RULES).some(hasRules);
}

export function hasRules(game: string): boolean {
  return Object.hasOwn(RULES, game) && typeof WebAssembly === 'object';
}

// A new match of a game, before its start; undefined if the page has no rules of that game. Rejects if they could not
// be loaded; a later call tries again.
export async function loadRules(game: string): Promise<Rules | undefined> {
  const address = hasRules(game) ? RULES[game] : undefined;
  if (address === undefined) return undefined;
  const loading = modules.get(game) ?? WebAssembly.compileStreaming(ask(address));
  modules.set(game, loading);
  try {
    return await Rules.of(await loading);
  } catch (error) {
    modules.delete(game);
    throw error;
  }
}
