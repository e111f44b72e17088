// A relay in front of the server with the faults of real ones: it accepts and sends nothing, stops in the middle of an
// answer, or does not forward an Upgrade. It reads the head of each request, so that a rule can apply to some of them only.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

// The results of a rule, instead of forwarding a request. `mute`: accepts, and never answers. `half`: the answer's head and half of
// its body. `plain`: without Upgrade, as a proxy configured for HTTP only. A number: this status, with a page of HTML.
const STATUS = { 403: 'Forbidden', 426: 'Upgrade Required', 429: 'Too Many Requests', 502: 'Bad Gateway', 503: 'Service Unavailable', 504: 'Gateway Timeout' };

export class Relay {
  static async before(port) {
    const relay = new Relay();
    relay.port = port;
    relay.sockets = new Set();
    relay.rule = () => 'pass';
    relay.requests = []; // 'GET /api/games', as they come
    relay.server = createServer((client) => relay.join(client));
    relay.server.listen(0, '127.0.0.1');
    await once(relay.server, 'listening');
    relay.url = `http://127.0.0.1:${relay.server.address().port}`;
    return relay;
  }

  // One rule for all, or a function of {method, path, upgrade}. For future requests.
  set(rule) {
    this.rule = typeof rule === 'function' ? rule : () => rule;
  }

  // Open connections become silent, and do not close.
  hush() {
    for (const socket of this.sockets) socket.hushed = true;
  }

  heal() {
    this.set('pass');
  }

  keep(socket, other) {
    this.sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      this.sockets.delete(socket);
      if (!socket.hushed && !other()?.hushed) other()?.destroy();
    });
  }

  join(client) {
    let head = '';
    let server;
    this.keep(client, () => server);
    const read = (data) => {
      head += data.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      client.off('data', read);
      const [method, path] = head.slice(0, head.indexOf('\r\n')).split(' ');
      this.requests.push(`${method} ${path}`);
      const what = this.rule({ method, path, upgrade: /\r\nupgrade: *websocket/i.test(head) });
      if (what === 'mute') return client.resume();
      if (typeof what === 'number') return client.end(`HTTP/1.1 ${what} ${STATUS[what]}\r\nContent-Type: text/html\r\nContent-Length: 4\r\nConnection: close\r\n\r\n<p/>`);
      server = this.pass(client, what === 'plain' ? head.replace(/\r\n(?:upgrade|connection|sec-websocket-[a-z]+):[^\r]*/gi, '') : head, end, what);
    };
    client.on('data', read);
  }

  // One request per connection, so that a rule sees all of them; a WebSocket continues.
  pass(client, head, end, what) {
    const server = connect(this.port, '127.0.0.1');
    this.keep(server, () => client);
    const upgrade = /\r\nupgrade: *websocket/i.test(head);
    const sent = upgrade ? head : head.replace(/\r\nconnection:[^\r]*/i, '').replace('\r\n', '\r\nConnection: close\r\n');
    server.write(Buffer.from(sent, 'latin1'));
    client.on('data', (data) => client.hushed || server.write(data));
    let halved = false;
    server.on('data', (data) => {
      if (client.hushed || halved) return;
      const at = data.indexOf('\r\n\r\n');
      if (what === 'half' && at >= 0) {
        halved = true;
        client.hushed = true; // stays open
        client.write(data.subarray(0, at + 4 + Math.floor((data.length - at - 4) / 2)));
      } else client.write(data);
    });
    server.on('end', () => client.hushed || client.end());
    client.on('end', () => server.end());
    return server;
  }

  async stop() {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }
}
