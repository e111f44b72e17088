// The game on boardgame.io, over its Socket.IO transport, with matches and seats from its lobby. Matches are kept in memory, without a database.
import { createRequire } from 'node:module';
import { SEATS, begin, mayPlay, play } from './game.mjs';

const require = createRequire(import.meta.url); // its folders cannot be imported with `import`
const { Server } = require('boardgame.io/server');
const { INVALID_MOVE } = require('boardgame.io/core');

const table = {
  name: 'table',
  minPlayers: SEATS,
  maxPlayers: SEATS,
  disableUndo: true,
  setup: begin,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    take({ G, playerID }, ply, cell) {
      if (!mayPlay(G, Number(playerID), ply, cell)) return INVALID_MOVE;
      play(G, Number(playerID), cell);
    },
  },
};

const server = Server({ games: [table], origins: [/.*/] });
const { appServer } = await server.run({ port: { port: 0, host: '127.0.0.1' } });
console.log(`listening on http://127.0.0.1:${appServer.address().port}`);
