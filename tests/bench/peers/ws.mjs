// The game over npm's ws: JSON text to everyone in the room, serialised once. It answers the calls that room_load.cpp makes of engawad, as
// bare_epoll.cpp does: rooms and guests by HTTP, then `hello`, `sit`, `move` and `rematch`; a game is over after 64 plies.
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';
import { SEATS, begin, mayPlay, play, toAct } from './game.mjs';

const PLIES = 64;
const rooms = [];

const nameOf = (cell) => 'abcdefghij'[cell % 10] + (Math.floor(cell / 10) + 1);
const cellOf = (name) => 'abcdefghij'.indexOf(name[0]) + 10 * (Number(name.slice(1)) - 1);

const legalOf = (board) => board.legal.map(nameOf).join(' ');
const scoreOf = (board) => Object.fromEntries(board.scores.map((score, seat) => [`s${seat}`, score]));
const began = (board) => ({ phase: 'playing', ply: 0, to_act: 's0', legal: legalOf(board), view: { cells: board.cells.join('') } });

function changed(board, seat, cell) {
  const over = board.ply === PLIES;
  const cells = {};
  for (let i = 0; i < 6; ++i) cells[(cell + i) % 100] = seat + 1;
  return {
    ...(over ? { phase: 'over' } : {}),
    ply: board.ply,
    to_act: over ? '' : `s${toAct(board)}`,
    legal: over ? '' : legalOf(board),
    view: { cells, score: scoreOf(board), last: nameOf(cell) },
  };
}

// Everyone gets the step; the mover gets it and the answer in one write to the socket.
function tell(asker, re, step) {
  const { room } = asker;
  const text = Buffer.from(JSON.stringify({ type: 'step', seq: ++room.seq, by: `s${asker.seat}`, ...step }));
  for (const one of room.seats) if (one && one !== asker) one.send(text, { binary: false });
  asker.stream.cork();
  asker.send(text, { binary: false });
  asker.send(JSON.stringify({ type: 'ok', re, seq: room.seq }));
  asker.stream.uncork();
}

// All five have said yes: a game begins.
function agree(asker, id, kind) {
  const { room } = asker;
  const all = ++room.votes === SEATS;
  if (all) {
    room.votes = 0;
    room.board = begin();
  }
  tell(asker, id, { set: all ? began(room.board) : {}, events: [{ kind }] });
}

const calls = {
  hello(socket, { id }) {
    socket.send(JSON.stringify({ type: 'welcome', re: id, seq: 0 }));
    socket.send(JSON.stringify({ type: 'state', seq: socket.room.seq, you: {}, room: {} }));
  },
  sit(socket, { id, seat }) {
    socket.seat = seat % SEATS;
    socket.room.seats[socket.seat] = socket;
    agree(socket, id, 'sit');
  },
  rematch(socket, { id }) {
    agree(socket, id, 'rematch');
  },
  move(socket, { id, ply, move }) {
    const { room, seat } = socket;
    const cell = cellOf(move.cell);
    if (ply >= PLIES || !mayPlay(room.board, seat, ply, cell)) return socket.send(JSON.stringify({ type: 'error', re: id, code: 'stale' }));
    play(room.board, seat, cell);
    const events = [{ kind: 'put', seat: `s${seat}`, cell: move.cell }];
    tell(socket, id, { move, set: changed(room.board, seat, cell), events });
  },
};

const http = createServer((request, response) => {
  const made = request.url === '/api/rooms' ? { room: String(rooms.push({ seq: 0, votes: 0, seats: [] }) - 1) } : { id: 'g_ws', token: 'ws' };
  const body = JSON.stringify(made);
  request.resume();
  response.writeHead(201, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }).end(body);
});
const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, clientTracking: false });

http.on('upgrade', (request, stream, head) => {
  const room = rooms[Number(request.url.split('/')[2])];
  if (!room) return stream.destroy();
  sockets.handleUpgrade(request, stream, head, (socket) => {
    Object.assign(socket, { room, stream });
    socket.on('message', (text) => {
      const request = JSON.parse(text);
      calls[request.type]?.(socket, request);
    });
    socket.on('close', () => {
      if (room.seats[socket.seat] === socket) room.seats[socket.seat] = undefined;
    });
  });
});
http.listen(0, '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${http.address().port}`));
