// node stream_bot.mjs URL: the bot of examples/many_rooms.py in JavaScript, for the test of engawa-stream.mjs.
import { Server } from '../../clients/sdk/javascript/engawa.mjs';
import { Stream } from '../../clients/sdk/javascript/engawa-stream.mjs';
import { WebSocket } from '../kit/raw.mjs';

const stream = new Stream(new Server(process.argv[2]), { nick: 'Kaede', bot: { name: 'First', author: 'Engawa' }, WebSocket });

function firstMove({ legal }) {
  const word = legal.split(' ')[0];
  if (!word.includes(':')) return { cell: word };
  const [row, from] = word.split(/[:-]/).map(Number);
  return { row, from, count: 1 };
}

async function play(room) {
  for await (const { phase, seats, to_act, result } of room.documents()) {
    if (phase === 'playing' && to_act.split(' ').includes(room.seat)) await room.move(firstMove(room.document));
    else if (phase === 'lobby' && !room.seat) {
      const seat = Object.keys(seats).find((name) => seats[name].kind === 'open');
      if (seat) await room.ask('sit', { seat: Number(seat.slice(1)) });
    } else if (phase === 'over') return console.log(result.record, result.winner ?? 'nobody');
  }
}

const rooms = new Map();
stream.onInvitation = ({ room }) => {
  if (!rooms.has(room)) rooms.set(room, play(stream.room(room)));
};
await stream.ready;
console.log(stream.guest, stream.token);
