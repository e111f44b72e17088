// A record from a file: checked and made a replay by the rules in the page, as `engawa verify` checks it. No server is
// asked, and none hears of the file.
import type { RecordSeat, Replay, ReplayStep } from '../protocol';
import { hasRules, loadRules, type OpenedRecord, RecordFault, type Rules } from '../rules/wasm';
import type { FileKey } from './file-texts';

const MOST_BYTES = 8_000_000;
const AT_ONCE = 25; // steps, so that the page answers meanwhile
const KINDS = ['open', 'closed', 'bot', 'held', 'human'];

// Why a file is not shown. `detail`: for who wants to know it exactly, in English.
export class BadFile extends Error {
  constructor(
    readonly key: FileKey,
    readonly parameters: Record<string, string | number> = {},
    readonly detail = '',
  ) {
    super(key);
  }
}

export interface FileRecord {
  replay: Replay;
  lines: number;
  setBack: number | undefined; // the line whose time goes back
}

// The game that the first line names.
function gameOf(bytes: Uint8Array): string {
  const end = bytes.indexOf(10);
  const line = new TextDecoder().decode(bytes.subarray(0, end < 0 ? 1000 : end));
  let head: { format?: unknown; game?: unknown } | null;
  try {
    head = JSON.parse(line);
  } catch {
    if (line.startsWith('{"format":"engawa-record"')) throw new BadFile('fault.chain', { line: 1 });
    throw new BadFile('file.none');
  }
  if (head?.format !== 'engawa-record') throw new BadFile('file.none');
  const game = String(head.game);
  if (!hasRules(game)) throw new BadFile('file.game', { game: game.slice(0, 40) });
  return game;
}

// Players are no part of the game, so the rules have not looked at them.
function isSeat(value: unknown): value is RecordSeat {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, nick, bot, level } = value as Record<string, unknown>;
  const texts = [nick, bot].every((text) => text === undefined || typeof text === 'string');
  return KINDS.includes(kind as string) && texts && (level === undefined || typeof level === 'number');
}

// Nothing that would turn the text around it: the server's names have none of it either.
const TURNS = /[\p{Cc}\p{Bidi_Control}]/gu;

function plain(seat: RecordSeat): RecordSeat {
  return seat.nick === undefined ? seat : { ...seat, nick: seat.nick.replace(TURNS, '') };
}

const breath = () => new Promise((done) => setTimeout(done, 0));

async function play(rules: Rules, bytes: Uint8Array): Promise<[OpenedRecord, ReplayStep[], number?]> {
  const opened = rules.openRecord(bytes);
  const steps: ReplayStep[] = [];
  for (;;) {
    const next = rules.nextSteps(AT_ONCE);
    steps.push(...next.steps);
    if (next.done) return [opened, steps, next.set_back];
    await breath();
  }
}

// Rejects with BadFile.
export async function readRecord(file: Blob): Promise<FileRecord> {
  if (file.size > MOST_BYTES) throw new BadFile('file.large', { n: MOST_BYTES / 1_000_000 });
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => {
      throw new BadFile('file.unreadable');
    },
  );
  const game = gameOf(bytes);
  const rules = await loadRules(game).catch(() => undefined);
  if (!rules) throw new BadFile('file.offline');
  try {
    const [{ inputs, committed: _, ...head }, steps, setBack] = await play(rules, bytes);
    if (!Object.values(head.seats).every(isSeat)) throw new BadFile('fault.shape', { line: 1 });
    const odd = steps.findIndex(({ to }) => to !== undefined && !isSeat(to));
    if (odd >= 0) throw new BadFile('fault.shape', { line: odd + 2 });
    const seats = Object.fromEntries(Object.entries(head.seats).map(([name, seat]) => [name, plain(seat)]));
    for (const step of steps) if (step.to) step.to = plain(step.to);
    return { replay: { ...head, seats, steps }, lines: inputs + 2, setBack };
  } catch (error) {
    if (error instanceof BadFile) throw error;
    if (error instanceof RecordFault) throw new BadFile(`fault.${error.kind}`, { line: error.line }, error.detail);
    throw new BadFile('file.broken', {}, String(error));
  }
}
