// A TCP proxy in front of the server, to cut connections silently, as a network does.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

export class Proxy {
  static async before(port) {
    const proxy = new Proxy();
    proxy.sockets = new Set();
    proxy.clients = new Set();
    proxy.deafened = new WeakSet();
    proxy.open = true;
    proxy.target = port; // may be changed, for future connections
    proxy.server = createServer((client) => proxy.join(client));
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    proxy.url = `http://127.0.0.1:${proxy.server.address().port}`;
    return proxy;
  }

  join(client) {
    if (!this.open) return client.resetAndDestroy();
    const server = connect(this.target, '127.0.0.1');
    for (const socket of [client, server]) {
      this.sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        this.sockets.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
    client.on('data', (data) => server.write(data));
    server.on('data', (data) => this.deafened.has(client) || client.write(data));
    client.on('end', () => server.end());
    server.on('end', () => client.end());
    this.clients.add(client);
    client.on('close', () => this.clients.delete(client));
  }

  // From now on the existing connections can send but receive nothing.
  deafen() {
    for (const client of this.clients) this.deafened.add(client);
  }

  // Cuts every connection; with `stayClosed` new ones are refused until `heal`.
  cut({ stayClosed = false } = {}) {
    this.open = !stayClosed;
    for (const socket of this.sockets) socket.resetAndDestroy();
  }

  heal() {
    this.open = true;
  }

  async stop() {
    this.cut({ stayClosed: true });
    this.server.close();
    await once(this.server, 'close');
  }
}
