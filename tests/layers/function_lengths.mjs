#!/usr/bin/env node
// Limits the length of every function of the programs: 70 lines, from the first line of its signature to its closing brace; an outer function counts
// with those inside it. The TypeScript compiler reads the web client. C++ is read by its braces, as clang-format leaves them: a body opens with ` {`.
// Exceptions are listed below with their reasons. With --self-test it plants functions and reports whether they were found.
//
// Each file is one test. The last line is `N passed, N failed`.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..');
const PAGE = ['clients/web/src', 'clients/web/worker'];
const PROGRAMS = ['base', 'games', 'protocol', 'server', 'clients/cli', 'clients/console', 'clients/web/rules', 'tools'];
const LIMIT = 70;

// Pure tables and switches, `path name: reason`: each is one thing to read, however many entries it has. There are none now.
const TABLES = {};

// --- TypeScript

const typescript = (part) => import(join(ROOT, 'clients/web/node_modules/typescript/dist', part));
const { API } = await typescript('api/sync/api.js');
const { createVirtualFileSystem } = await typescript('api/fs.js');
const { isClassStaticBlockDeclaration, isConstructorDeclaration, isFunctionLikeDeclaration } = await typescript('ast/is.js');

// The functions of modules: path to text. Nothing is resolved: only the syntax matters.
function functionsOfModules(modules) {
  const names = Object.keys(modules);
  const files = Object.fromEntries(names.map((name) => [`/${name}`, modules[name]]));
  const config = JSON.stringify({ compilerOptions: { noLib: true, noResolve: true, types: [] }, files: names });
  const api = new API({ cwd: '/', fs: createVirtualFileSystem({ ...files, '/tsconfig.json': config }) });
  try {
    const [{ program }] = api.updateSnapshot({ openProject: '/tsconfig.json' }).getProjects();
    return Object.fromEntries(names.map((name) => [name, functionsOfSyntax(program.getSourceFile(`/${name}`))]));
  } finally {
    api.close();
  }
}

function functionsOfSyntax(file) {
  const found = [];
  const lineOf = (position) => file.getLineAndCharacterOfPosition(position).line + 1;
  const visit = (node, owners) => {
    const name = nameOf(node, file);
    const inside = name === undefined ? owners : [...owners, name];
    if ((isFunctionLikeDeclaration(node) && node.body) || isClassStaticBlockDeclaration(node)) {
      const line = lineOf(node.getStart(file));
      found.push({ name: inside.join('.') || 'anonymous', line, lines: lineOf(node.getEnd()) - line + 1 });
    }
    node.forEachChild((child) => void visit(child, inside));
  };
  visit(file, []);
  return found;
}

// The name that a node declares, or of the function that gets a callback.
function nameOf(node, file) {
  if (node.name) return node.name.getText(file);
  if (isConstructorDeclaration(node)) return 'constructor';
  if (isFunctionLikeDeclaration(node) && node.parent?.expression && node.parent.arguments)
    return `${node.parent.expression.getText(file).split(/[.\s]/).at(-1)}()`;
  return undefined;
}

// --- C++

// The same text with its comments, strings and preprocessor lines blanked out; lines stay lines.
function bare(text) {
  const blank = (part) => part.replace(/[^\n]/g, ' ');
  const skipped = /\/\/[^\n]*|\/\*[^]*?\*\/|R"([^(\s]*)\([^]*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9A-Fa-f])'(?:\\.|[^'\\\n])+'|^[ \t]*#(?:\\\n|[^\n])*/gm;
  return text.replace(skipped, blank);
}

// The kind of a brace, by the text before it since the last statement: 'function', 'scope' (of declarations), or 'other'.
function opens(head, spaced) {
  const declared = head.replace(/^(?:(?:public|private|protected)\s*:\s*)+/, '').replace(/^template\s*<[^]*?>\s*(?=struct|class|union|enum)/, '');
  if (/^(?:inline\s+)?namespace\b|^extern\s*$|^(?:struct|class|union|enum)\b/.test(declared)) return 'scope';
  return spaced && declared.includes('(') && !/(?:=|\breturn|,)$/.test(declared) ? 'function' : 'other';
}

function functionsOfText(text) {
  const code = bare(text);
  const found = [];
  const open = []; // braces
  let head = 0; // start of the statement to which the next brace may belong
  let line = 1;
  const lineAt = []; // of each character
  for (const letter of code) {
    lineAt.push(line);
    if (letter === '\n') line += 1;
  }
  for (let at = 0; at < code.length; at += 1) {
    const letter = code[at];
    const scope = open.every(({ kind }) => kind === 'scope');
    if (letter === '{') {
      const before = code.slice(head, at);
      const begins = head + before.search(/\S|$/);
      const kind = scope ? opens(before.trim(), /\s$/.test(before)) : 'other';
      open.push({ kind, begins, head });
      if (kind !== 'other') head = at + 1;
    } else if (letter === '}') {
      const { kind, begins, head: before } = open.pop() ?? {};
      if (kind === 'function') found.push({ name: titleOf(code.slice(begins, at)), line: lineAt[begins], lines: lineAt[at] - lineAt[begins] + 1 });
      // An initializer in braces is a part of its statement.
      head = kind === 'other' && open.every((one) => one.kind === 'scope') ? before : at + 1;
    } else if (letter === ';' && scope) head = at + 1;
  }
  if (open.length > 0) throw new Error('its braces do not match');
  return found;
}

// The name before the first parenthesis of a definition.
function titleOf(definition) {
  const found = /([\w:~]+|operator\s*\S+?)\s*\(/.exec(definition.replace(/^(?:template\s*<[^]*?>\s*)?/, ''));
  return found ? found[1] : 'anonymous';
}

// --- Both

function tracked(...patterns) {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...patterns], { cwd: ROOT, encoding: 'utf8' });
  return listed.split('\0').filter((name) => name !== '');
}

