// The player of the conformance kit, with the published client: it sits down and makes the only legal move.
//
//   sdk_player.mjs FILE_OF_THE_CLIENT http://HOST:PORT ROOM
import { pathToFileURL } from 'node:url';
import { WebSocket } from '../kit/raw.mjs';

const [file, url, code] = process.argv.slice(2);
const { Closed, Refused, Room, Server } = await import(pathToFileURL(file).href);
const room = new Room(new Server(url), code, { WebSocket });

async function act(document) {
  if (!room.seat && document.phase === 'lobby') await room.ask('sit', { seat: 0 });
  else if (document.to_act?.split(' ').includes(room.seat)) await room.move({ cell: document.legal.split(' ').find((cell) => !(cell in document.view.closed)) });
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
