// The rules that a player reads in a room: required and forbidden contents, for every preset in both languages. The presets
// and the numbers come from the games' C++ code, so that the page cannot explain other rules than the server applies.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { change } from '../src/base/settings';
import * as bubbles from '../src/games/bubbles/help';
import { land } from '../src/games/bubbles/model';
import { en, ja } from '../src/games/bubbles/texts';
import * as fifteen from '../src/games/fifteen/help';
import { slide } from '../src/games/fifteen/tiles';
import * as nim from '../src/games/nim/help';
import * as reversi from '../src/games/reversi/help';
import { type Help, type HelpLine, helpOf } from '../src/model/help';
import type { GameView, RoomDocument } from '../src/protocol';

type Language = 'en' | 'ja';
const LANGUAGES: Language[] = ['en', 'ja'];
const PLAYERS = 'BWACY';
const NAMES: Record<Language, Record<string, string>> = {
  en: { B: 'black', W: 'white', A: 'ash', C: 'cyan', Y: 'yamabuki' },
  ja: { B: '黒', W: '白', A: '灰', C: 'シアン', Y: '山吹' },
};

// The parts of a document that pictures need.
class Part {
  readonly attributes: Record<string, string> = {};
  readonly children: (Part | string)[] = [];
  textContent = '';
  setAttribute(name: string, value: string): void {
    this.attributes[name] = value;
  }
  append(...children: (Part | string)[]): void {
    this.children.push(...children);
  }
  // With a class, or with an attribute.
  all(wanted: { name?: string; attribute?: string }): Part[] {
    const here =
      wanted.name === undefined
        ? this.attributes[wanted.attribute ?? ''] !== undefined
        : (this.attributes.class ?? '').split(' ').includes(wanted.name);
    return [...(here ? [this] : []), ...this.children.flatMap((child) => (child instanceof Part ? child.all(wanted) : []))];
  }
}

before(() => {
  const make = () => new Part();
  const root = { dataset: {}, lang: '' };
  globalThis.document = { createElement: make, createElementNS: make, documentElement: root } as unknown as Document;
});

function source(file: string): string {
  return readFileSync(join(process.cwd(), '../../games', file), 'utf8');
}

function found(text: string, pattern: RegExp): string[] {
  const match = pattern.exec(text);
  assert.ok(match, `${pattern} is in the code`);
  return match.slice(1) as string[];
}

interface Room {
  options: object;
  seats?: number;
  view?: object;
  start?: object;
}

function room({ options, seats = 2, view }: Room): RoomDocument {
  const all = Object.fromEntries(Array.from({ length: seats }, (_, i) => [`s${i}`, { kind: 'open' }]));
  return { game: 'reversi', options, seats: all, view } as unknown as RoomDocument;
}

function linesOf(help: Help, language: Language, shown: Room): HelpLine[] {
  change({ language });
  return help({ doc: room(shown), start: shown.start as GameView | undefined });
}

function read(lines: HelpLine[]): string {
  return lines.map(({ text }) => text).join('\n');
}

function told(help: Help, language: Language, shown: Room): string {
  return read(linesOf(help, language, shown));
}

function drawnOf(line: HelpLine | undefined): Part | undefined {
  return line?.picture?.() as unknown as Part | undefined;
}