function texts(names) {
  const read = (name) => {
    try {
      return [[name, readFileSync(join(ROOT, name), 'utf8')]];
    } catch (error) {
      if (error.code === 'ENOENT') return []; // deleted, and not committed yet
      throw error;
    }
  };
  return Object.fromEntries(names.flatMap(read));
}

// Functions that are too long, by file: the outermost of each nest.
function tooLong(functions) {
  const long = functions.filter(({ lines }) => lines > LIMIT);
  return long.filter((one) => !long.some((outer) => outer !== one && outer.line <= one.line && outer.line + outer.lines >= one.line + one.lines && outer.lines > one.lines));
}

function all() {
  const modules = texts(tracked(...PAGE.map((folder) => `${folder}/*.ts`)).filter((name) => !name.endsWith('.d.ts')));
  const sources = texts(tracked(...PROGRAMS.flatMap((folder) => [`${folder}/*.cpp`, `${folder}/*.hpp`])));
  const read = (name, text) => {
    try {
      return functionsOfText(text);
    } catch (error) {
      throw new Error(`${name}: ${error.message}`);
    }
  };
  return { ...functionsOfModules(modules), ...Object.fromEntries(Object.entries(sources).map(([name, text]) => [name, read(name, text)])) };
}

function checkAll() {
  const files = all();
  const excused = new Set();
  const faults = Object.fromEntries(Object.keys(files).map((name) => [name, []]));
  for (const [file, functions] of Object.entries(files))
    for (const { name, line, lines } of tooLong(functions)) {
      const key = `${file} ${name}`;
      if (key in TABLES) excused.add(key);
      else faults[file].push(`${file}:${line}: ${name} has ${lines} lines: ${LIMIT} are allowed`);
    }
  for (const key of Object.keys(TABLES))
    if (!excused.has(key)) (faults[key.split(' ')[0]] ??= []).push(`${key} is not too long: take it from the list`);
  for (const fault of Object.values(faults).flat()) console.log(fault);
  const failed = Object.values(faults).filter((found) => found.length > 0).length;
  return [Object.keys(faults).length - failed, failed];
}

// --- The self-test

const filler = (lines, indent = '  ') => `${indent}f();\n`.repeat(lines);
// Planted text, and the functions that must be found in it, as "name lines".
const MODULES = [
  [`export function page() {\n${filler(69)}}\n`, ['page 71']],
  [`const page = () => {\n${filler(69)}};\n`, ['page 71']],
  [`class Page {\n  constructor() {\n${filler(69)}  }\n}\n`, ['Page.constructor 71']],
  [`class Page {\n  get shown() {\n${filler(69)}  }\n  move = () => {\n${filler(70)}  };\n}\n`, ['Page.shown 71', 'Page.move 72']],
  [`const page = {\n  show() {\n${filler(69)}  },\n};\n`, ['page.show 71']],
  [`h.on('key', () => {\n${filler(69)}});\n`, ['on() 71']],
  [`function page() {\n  function inner() {\n${filler(40)}  }\n${filler(40)}}\n`, ['page 84']],
  [`function page() {\n${filler(68)}}\n`, []],
  [`class Page {\n${'  a() {\n    f();\n  }\n'.repeat(40)}}\n`, []],
  [`const table = {\n${'  a: 1,\n'.repeat(90)}};\n`, []],
];
const SOURCES = [
  [`int run() {\n${filler(69)}}\n`, ['run 71']],
  [`namespace {\n\nvoid run(int a,\n         int b) {\n${filler(69)}}\n\n}  // namespace\n`, ['run 72']],
  [`Room::Room(int a) : a_{a}, b_{1} {\n${filler(69)}}\n`, ['Room::Room 71']],
  [`struct Room {\n  int a = 1;\n  void run() const noexcept {\n${filler(69)}  }\n};\n`, ['run 71']],
  [`template <typename T>\nauto run(T t) -> std::vector<int> {\n${filler(69)}}\n`, ['run 72']],
  [`int main() try {\n${filler(35)}} catch (...) {\n${filler(35)}}\n`, []],
  [`void run() {\n  char c = '{';  // {\n  auto s = R"({{)";\n${filler(67)}}\n`, ['run 71']],
  [`void run() {\n  auto inner = [] {\n${filler(30, '    ')}  };\n${filler(40)}}\n`, ['run 74']],
  [`int run() {\n${filler(68)}}\n`, []],
  [`constexpr int table[] = {\n${'  f(1),\n'.repeat(90)}};\n`, []],
  [`struct Room {\n${'  void a() {\n    f();\n  }\n'.repeat(40)}};\n`, []],
  [`#define RUN(a) {\nvoid a() {\n${filler(30)}}\nvoid b() {\n${filler(30)}}\n`, []],
];

function selfTest() {
  const modules = Object.fromEntries(MODULES.map(([text], i) => [`planted${i}.ts`, text]));
  const seen = [...Object.values(functionsOfModules(modules)), ...SOURCES.map(([text]) => functionsOfText(text))];
  let failed = 0;
  [...MODULES, ...SOURCES].forEach(([text, expected], i) => {
    const found = tooLong(seen[i]).map(({ name, lines }) => `${name} ${lines}`);
    if (found.join() === expected.join()) return;
    failed += 1;
    console.log(`${JSON.stringify(text.slice(0, 60))}: ${JSON.stringify(found)} seen, and not ${JSON.stringify(expected)}`);
  });
  return [seen.length - failed, failed];
}

const [passed, failed] = process.argv.includes('--self-test') ? selfTest() : checkAll();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
