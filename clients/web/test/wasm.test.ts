// The rules in the page are the server's rules: random games of every preset, made by the native program rules_games,
// are replayed by the modules that the page loads. Skipped where the page is built without modules.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { hasRules, loadRules, RecordFault, Rules, RulesRefusal } from '../src/rules/wasm';

const ROOT = join(process.cwd(), '../..');
const PROGRAM = process.env.RULES_GAMES ?? join(ROOT, 'build/test/bin/rules_games');
const ASSETS = join(process.cwd(), 'dist/assets');
const GAMES = Number(process.env.ENGAWA_RULES_GAMES ?? 40); // of each preset
const SEED = 20261122;

const files = new Map(
  (existsSync(ASSETS) ? readdirSync(ASSETS) : []).flatMap((name): [string, string][] => {
    const game = /^rules-(\w+)-[0-9A-F]{8}\.wasm$/.exec(name)?.[1];
    return game ? [[game, join(ASSETS, name)]] : [];
  }),
);
const skip = files.size === 0 && 'the page was built without a compiler for WebAssembly';

async function moduleOf(game: string): Promise<WebAssembly.Module> {
  return WebAssembly.compile(new Uint8Array(await readFile(files.get(game) as string)));
}

type Turn = [at: number] | [seat: number, at: number, move: object];
interface Played {
  options: object;
  seed: string;
  turns: Turn[];
  digest: number;
  state: string;
}

// The same hash as in the program, over the bytes of answers.
function digest(sum: number, bytes: Uint8Array): number {
  let now = sum;
  for (const byte of bytes) now = Math.imul(now ^ byte, 16777619);
  return now >>> 0;
}

function replay(rules: Rules, { options, seed, turns }: Played): { sum: number; state: string } {
  rules.start(options, seed);
  let sum = 2166136261;
  let state = '';
  for (const turn of turns) {
    const done = turn.length === 1 ? rules.elapse(turn[0]) : rules.play(turn[2], { seat: turn[0], at: turn[1] });
    sum = digest(sum, rules.answered);
    state = done.state;
  }
  return { sum, state };
}

test('every game that lists its sources has a module', { skip }, () => {
  const listed = readdirSync(join(ROOT, 'games')).filter((game) => existsSync(join(ROOT, 'games', game, 'rules.sources')));
  assert.ok(listed.length >= 4);
  assert.deepEqual([...files.keys()].sort(), listed.sort());
});

for (const game of files.keys()) {
  test(`${GAMES} random games of every preset of ${game} go as on the server`, async () => {
    assert.ok(existsSync(PROGRAM), `${PROGRAM} is missing: build it first (cmake --build build/test --target rules_games)`);
    const rules = await Rules.of(await moduleOf(game));
    const program = spawn(PROGRAM, [game, String(GAMES), String(SEED)], { stdio: ['ignore', 'pipe', 'inherit'] });
    const seen = new Map<string, number>();
    let turns = 0;
    for await (const line of createInterface({ input: program.stdout })) {
      const played = JSON.parse(line) as Played;
      const { sum, state } = replay(rules, played);
      if (sum !== played.digest || state !== played.state) assert.fail(`${state} is not ${played.state}: ${line}`);
      const preset = JSON.stringify(played.options);
      seen.set(preset, (seen.get(preset) ?? 0) + 1);
      turns += played.turns.length;
    }
    assert.ok(seen.size > 0 && turns > GAMES * seen.size, `worth comparing: ${turns} turns`);
    for (const [preset, games] of seen) assert.equal(games, GAMES, preset);
  });
}

test('a preview is what the move does then, and changes nothing', { skip }, async () => {
  const rules = await Rules.of(await moduleOf('reversi'));
  let position = rules.start({ preset: 'seed' }, '1');
  for (let i = 0; i < 30 && position.to_act !== ''; i += 1) {
    const moves = rules.legal();
    for (const move of moves) rules.preview(move);
    assert.deepEqual(rules.position(), position);
    const move = moves[i % moves.length] as object;
    const seen = rules.preview(move);
    assert.deepEqual(rules.play(move), seen);
    assert.equal(rules.position().ply, i + 1);
    position = rules.position();
  }
});

