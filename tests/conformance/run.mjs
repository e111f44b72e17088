#!/usr/bin/env node
// The conformance kit; README.md explains its use. Ends with `N passed, N failed`; exits with 1 if anything failed.
import { spawn } from 'node:child_process';
import { GAMES } from './games.mjs';

const usage = `usage: node tests/conformance/run.mjs client [--game NAME] [--port N] [--patience SECONDS] ['COMMAND']
       node tests/conformance/run.mjs server URL

client   plays the server to a client of yours and says what it does wrong. COMMAND is run by sh, with
         {url}, {ws} and {room} replaced (also in ENGAWA_SERVER, ENGAWA_WS and ENGAWA_ROOM); without
         it, connect by hand. It must take the open seat and move whenever it is its turn. The game is
         reversi (the default), nim, fifteen or bubbles.
server   plays the examples to a server and holds every answer against the schemas.
`;

const count = { passed: 0, failed: 0 };
function tell(sentence, why) {
  count[why === undefined ? 'passed' : 'failed'] += 1;
  console.log(`${why === undefined ? 'ok   ' : 'FAIL '}${sentence}`);
  if (why !== undefined) console.log(`     ${why}`);
}

function quit(sentence) {
  console.error(`${sentence}\n\n${usage}`);
  process.exit(2);
}

// Starts the client under test. Its output is kept for the case of a failure.
function start(command, port, room) {
  const ENGAWA_SERVER = `http://127.0.0.1:${port}`;
  const ENGAWA_WS = `ws://127.0.0.1:${port}/rooms/${room}/ws`;
  const filled = command.replaceAll('{url}', ENGAWA_SERVER).replaceAll('{ws}', ENGAWA_WS).replaceAll('{room}', room);
  const env = { ...process.env, ENGAWA_SERVER, ENGAWA_WS, ENGAWA_ROOM: room };
  const child = spawn('sh', ['-c', filled], { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      said = (said + data).slice(-2000);
    });
  const gone = new Promise((resolve) => child.on('close', resolve));
  return {
    gone,
    said: () => said,
    async stop() {
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {} // it has already ended
      await gone;
    },
  };
}

async function play(Run, options) {
  const [{ Reference }, { Fault }, { CODE }] = await Promise.all(['./reference.mjs', '../kit/raw.mjs', './table.mjs'].map((part) => import(part)));
  const reference = new Reference(options.patience * 1000, options.game);
  const port = await reference.listen(options.port, '127.0.0.1');
  if (!options.command) console.log(`connect your client to ws://127.0.0.1:${port}/rooms/${CODE}/ws`);
  let child = options.command && start(options.command, port, CODE);
  reference.gone = child?.gone;
  if (child)
    reference.restart = async () => {
      await child.stop();
      child = start(options.command, port, CODE);
    };
  try {
    await new Run(reference, tell).play();
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    tell(fault.sentence ?? 'it plays as before', fault.message);
    if (child?.said()) console.log(`     The client said: ${child.said().trim().split('\n').join('\n       ')}`);
  } finally {
    await child?.stop();
    reference.close();
  }
}

function clientOptions(words) {
  const options = { game: 'reversi', port: 0, patience: 10 };
  const commands = [];
  while (words.length > 0) {
    const word = words.shift();
    if (!word.startsWith('--')) {
      commands.push(word);
      continue;
    }
    const name = word.slice(2);
    const text = words.shift();
    if (name === 'game') {
      if (!Object.hasOwn(GAMES, text ?? '')) quit(`--game takes one of ${Object.keys(GAMES).join(', ')}.`);
      options.game = text;
      continue;
    }
    const value = Number(text);
    if (!['port', 'patience'].includes(name) || !Number.isFinite(value) || value < 0 || (name === 'port' && value > 65535))
      quit('--port and --patience take a number, --game a name; there is no other option.');
    options[name] = value;
  }
  if (commands.length > 1) quit('COMMAND is one word: put it in quotes.');
  return { ...options, command: commands[0] };
}

const [mode, ...words] = process.argv.slice(2);
if (mode === 'client') {
  const options = clientOptions(words);
  const { runs } = await import('./client.mjs'); // imported late: compiling the schemas takes a moment
  for (const together of runs) {
    if (count.failed > 0) break;
    if (options.command) await Promise.all(together.map((Run) => play(Run, options)));
    else for (const Run of together) if (count.failed === 0) await play(Run, options);
  }
} else if (mode === 'server' && words.length === 1 && /^https?:\/\//.test(words[0])) {
  const { playExamples } = await import('./server.mjs');
  await playExamples(words[0].replace(/\/$/, ''), tell);
} else if (mode === '--help' || mode === '-h') {
  console.log(usage);
  process.exit(0);
} else {
  quit('What shall be played?');
}
console.log(`${count.passed} passed, ${count.failed} failed`);
process.exit(count.failed > 0 || count.passed === 0 ? 1 : 0);
