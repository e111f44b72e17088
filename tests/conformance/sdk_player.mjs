// The player of the conformance kit, with the published client: it sits down and makes the only legal move.
//
//   sdk_player.mjs FILE_OF_THE_CLIENT http://HOST:PORT ROOM
import { pathToFileURL } from 'node:url';
import { WebSocket } from '../kit/raw.mjs';

const [file, url, code] = process.argv.slice(2);
const { Closed, Refused, Room, Server } = await import(pathToFileURL(file).href);
const room = new Room(new Server(url), code, { WebSocket });

// The moves of the seat in `legal`, by the words with which view.closed closes them.
const possible = {
  reversi: ({ legal }) => legal.split(' ').map((cell) => [cell, { cell }]),
  // Each group has one cell.
  nim: ({ legal }) =>
    legal.split(' ').map((word) => {
      const [row, from] = word.split(/[:-]/).map(Number);
      return [word, { row, from, count: 1 }];
    }),
  fifteen: ({ legal }, seat) =>
    legal
      .split(';')
      .find((part) => part.startsWith(`${seat}:`))
      .slice(seat.length + 1)
      .split(' ')
      .map((tile) => [tile, { tile: Number(tile) }]),
  bubbles({ legal, view }, seat) {
    const [first, last] = legal.split('..').map(Number);
    const { shot } = view.fields[seat];
    return Array.from({ length: last - first + 1 }, (_, i) => [String(first + i), { angle: first + i, shot }]);
  },
};

const chosen = (document) => possible[document.game](document, room.seat).find(([word]) => !(word in document.view.closed))[1];

async function act(document) {
  if (!room.seat && document.phase === 'lobby') await room.ask('sit', { seat: 0 });
  else if (document.to_act?.split(' ').includes(room.seat)) await room.move(chosen(document));
}

try {
  for await (const document of room.documents()) {
    await act(document).catch((refusal) => {
      if (!(refusal instanceof Refused)) throw refusal;
      console.error(refusal.message);
    });
  }
} catch (end) {
  if (!(end instanceof Closed)) throw end;
  console.error(end.message);
}