test('a wrong move is refused as by the server, and the match stays as it was', { skip }, async () => {
  const rules = await Rules.of(await moduleOf('nim'));
  const code = (act: () => unknown) => {
    try {
      act();
    } catch (error) {
      assert.ok(error instanceof RulesRefusal, String(error));
      return error.code;
    }
    return 'nothing was refused';
  };
  assert.equal(
    code(() => rules.play({ row: 0, from: 0, count: 1 })),
    'not_started',
  );
  assert.equal(
    code(() => rules.start({ preset: 'no such' }, '1')),
    'bad_message',
  );
  assert.equal(
    code(() => rules.start({ preset: '753' }, 'x')),
    'bad_message',
  );
  const before = rules.start({ preset: '753' }, '1');
  assert.equal(
    code(() => rules.play({ row: 0, from: 5, count: 5 })),
    'illegal_move',
  );
  assert.equal(
    code(() => rules.play({ row: 0 })),
    'bad_message',
  );
  assert.equal(
    code(() => rules.play({ row: 0, from: 0, count: 1 }, { seat: 1 })),
    'not_your_turn',
  );
  assert.equal(
    code(() => rules.elapse(1000)),
    'too_soon',
  );
  assert.deepEqual(rules.position(), before);
  assert.equal(rules.play({ row: 0, from: 0, count: 7 }).set.ply, 1);
  const bubbles = await Rules.of(await moduleOf('bubbles'));
  bubbles.start({ preset: 'duel' }, 'ab'.repeat(32));
  assert.equal(
    code(() => bubbles.preview({ angle: 0 }, { seat: 0 })),
    'unsupported',
  );
});

// The steps of a record; throws RecordFault.
function stepsOf(rules: Rules, record: Uint8Array): unknown[] {
  rules.openRecord(record);
  const steps: unknown[] = [];
  for (;;) {
    const next = rules.nextSteps(3);
    steps.push(...next.steps);
    if (next.done) return steps;
  }
}

test('a record is played again to its end, and any byte that changes in it is found, in its line', { skip }, async () => {
  const record = new Uint8Array(await readFile(join(ROOT, 'protocol/examples/record.jsonl')));
  const lines = new TextDecoder().decode(record).trimEnd().split('\n');
  const rules = await Rules.of(await moduleOf(JSON.parse(lines[0] as string).game));
  const steps = stepsOf(rules, record);
  assert.equal(steps.length, lines.length - 2);
  let line = 1;
  for (let at = 0; at < record.length; at += 1) {
    const byte = record[at] as number;
    if (at % 5 === 0) {
      record[at] = byte ^ 1;
      assert.throws(
        () => stepsOf(rules, record),
        (fault) => fault instanceof RecordFault && fault.kind === 'chain' && fault.line === line,
        `byte ${at}`,
      );
      record[at] = byte;
    }
    if (byte === 10) line += 1;
  }
  assert.deepEqual(stepsOf(rules, record), steps);
});

test('a page that was built without modules has no rules, and says so', async () => {
  assert.equal(hasRules('reversi'), false); // the tests are bundled without them
  assert.equal(await loadRules('reversi'), undefined);
});

test('where there is no compiler for them, no modules are made, and that is no fault', () => {
  const { status, stdout } = spawnSync(process.execPath, ['rules/build.mjs'], {
    env: { ...process.env, ENGAWA_WASM_CXX: '/nowhere/clang++' },
    encoding: 'utf8',
  });
  assert.deepEqual([status, stdout], [0, '']);
});

test('whoever runs a server gets a page with them, or hears what is missing; the page of before stays', () => {
  const page = () => existsSync('dist/index.html') && readFileSync('dist/index.html', 'utf8');
  const before = page();
  const { status, stderr } = spawnSync(process.execPath, ['build.mjs', '--need-rules'], {
    env: { ...process.env, ENGAWA_WASM_CXX: '/nowhere/clang++' },
    encoding: 'utf8',
  });
  assert.equal(status, 1);
  assert.match(stderr, /clang-19.*wasi-libc.*install these packages/);
  assert.equal(page(), before);
});
