// The game as a room of Colyseus: a state of its schema, and a patch to everyone right after each move, which Colyseus allows in addition to its
// fixed rate. A refused move gets the message `refused`.
import { createServer } from 'node:http';
import { Room, Server } from '@colyseus/core';
import { ArraySchema, Schema, defineTypes } from '@colyseus/schema';
import { WebSocketTransport } from '@colyseus/ws-transport';
import { SEATS, begin, mayPlay, play } from './game.mjs';

class Board extends Schema {
  constructor() {
    super();
    const { ply, cells, scores, legal } = begin();
    this.ply = ply;
    this.cells = new ArraySchema(...cells);
    this.scores = new ArraySchema(...scores);
    this.legal = new ArraySchema(...legal);
  }
}
defineTypes(Board, { ply: 'uint32', cells: ['uint8'], scores: ['int16'], legal: ['uint8'] });

class Table extends Room {
  onCreate() {
    this.maxClients = SEATS;
    this.patchRate = null;
    this.setSeatReservationTime(600); // all seats are reserved before the first is taken
    this.setState(new Board());
    this.onMessage('move', (client, { ply, cell }) => {
      const { seat } = client.userData;
      if (!mayPlay(this.state, seat, ply, cell)) return client.send('refused', { ply });
      play(this.state, seat, cell);
      this.broadcastPatch();
    });
  }

  onJoin(client, { seat }) {
    client.userData = { seat };
  }
}

const http = createServer();
const server = new Server({ transport: new WebSocketTransport({ server: http }), greet: false });
server.define('table', Table);
await server.listen(0, '127.0.0.1');
console.log(`listening on http://127.0.0.1:${http.address().port}`);
