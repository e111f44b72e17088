// A real nginx or HAProxy in front of the server, with its own folder and a port chosen by the kernel.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const READY_MS = 60_000;

// A port that was free a moment ago: neither program can be given an open socket, or report the port that it took.
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

function answers(where) {
  return new Promise((resolve) => {
    const socket = connect(where);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

// Configured as the documentation of each recommends for WebSockets; `password`: asks for the name "taro" and this password.
export function nginx(folder, port, target, { password, lines = '' } = {}) {
  if (password) writeFileSync(join(folder, 'users'), `taro:{PLAIN}${password}\n`);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(folder, name)};`).join('\n');
  writeFileSync(join(folder, 'conf'), `
    daemon off; master_process off; pid ${join(folder, 'pid')}; error_log stderr warn;
    events { worker_connections 256; }
    http {
      access_log off; ${paths}
      map $http_upgrade $connection_upgrade { default upgrade; '' close; }
      server {
        listen 127.0.0.1:${port};
        ${password ? `auth_basic "Veranda"; auth_basic_user_file ${join(folder, 'users')};` : ''}
        location / {
          proxy_pass http://127.0.0.1:${target};
          proxy_http_version 1.1;
          proxy_set_header Host $http_host;
          proxy_set_header Upgrade $http_upgrade;
          proxy_set_header Connection $connection_upgrade;
          proxy_set_header X-Forwarded-For $remote_addr:$remote_port;
          proxy_set_header X-Forwarded-Proto $scheme;
          ${lines}
        }
      }
    }`);
  return ['/usr/sbin/nginx', ['-e', 'stderr', '-p', folder, '-c', join(folder, 'conf')]];
}

// `option httpchk` alone sends OPTIONS / HTTP/1.0; one wrong answer takes the server out.
export function haproxy(folder, port, target) {
  writeFileSync(join(folder, 'conf'), `
    global
      stats socket ${join(folder, 'stats')} level admin
    defaults
      mode http
      timeout connect 5s
      timeout client 60s
      timeout server 60s
      timeout tunnel 1h
      timeout check 20s
    frontend veranda
      bind 127.0.0.1:${port}
      option forwardfor
      default_backend engawa
    backend engawa
      option httpchk
      server one 127.0.0.1:${target} check inter 1s fall 1 rise 1
`);
  return ['/usr/sbin/haproxy', ['-db', '-q', '-f', join(folder, 'conf')]];
}

export class Front {
  // `make`: nginx or haproxy; `target`: the server's port. Another process may take the port before the program does: then it is started
  // with another one.
  static async before(make, target, options) {
    for (let attempt = 0; ; attempt += 1) {
      const front = new Front();
      front.folder = mkdtempSync(join(tmpdir(), 'engawa-front-'));
      front.port = await freePort();
      const [program, args] = make(front.folder, front.port, target, options);
      front.process = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
      front.gone = once(front.process, 'exit');
      if (await front.ready()) return front;
      await front.stop();
      if (attempt === 5) throw new Error(`${program} did not start`);
    }
  }

  async ready() {
    const end = Date.now() + READY_MS;
    while (this.process.exitCode === null && Date.now() < end) {
      if (await answers({ port: this.port, host: '127.0.0.1' })) return this.process.exitCode === null;
      await sleep(20);
    }
    return false;
  }

  // HAProxy's statistics of its server, by column.
  async status() {
    const socket = connect(join(this.folder, 'stats'));
    socket.end('show stat engawa 4 -1\n');
    let text = '';
    for await (const piece of socket) text += piece;
    const [names, values] = text.split('\n').map((line) => line.split(','));
    return Object.fromEntries(names.map((name, i) => [name, values[i]]));
  }

  async stop() {
    this.process.kill('SIGKILL');
    await this.gone;
    rmSync(this.folder, { recursive: true, force: true });
  }
}