// Properties of all rules: short sentences, no parameter left, pictures that can be drawn.
function checkForm(lines: HelpLine[], language: Language): void {
  assert.ok(lines.length >= 4);
  for (const { text, picture } of lines) {
    assert.doesNotMatch(text, /[{}]|undefined|NaN|Infinity/);
    for (const sentence of text.split(language === 'en' ? /(?<=\.)\s+/ : /(?<=。)/)) {
      if (language === 'en') assert.ok(sentence.split(/\s+/).length <= 25, `long: ${sentence}`);
      else assert.ok(sentence.length <= 60, `long: ${sentence}`);
    }
    assert.match(text, language === 'en' ? /^["A-Z].*\.$/ : /。$/);
    if (language === 'en') assert.doesNotMatch(text, /[\u3000-\u9fff]/);
    else assert.doesNotMatch(text, /[a-z]{2}/);
    picture?.();
  }
  assert.equal(new Set(lines.map(({ text }) => text)).size, lines.length, 'nothing is said twice');
}

// In both languages, and also at the start of a sentence.
function either(language: Language, en: string, ja: string): RegExp {
  return new RegExp(language === 'en' ? en : ja, 'i');
}

function must(text: string, patterns: RegExp[], not: RegExp[]): void {
  for (const pattern of patterns) assert.match(text, pattern);
  for (const pattern of not) assert.doesNotMatch(text, pattern);
}

// Reversi.

interface Preset {
  id: string;
  rows: string[];
  rotation: string;
  permanent: string;
  cuts: [ply: string, letter: string][];
}

function presetsOfReversi(): Preset[] {
  const code = source('reversi/variant.cpp');
  const rows = (name: string) => [...(found(code, new RegExp(`${name} = \\{([^}]*)\\}`))[0] as string).matchAll(/"(.*?)"/g)];
  const shapes = (name: string) => rows(name).map(([, row]) => row as string);
  const plain = [...code.matchAll(/plain\("([a-z-]+)", (k\w+), "(\w+)"\)/g)].map(
    ([, id, name, rotation]) => ({ id, rows: shapes(name as string), rotation, permanent: 'G', cuts: [] }) as unknown as Preset,
  );
  assert.match(code, /\{std::move\(id\), std::move\(rows\), rotation, in_order\(rotation, kPlayers\), "G", \{\}/);
  const threeAndTwo = /std::move\(rows\), "(\w+)", "(\w+)", "(\w+)", \{(\{.*?\})\}, false/;
  const [rotation, compete, permanent, list] = found(code, threeAndTwo);
  assert.equal(compete, rotation);
  const cuts = [...(list as string).matchAll(/\{(\d+), '(\w)'\}/g)].map(([, ply, letter]) => [ply, letter]);
  const three = [...code.matchAll(/three_and_two\("([a-z-]+)", (k\w+)\)/g)].map(
    ([, id, name]) => ({ id, rows: shapes(name as string), rotation, permanent, cuts }) as unknown as Preset,
  );
  return [...plain, ...three];
}

function viewOf({ rows, rotation, cuts }: Preset): object {
  const letters = [...PLAYERS].filter((letter) => rotation.includes(letter) || cuts.some(([, cut]) => cut === letter));
  const seat = (letter: string) => `s${letters.indexOf(letter)}`;
  return {
    rows: Object.fromEntries(rows.map((row, y) => [`r${y + 1}`, row])),
    score: {},
    colors: Object.fromEntries(letters.map((letter, i) => [`s${i}`, letter])),
    compete: [...rotation].map(seat).join(' '),
    ...(cuts.length > 0 && { cut_ins: Object.fromEntries(cuts.map(([ply, letter]) => [ply, seat(letter)])) }),
  };
}

// Late in a game: nothing special is left on the board.
function late(view: object): object {
  const { rows } = view as { rows: Record<string, string> };
  const plain = Object.entries(rows).map(([name, row]) => [name, row.replace(/[GR]/g, '.')]);
  return { ...view, rows: Object.fromEntries(plain) };
}

const LIST = { en: (names: string[]) => new Intl.ListFormat('en-GB').format(names), ja: (names: string[]) => names.join('・') };

function named(language: Language, letters: Iterable<string>): string {
  return LIST[language]([...letters].map((letter) => NAMES[language][letter] as string));
}

test('reversi: every preset tells its own discs, cut-ins, winners and order, in the game and before it', () => {
  const presets = presetsOfReversi();
  assert.equal(presets.length, 7);
  for (const preset of presets) {
    const view = viewOf(preset);
    const options = { preset: preset.id };
    const cutters = new Set(preset.cuts.map(([, letter]) => letter));
    for (const language of LANGUAGES) {
      const lines = linesOf(reversi.help, language, { options, view: late(view), start: view });
      checkForm(lines, language);
      for (const { text, picture } of lines) assert.ok(picture, `a picture: ${text}`);
      const text = read(lines);
      assert.equal(told(reversi.help, language, { options, start: view }), text, 'before the game');
      assert.equal(told(reversi.help, language, { options, view }), text, 'without the opening');
      const english = language === 'en';
      const keeps = [...PLAYERS].filter((letter) => preset.permanent.includes(letter));
      const wild = preset.rows.join('').includes('G');
      const bombs = preset.rows.join('').includes('R');
      const claims: [RegExp, boolean][] = [
        [english ? /straight line.*become yours/ : /はさんだ石は自分の色/, true],
        [english ? /across, down or diagonally/ : /縦・横・斜め/, true],
        [english ? /cannot play/ : /打てません/, true],
        [english ? /wildcard \(green ★\)/ : /変化石（緑★）/, wild],
        [english ? /wildcard/i : /変化石/, wild],
        [english ? /bomb|explode/i : /ボム|爆発/, bombs],
        [english ? /Every line that the move closes disappears/ : /列が、両端の石ごとすべて消え/, bombs],
        [english ? /flips nothing/ : /返る石はなく/, wild || keeps.length > 0],
        [english ? /never change colour/ : /はさまれても色が変わりません/, keeps.length > 0],
        [english ? /only wildcards keep/ : /変わらないのは変化石だけ/, wild && keeps.length === 0],
        [english ? /cut/i : /割り込/, cutters.size > 0],
        [english ? /cannot win/ : /勝てません/, cutters.size > 0],
        [english ? /the game ends at once/ : /そこで終局/, cutters.size > 0],
        [english ? /even if a cut-in is still to come/ : /割り込みが残っていても/, cutters.size > 0],
        [english ? /When nobody can move/ : /だれも打てなくなったら/, cutters.size === 0],
        [english ? /you are skipped/ : /パス/, true],
        [english ? /most discs win.*are a draw/s : /いちばん多い人が勝ち.*引き分け/, true],
        [english ? /depends|variant/ : /によります/, false],
      ];
      for (const [pattern, is] of claims) must(text, is ? [pattern] : [], is ? [] : [pattern]);
      const kept = named(language, keeps);
      const order = named(language, preset.rotation);
      must(text, [either(language, `turns in this order: ${order}\\.`, `順番は${order}で`)], []);
      if (cutters.size > 0) {
        must(text, [either(language, `colour: wildcards, ${kept}\\.`, `変化石・${kept}の石は`)], []);
        const who = named(language, cutters);
        must(text, [either(language, `${who} cannot win: only ${order} can\\.`, `${who}は勝てません。.*${order}だけ`)], []);
      }
      for (const letter of cutters) {
        const plies = LIST[language](preset.cuts.filter(([, cut]) => cut === letter).map(([ply]) => ply));
        const who = NAMES[language][letter];
        must(text, [either(language, `${who} has no turns, but cuts in at moves? ${plies} `, `${who}は.*${plies}手目に`)], []);
      }
      // Only seats that play are named.
      const nobody = [...PLAYERS].filter((letter) => !preset.rotation.includes(letter) && !cutters.has(letter));
      must(
        text,
        [],
        nobody.map((letter) => new RegExp(NAMES[language][letter] as string)),
      );
      // The only numbers are those of the schedule.
      const numbers = [...text.matchAll(/\d+/g)].map(([n]) => n).filter((n) => !(n === '1' && !english));
      for (const n of numbers)
        assert.ok(
          preset.cuts.some(([ply]) => ply === n),
          `${n} is no cut-in`,
        );
    }
  }
});

test('reversi: a stuck cut-in that is skipped does not end the game', () => {
  const seed = presetsOfReversi().find(({ id }) => id === 'seed') as Preset;
  const shown = { options: { preset: 'seed', stuck_cut_in: 'skip' }, start: viewOf(seed) };
  must(told(reversi.help, 'en', shown), [/next player in order plays that move/], [/at once/]);
  must(told(reversi.help, 'ja', shown), [/割り込みはなくなり/], [/そこで終局/]);
});

const OWN = {
  board: ['.....', '.BW..', '.WB..', '..BC.', '.....'],
  rotation: 'BW',
  compete: 'BW',
  permanent: 'GC',
  cut_ins: { 2: 'C' },
  stuck_cut_in: 'end',
  first: 'B',
};

test('reversi: custom boards tell what their options say', () => {
  const own = (language: Language, change: object) => {
    const lines = linesOf(reversi.help, language, { options: { ...OWN, ...change } });
    checkForm(lines, language);
    return read(lines);
  };
  const plain = own('en', {});
  must(plain, [/colour: cyan\./, /Cyan has no turns, but cuts in at move 2 of/], [/wildcard|bomb/i]);
  must(plain, [/Cyan cannot win: only black and white can/], []);
  must(own('ja', {}), [/シアンの石ははさまれても/, /シアンは順番には入らず、2手目に/, /シアンは勝てません/], [/変化石|ボム/]);
  must(own('en', { first: 'W' }), [/turns in this order: white and black\./], []);
  must(own('en', { compete: 'BWC' }), [/Cyan has no turns, but cuts in/], [/cannot win/]);
  must(own('en', { compete: 'B' }), [/White and cyan cannot win: only black can/], []);
  // A player in the rotation may also cut in; more than one player may cut in, and plies are in order.
  const several = own('en', { cut_ins: { 30: 'W', 9: 'W', 4: 'C' } });
  must(several, [/White also cuts in at moves 9 and 30, besides its turns/, /Cyan has no turns, but cuts in at move 4 of/], []);
  must(own('ja', { cut_ins: { 7: 'B' }, permanent: 'G' }), [/黒は、自分の番のほかに、7手目にも割り込みます/], [/勝てません/]);
  // Colours that are not on this board are not mentioned.
  must(own('en', { permanent: 'GCYA', cut_ins: {} }), [/colour: cyan\./], [/yamabuki|ash|cut/i]);
  must(own('en', { board: ['.BWGR'], permanent: 'G', cut_ins: {} }), [/only wildcards keep/, /bomb/], [/cyan|cut/i]);
  must(own('en', { rotation: 'B', cut_ins: { 2: 'W' }, permanent: 'G' }), [/When black can no longer move/], [/in this order/]);
  must(own('en', { permanent: 'GBW' }), [/colour: black and white\./], []);
});

test('reversi: what is not known yet is not said', () => {
  for (const language of LANGUAGES) {
    const lines = linesOf(reversi.help, language, { options: { preset: 'five' } });
    checkForm(lines, language);
    must(read(lines), [], [/wildcard|bomb|cut|変化石|ボム|割り込/i]);
  }
});

// The rules of one line, for a disc of `me` at "+" (docs/reference/rules.md 1.2 and 1.3).
function played(cells: string, me: string, keeps: string): string {
  const at = cells.indexOf('+');
  const after = [...cells];
  const gone = new Set<number>();
  const flips = new Set<number>();
  let boom = false;
  for (const way of [-1, 1]) {
    const run: number[] = [];
    let i = at + way;
    for (; cells[i] !== undefined && cells[i] !== '.' && cells[i] !== me; i += way) run.push(i);
    const wild = run.map((cell) => cells[cell]).lastIndexOf('G');
    const line = cells[i] === me ? run : run.slice(0, Math.max(0, wild));
    if (line.length === 0) continue;
    boom ||= line.some((cell) => cells[cell] === 'R');
    for (const cell of line) flips.add(cell);
    for (const cell of [...line, cells[i] === me ? i : (run[wild] as number)]) gone.add(cell);
  }
  assert.ok(flips.size > 0, `${cells}: legal`);
  if (!boom) for (const cell of flips) if (!`G${keeps}`.includes(cells[cell] as string)) after[cell] = me;
  if (boom) for (const cell of gone) after[cell] = '.';
  after[at] = boom ? '.' : me;
  return after.join('');
}

function lettersOf(strip: Part): string {
  const letter = (cell: Part) => cell.all({ attribute: 'data-look' })[0]?.attributes['data-look'];
  return strip
    .all({ name: 'help-cell' })
    .map((cell) => letter(cell) ?? (cell.all({ name: 'play' }).length > 0 ? '+' : '.'))
    .join('');
}

test('reversi: the pictures of moves are what the moves do', () => {
  const worlds = [
    ...presetsOfReversi().map((preset) => {
      const { id, permanent: keeps } = preset;
      return { options: { preset: id }, start: viewOf(preset), me: 'B', keeps };
    }),
    { options: OWN, me: 'B', keeps: 'C' },
    { options: { ...OWN, first: 'W', board: ['WBGR'] }, me: 'W', keeps: 'C' },
    { options: { ...OWN, rotation: 'BWA', permanent: 'GB', cut_ins: {} }, me: 'W', keeps: 'B' },
  ];
  let moves = 0;
  for (const { me, keeps, ...shown } of worlds) {
    for (const line of linesOf(reversi.help, 'en', shown)) {
      const strips = drawnOf(line)?.all({ name: 'help-cells' }) ?? [];
      if (strips.length < 2) continue;
      const [before, after] = strips.map(lettersOf) as [string, string];
      assert.equal(after, played(before, me, keeps), `${before}: ${line.text}`);
      assert.equal(before.length, 5);
      moves += 1;
    }
  }
  assert.ok(moves > 30, `${moves} moves`);
});

test('reversi: the picture of a cut-in has the players of the moves around it', () => {
  const seed = presetsOfReversi().find(({ id }) => id === 'seed') as Preset;
  const lines = linesOf(reversi.help, 'en', { options: { preset: 'seed' }, start: viewOf(seed) });
  const picture = drawnOf(lines.find(({ text }) => text.startsWith('Nobody loses a turn')));
  const discs = picture?.all({ name: 'help-disc' }) ?? [];
  const look = (one: Part) => one.all({ attribute: 'data-look' })[0]?.attributes['data-look'];
  const shown = discs.map((one) => `${look(one)}${one.children.at(-1)}`);
  assert.deepEqual(shown, ['W8', 'A9', 'C10', 'B11', 'W12']);
});

// 753.

test('753: the rows are the name, and the last stone decides how to win', () => {
  const rows = (...lengths: number[]) => Object.fromEntries(lengths.map((n, y) => [`r${y}`, 'o'.repeat(n)]));
  const start = { rows: rows(7, 5, 3), misere: false };
  assert.match(source('nim/options.cpp'), /\{"ooooooo", "ooooo", "ooo"\}/);
  const ids = [...source('nim/options.cpp').matchAll(/^ *\{?\{"([\w-]+)", \{"/gm)].map(([, id]) => id);
  assert.deepEqual(ids, ['753', '753-misere', 'puzzle']);
  const name = { en: /named after its rows: 7, 5 and 3/, ja: /7個・5個・3個の3段/ };
  const misere = { en: /misère|loses|odd number|single stones/, ja: /ミゼール|負け|奇数|1個だけ/ };
  const wins = { en: /takes the last stone wins/, ja: /最後の石を取った人が勝ち/ };
  const even = { en: /even number of ones/, ja: /1の数[がを]偶数/ };
  const long = { en: /as long as a group of two or more is left/, ja: /2個以上のまとまりが残るなら/ };
  const odd = { en: /only single stones, leave an odd number/, ja: /1個だけのまとまりしか残らないなら、その数を奇数/ };
  const drawn = { en: /player who begins can always win/, ja: /先に取る人が必ず勝てる/ };
  for (const language of LANGUAGES) {
    const normal = linesOf(nim.help, language, { options: { preset: '753' }, start });
    checkForm(normal, language);
    must(read(normal), [name[language], wins[language], even[language]], [misere[language], long[language]]);
    const view = { rows: { r0: 'ooxxxxo', r1: 'xxxxx', r2: 'ooo' }, misere: false };
    assert.equal(told(nim.help, language, { options: { preset: '753' }, view }), read(normal), 'in the middle of a game');
    const options = { preset: '753-misere' };
    const reversed = linesOf(nim.help, language, { options, start: { ...start, misere: true } });
    checkForm(reversed, language);
    must(read(reversed), [name[language], misere[language], even[language], long[language], odd[language]], [wins[language]]);
    must(told(nim.help, language, { options }), [misere[language]], [wins[language], name[language]]);
    const random = { rows: rows(4, 9, 2), misere: false };
    const puzzle = linesOf(nim.help, language, { options: { preset: 'puzzle' }, view: random });
    checkForm(puzzle, language);
    must(read(puzzle), [drawn[language], wins[language]], [name[language], misere[language]]);
  }
  const own = { options: { rows: [9, 'ooxo', 2], misere: true } };
  must(told(nim.help, 'en', own), [/the rows have 9, 3 and 2 stones/, /loses/], [/named after/]);
  must(told(nim.help, 'ja', own), [/上の段から9・3・2個/, /負け/], [/名前/]);
  must(told(nim.help, 'en', { options: { rows: [12], misere: false } }), [/one row of 12 stones/], []);
  must(told(nim.help, 'en', { options: { puzzle: true, misere: true } }), [/can always win/, /loses/], []);
});

test('753: the examples win', () => {
  const xor = (groups: number[]) => groups.reduce((sum, group) => sum ^ group, 0);
  assert.notEqual(xor([7, 5, 3]), 0);
  assert.equal(xor([6, 5, 3]), 0);
  // "Two ones in every column": of each digit there are exactly two.
  for (const bit of [1, 2, 4]) assert.equal([6, 5, 3].filter((group) => group & bit).length, 2);
  const lines = linesOf(nim.help, 'en', { options: { rows: [7, 5, 3], misere: true } });
  const digits = lines.flatMap((line) => drawnOf(line)?.all({ name: 'help-digits' }) ?? []);
  assert.deepEqual(
    digits.map(({ children }) => children.join()),
    ['7  1 1 1\n5  1 0 1\n3  0 1 1', '6  1 1 0\n5  1 0 1\n3  0 1 1'],
  );
  assert.match(read(lines), /take two from groups of 3, 1 and 1\. Three single stones/);
});

// 15-puzzle.

test('15-puzzle: steps, the time after the first finish, the limit of steps, and who is out', () => {
  const limits = /int finish_s = (\d+);\s*int max_steps = (\d+);/;
  const [seconds, steps] = found(source('fifteen/options.hpp'), limits);
  const code = source('fifteen/options.cpp');
  const [list] = found(code, /rows\[\] = \{(\{.*\})\};/) as [string];
  const sizes = [...list.matchAll(/\{(\d), (\d), \w+\}/g)].map(([, size, seats]) => [Number(size), Number(seats)] as const);
  const ids = [...code.matchAll(/^ *(?:return \{)?\{"([\w-]+)",\s*\{"/gm)].map(([, id]) => id as string);
  assert.deepEqual(ids, ['race', 'solo', 'eight', 'twenty-four', 'article']);
  assert.equal(sizes.length, ids.length);
  const most = Number(steps).toLocaleString('en');
  const race = { en: new RegExp(`others have ${seconds} seconds left`), ja: new RegExp(`残り時間は${seconds}秒`) };
  const limit = { en: new RegExp(`may make ${most} steps`), ja: new RegExp(`上限は${most}手`) };
  const best = { en: /shortest solution/, ja: /最短/ };
  const counts = { en: /Every tile that moves counts as one step/, ja: /コマ1枚を1手と数え/ };
  const out = { en: /you are out/, ja: /リタイア/ };
  const together = { en: /same start|last place|nobody wins|ranked/, ja: /全員|最下位|勝者/ };
  for (const language of LANGUAGES) {
    ids.forEach((preset, i) => {
      const [size, seats] = sizes[i] as readonly [number, number];
      const start = { size, boards: {} };
      const lines = linesOf(fifteen.help, language, { options: { preset }, seats, start });
      checkForm(lines, language);
      const text = read(lines);
      must(text, [limit[language], counts[language], out[language]], []);
      must(text, seats > 1 ? [race[language], together[language]] : [], seats > 1 ? [] : [race[language], together[language]]);
      must(text, size < 5 ? [best[language]] : [], size < 5 ? [] : [best[language]]);
      assert.equal(told(fifteen.help, language, { options: { preset }, seats, view: start }), text);
    });
  }
  const own = { options: { size: 5, seats: 3, scramble: 'random', finish_s: 45, max_steps: 12345 }, seats: 3 };
  must(told(fifteen.help, 'en', own), [/have 45 seconds left/, /12,345 steps/], [/120|5,000|shortest/]);
  must(told(fifteen.help, 'ja', own), [/45秒/, /12,345手/], [/120|5,000|最短/]);
  const one = { options: { tiles: [1, 2, 3, 4, 5, 6, 7, 0, 8], seats: 1, finish_s: 10, max_steps: 1 }, seats: 1 };
  must(told(fifteen.help, 'en', one), [/You may make 1 step\./, /shortest/], [/seconds/]);
});

test('15-puzzle: the picture of a move is what the move does', () => {
  const lines = linesOf(fifteen.help, 'en', { options: { preset: 'race' }, seats: 4 });
  const picture = drawnOf(lines.find(({ text }) => text.startsWith('Every tile')));
  const boards = picture?.all({ attribute: 'viewBox' }) ?? [];
  const tiles = (board: Part) => {
    const at = board.all({ attribute: 'font-size' }).map((text) => {
      const [x, y] = [Number(text.attributes.x) - 0.5, Math.round(Number(text.attributes.y) - 0.67)];
      return [y * 3 + x, Number(text.textContent)] as const;
    });
    return Array.from({ length: 9 }, (_, cell) => new Map(at).get(cell) ?? 0);
  };
  const [before, after] = boards.map(tiles);
  assert.deepEqual(slide(before ?? [], 8), after);
  assert.deepEqual(after, [1, 2, 3, 4, 5, 6, 7, 8, 0]);
});

// Bubble shooter.

test('bubbles: rows, time, attack, cancelling, who gets what, and the end', () => {
  const rules = source('bubbles/rules.hpp');
  const [alone, versus] = found(rules, /drop_every\(\) const \{ return is_puzzle\(\) \? (\d+) : (\d+); \}/);
  const [garbage] = found(rules, /kGarbagePerShot = (\d+);/);
  const [hurry] = found(rules, /hurry_ms = (\d+)000;/);
  const [rows] = found(source('bubbles/grid.hpp') + source('bubbles/geometry.hpp'), /kLoseRow = (\d+);/);
  const presets = source('bubbles/entry.cpp').matchAll(/\{"(\w+)", \{"[^"]*", "[^"]*"\}, (\d), /g);
  const ids = [...presets].map(([, id, seats]) => [id, Number(seats)] as const);
  assert.deepEqual(ids, [
    ['duel', 2],
    ['puzzle', 1],
    ['party', 5],
  ]);
  for (const language of LANGUAGES) {
    const is = (en: string, ja: string) => either(language, en, ja);
    const classic = is('popped \\+ fallen − 3', '消した数＋落とした数−3');
    const garbageWords = is(`at most ${garbage} bubbles`, `一度に来るのは${garbage}個まで`);
    const last = is('last player in the game wins', '最後まで残った人が勝ち');
    const against = [classic, is('first cancels', '相殺'), garbageWords, last, is('you are out', '脱落')];
    const single = [is('clear the field to win', '全部消すと勝ち'), is('you lose', '負け')];
    const opponent = is('goes to your opponent', '相殺した残りは、相手に');
    const several = is('one bubble each in seat order, beginning after you', '自分の次の席から席順に1個ずつ');
    const { 'facts.drop': drop, 'facts.queue': queue } = { en, ja }[language];
    const vague = is('several|too long|beyond three', '何発か撃つと|時間がたつ|3個を超えて');
    for (const [preset, seats] of ids) {
      const lines = linesOf(bubbles.help, language, { options: { preset }, seats });
      checkForm(lines, language);
      const text = read(lines);
      const every = seats === 1 ? alone : versus;
      must(text, [is(`every ${every} shots`, `自分が${every}発`), is(`wait ${hurry} seconds`, `${hurry}秒撃たない`)], [vague]);
      must(text, [is(`holds ${rows} rows`, `フィールドは${rows}段`), is(`"${drop}"`, `「${drop}」`)], []);
      if (seats > 1) must(text, [is(`"${queue}"`, `「${queue}」`)], []);
      must(text, seats === 1 ? single : against, seats === 1 ? against : single);
      for (const [pattern, holds] of [
        [opponent, seats === 2],
        [several, seats > 2],
      ] as const)
        must(text, holds ? [pattern] : [], holds ? [] : [pattern]);
      const view = { rows: Number(rows), attack: 'classic', hurry_ms: Number(hurry) * 1000, fields: {} };
      assert.equal(told(bubbles.help, language, { options: { preset }, seats, view }), text);
    }
    const options = { seats: 3, colors: 5, attack: 'everybubble', hurry_s: 25 };
    const own = told(bubbles.help, language, { options, seats: 3 });
    must(own, [is('popped \\+ 2 × fallen', '落とした数×2'), is('wait 25 seconds', '25秒撃たない'), several], [classic]);
  }
});

test('bubbles: the examples of attacks, and the picture of a shot, are what the rules make of them', () => {
  assert.match(source('bubbles/rules.cpp'), /kClassic \? popped \+ fallen - 3 : popped \+ 2 \* fallen/);
  assert.deepEqual([3 - 3, 4 + 6 - 3, 4 + 2 * 6], [0, 7, 16]);
  const { BEFORE, AFTER } = bubbles;
  const cell = { row: 0, column: 2 };
  const { popped, fallen } = land({ shift: 0, rows: BEFORE }, cell, 'a');
  const left = BEFORE.map((row) => [...row]);
  for (const { row, column } of [...popped, ...fallen]) (left[row] as string[])[column] = '.';
  assert.deepEqual([popped.length, fallen.length], [3, 1]);
  assert.deepEqual(
    left.map((row) => row.join('')),
    AFTER,
  );
});

// The source of the rules.

test('the opening of a preset is asked for once; without it the rules are those of the board as it is', async () => {
  const five = presetsOfReversi().find(({ id }) => id === 'five') as Preset;
  const module = { help: async () => reversi.help };
  const asked: string[] = [];
  const answer = (given: () => Promise<Response>) => {
    globalThis.fetch = (address) => {
      asked.push(String(address));
      return given();
    };
  };
  change({ language: 'en' });
  const playing = room({ options: { preset: 'five' }, view: late(viewOf(five)) });
  answer(() => Promise.reject(new TypeError('no network')));
  must(read(await helpOf(module, playing)), [/in this order/], [/wildcard|bomb/]);
  answer(async () => new Response(JSON.stringify({ boards: { reversi: { five: viewOf(five) } } })));
  asked.length = 0;
  for (let i = 0; i < 2; i += 1) must(read(await helpOf(module, playing)), [/wildcard/, /bomb/], []);
  assert.deepEqual(asked, ['/api/boards']);
  // A record has its opening; a custom board is in the options.
  must(read(await helpOf(module, playing, viewOf(five) as GameView)), [/bomb/], []);
  await helpOf(module, room({ options: OWN }));
  assert.equal(asked.length, 1);
});
