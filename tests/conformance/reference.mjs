// The reference server: enough HTTP for a client to enter the only room, and that room's WebSocket. The events in the
// room are not decided here: connections are handed to the script, one by one.
import { createServer } from 'node:http';
import { Fault, Queue, WebSocketServer, within } from '../kit/raw.mjs';
import { examples } from './contract.mjs';
import { Line } from './line.mjs';
import { CODE, GUEST } from './table.mjs';

const games = examples.find((example) => example.name === 'http').exchanges.find((exchange) => exchange.call === 'GET /api/games').answer;
const links = { room: CODE, url: `/r/${CODE}`, ws: `/rooms/${CODE}/ws` };
const calls = {
  'GET /api/games': [200, games],
  'POST /api/guests': [201, { id: GUEST.id, token: GUEST.token, nick: GUEST.nick }],
  'POST /api/play': [201, { ...links, seat: 0 }],
  'POST /api/rooms': [201, links],
};
const nothing = [404, { type: 'error', code: 'not_found', message: `there is only the room ${CODE} here` }];

export class Reference {
  connections = new Queue();
  openings = 0; // connections so far
  gone; // a promise of the client's exit, if known

  constructor(patience, game) {
    this.patience = patience;
    this.game = game;
    this.http = createServer((request, response) => {
      request.resume();
      const [status, answer] = calls[`${request.method} ${request.url.split('?')[0]}`] ?? nothing;
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
    });
    const offers = (protocols) => (protocols.has('engawa.v1') ? 'engawa.v1' : false);
    this.sockets = new WebSocketServer({ noServer: true, handleProtocols: offers, perMessageDeflate: false });
    this.http.on('upgrade', (request, socket, head) => {
      this.sockets.handleUpgrade(request, socket, head, (upgraded) => {
        this.openings += 1;
        this.connections.push({ line: new Line(upgraded, patience), path: request.url, offered: request.headers['sec-websocket-protocol'] });
      });
    });
  }

  listen(port, host) {
    return new Promise((resolve, reject) => {
      this.http.once('error', reject);
      this.http.listen(port, host, () => resolve(this.http.address().port));
    });
  }

  // The next connection with a correct upgrade.
  async connection(what, patience = this.patience) {
    const { line, path, offered } = await within(patience, this.connections.next(), what);
    if (/token=/i.test(path) || path.includes(GUEST.token)) throw new Fault(`a token never goes into a URL: ${path}`);
    if (path !== links.ws) throw new Fault(`the room's WebSocket is at ${links.ws}, not at ${path}`);
    if (offered !== undefined && !offered.split(',').some((name) => name.trim() === 'engawa.v1')) throw new Fault(`of the subprotocols "${offered}" none is engawa.v1`);
    return line;
  }

  close() {
    for (const socket of this.sockets.clients) socket.terminate();
    this.http.closeAllConnections?.();
    this.http.close();
  }
}
