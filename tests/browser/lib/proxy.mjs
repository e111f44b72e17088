// A TCP proxy before the server, to cut connections as a network does: without a word.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

export class Proxy {
  static async before(port) {
    const proxy = new Proxy();
    proxy.sockets = new Set();
    proxy.open = true;
    proxy.server = createServer((client) => proxy.join(client, port));
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    proxy.url = `http://127.0.0.1:${proxy.server.address().port}`;
    return proxy;
  }

  join(client, port) {
    if (!this.open) return client.resetAndDestroy();
    const server = connect(port, '127.0.0.1');
    for (const socket of [client, server]) {
      this.sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        this.sockets.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
    client.pipe(server).pipe(client);
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
