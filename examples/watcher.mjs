#!/usr/bin/env node
// Watches a room and draws its board after each move until the game is over.
//
//   node examples/watcher.mjs http://localhost:8080           the public game with the most people
//   node examples/watcher.mjs http://localhost:8080 K7WMA2QX  this room
//
// Node.js before 22 has no WebSocket: `npm ci` in protocol/ installs the package ws, which is used then.
import { createRequire } from 'node:module';
import { Room, Server } from '../clients/sdk/javascript/engawa.mjs';

const WebSocket = globalThis.WebSocket ?? createRequire(new URL('../protocol/package.json', import.meta.url))('ws').WebSocket;

const nameOf = ([seat, { kind, nick, bot, level }]) => `${seat} ${kind === 'bot' ? `${bot}:${level}` : (nick ?? kind)}`;

// Games with rows of letters are drawn; for others the view is printed.
function draw({ seats, view, ply, to_act }) {
  const rows = view?.rows ? Object.values(view.rows).map((row) => [...row].join(' ')) : [JSON.stringify(view)];
  console.log([`move ${ply}, ${to_act || 'nobody'} to move`, ...rows, Object.entries(seats).map(nameOf).join('   '), ''].join('\n'));
}

async function codeToWatch(server) {
  const { room } = await server.call('GET', '/api/watch');
  if (!room) throw new Error('no public game is under way: name a room');
  return room.code;
}

const [url, code] = process.argv.slice(2);
const server = new Server(url);
const room = new Room(server, code ?? (await codeToWatch(server)), { nick: 'Watcher', WebSocket });
let drawn = -1;
for await (const document of room.documents()) {
  if (document.view && document.ply !== drawn) draw(document);
  drawn = document.ply ?? -1;
  if (document.phase === 'over') break;
}
console.log(`over: ${room.document.result.winner ?? 'nobody'} wins (${room.document.result.reason})`);
room.close();
