// A real nginx, Apache, HAProxy or Caddy in front of the server, with its own folder, a certificate of its own and ports chosen by the kernel. Each is
// configured by the sample of docs/host/internet.md: only addresses and the certificate's place are changed.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './engawad.mjs';

const READY_MS = 60_000;
const CLOSING_MS = 2000;
const DOCUMENT = 'docs/host/internet.md';
const text = readFileSync(join(root, DOCUMENT), 'utf8');

// The name that all samples use; Chromium finds it here with these flags, and people ignore that nobody vouches for the certificate.
export const NAME = 'games.example.org';
export const FLAGS = [`--host-resolver-rules=MAP ${NAME} 127.0.0.1`];
export const VISITOR = { ignoreHTTPSErrors: true };

function found(pattern) {
  const match = pattern.exec(text);
  if (!match) throw new Error(`${DOCUMENT} has no ${pattern}`);
  return match[1];
}

// The settings of the server, as flags.
export const settings = () => found(/`(--hosts [^`]*)`/).split(/\s+/);

export const BELOW = found(/`--base-path (\/[^`]*)`/);
export const belowSettings = () => [...settings(), '--base-path', BELOW];

// The first block of this kind below the heading; `way`: with the lines of the table that put the server below a path, as a function of its row.
function sample(heading, kind, way) {
  const block = found(new RegExp(`^## ${heading}\\n(?:(?!^## )[^])*?^\`\`\`${kind}\\n([^]*?)^\`\`\``, 'm'));
  if (!way) return block;
  const row = found(new RegExp(`^## Below a path of another site\\n(?:(?!^## )[^])*?^\\| ${heading} \\| (.*) \\|$`, 'm'));
  const [from, passes, removes] = row.split(' | ').map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, line]) => line));
  const lines = from.map((line) => line.replaceAll(/[^\w\s]/g, '\\$&')).join('\\s+');
  return changed(block, [[new RegExp(`^[ \\t]*${lines}$`, 'm'), () => `${way({ passes, removes }).join('\n')}`]]);
}

// A sample that lacks a part would be tested as something else.
function changed(content, changes) {
  return changes.reduce((so, [from, to]) => {
    if (typeof from === 'string' ? !so.includes(from) : !from.test(so)) throw new Error(`a sample of ${DOCUMENT} has no ${from}`);
    return typeof from === 'string' ? so.replaceAll(from, to) : so.replace(from, to);
  }, content);
}

function certificate(folder) {
  const made = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  const how = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', '-subj', `/CN=${NAME}`];
  const done = spawnSync('openssl', [...how, '-addext', `subjectAltName=DNS:${NAME}`, '-keyout', made.key, '-out', made.cert], { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`openssl: ${done.error ?? done.stderr}`);
  return made;
}

// `password`: asks for the name "taro" and this password, and writes the client's port after its address; `way`: see sample.
export function nginx(folder, { http, https }, target, { password, way } = {}) {
  const { cert, key } = certificate(folder);
  let content = changed(sample('nginx', 'nginx', way), [
    ['listen 80;', `listen 127.0.0.1:${http};`],
    ['listen 443 ssl;', `listen 127.0.0.1:${https} ssl;`],
    [/ *listen \[::\].*\n/g, ''],
    [`/etc/letsencrypt/live/${NAME}/fullchain.pem`, cert],
    [`/etc/letsencrypt/live/${NAME}/privkey.pem`, key],
    ['127.0.0.1:8080', `127.0.0.1:${target}`],
  ]);
  if (password) {
    writeFileSync(join(folder, 'users'), `taro:{PLAIN}${password}\n`);
    const lines = changed(sample('Ask for a password', 'nginx'), [['/etc/nginx/engawa-users', join(folder, 'users')]]);
    content = changed(content, [['location / {', `${lines} location / {`], ['$remote_addr;', '$remote_addr:$remote_port;']]);
  }
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(folder, name)};`).join('\n');
  writeFileSync(join(folder, 'conf'), `
    daemon off; master_process off; pid ${join(folder, 'pid')}; error_log stderr crit;
    events { worker_connections 256; }
    http { access_log off; ${paths}
    ${content} }`);
  return ['/usr/sbin/nginx', ['-e', 'stderr', '-p', folder, '-c', join(folder, 'conf')]];
}

// With what Debian's Apache loads without being asked, as far as it concerns requests, and with the modules that the document has people switch on.
export function apache(folder, { http, https }, target, { way } = {}) {
  const { cert, key } = certificate(folder);
  const asked = found(/^sudo a2enmod (.*)$/m).split(' ').flatMap((name) => ({ proxy_http: ['proxy', name], ssl: ['socache_shmcb', name] })[name] ?? [name]);
  const modules = ['mpm_event', 'authz_core', 'alias', 'reqtimeout', 'deflate', 'filter', 'mime', ...asked];
  const content = changed(sample('Apache', 'apache', way), [
    ['*:80', `127.0.0.1:${http}`],
    ['*:443', `127.0.0.1:${https}`],
    [`/etc/letsencrypt/live/${NAME}/fullchain.pem`, cert],
    [`/etc/letsencrypt/live/${NAME}/privkey.pem`, key],
    ['127.0.0.1:8080', `127.0.0.1:${target}`],
  ]);
  writeFileSync(join(folder, 'conf'), `
    ServerRoot ${folder}
    ServerName localhost
    DefaultRuntimeDir ${folder}
    PidFile ${join(folder, 'pid')}
    Mutex file:${folder} default
    ErrorLog ${join(folder, 'errors')}
    LogLevel crit
    User www-data
    Group www-data
    TypesConfig /etc/mime.types
    ${modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
    AddOutputFilterByType DEFLATE text/html text/css application/javascript application/json
    RequestReadTimeout header=20-40,minrate=500
    RequestReadTimeout body=10,minrate=500
    Listen 127.0.0.1:${http}
    Listen 127.0.0.1:${https}
    ${content}`);
  return ['/usr/sbin/apache2', ['-X', '-f', join(folder, 'conf')]]; // -X: one process
}

// `option httpchk` alone sends OPTIONS / HTTP/1.0; here one wrong answer takes the server out.
export function haproxy(folder, { http, https }, target, { way } = {}) {
  const { cert, key } = certificate(folder);
  writeFileSync(join(folder, 'both.pem'), readFileSync(cert, 'utf8') + readFileSync(key, 'utf8'));
  const content = changed(sample('HAProxy', 'haproxy', way), [
    ['bind :80\n', `bind 127.0.0.1:${http}\n`],
    ['bind :443', `bind 127.0.0.1:${https}`],
    [`/etc/haproxy/${NAME}.pem`, join(folder, 'both.pem')],
    ['127.0.0.1:8080 check', `127.0.0.1:${target} check inter 1s fall 1 rise 1`],
    ['timeout tunnel 1h', 'timeout tunnel 1h\n    timeout check 20s'],
  ]);
  writeFileSync(join(folder, 'conf'), `global\n    stats socket ${join(folder, 'stats')} level admin\n${content}`);
  return ['/usr/sbin/haproxy', ['-db', '-q', '-f', join(folder, 'conf')]];
}

function withCaddy(folder, { http, https }, content, target) {
  const { cert, key } = certificate(folder);
  const whole = changed(content, [
    [/^(\S+) \{\n/m, `$1:${https} {\n\tbind 127.0.0.1\n\ttls ${cert} ${key}\n`],
    [/\S+:8080/, `127.0.0.1:${target}`],
  ]);
  const [globals, sites] = whole.startsWith('{') ? whole.split(/(?<=^\}\n)/m, 2) : ['{\n\tadmin off\n}\n', whole];
  const quiet = globals.replace('{\n', `{\n\tauto_https disable_redirects\n\thttp_port ${http}\n\tservers {\n\t\tprotocols h1 h2\n\t}\n\tlog {\n\t\tlevel ERROR\n\t}\n`);
  writeFileSync(join(folder, 'conf'), quiet + sites);
  return ['/usr/bin/caddy', ['run', '--config', join(folder, 'conf'), '--adapter', 'caddyfile'], { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }];
}

export const caddy = (folder, ports, target, { way } = {}) => withCaddy(folder, ports, sample('Caddy', 'caddyfile', way), target);

// As docker/compose.tls.yml has it.
export function composed(folder, ports, target) {
  const content = readFileSync(join(root, 'docker/Caddyfile.tls'), 'utf8').replaceAll(/^#.*\n/gm, '');
  return withCaddy(folder, ports, changed(content, [['{$ENGAWA_SITE}', NAME]]), target);
}

// Ports that were free a moment ago: no program can be given an open socket, or report the port that it took.
async function freePorts(count) {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

function answers(where) {
  return new Promise((resolve) => {
    const socket = connect(where);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

export class Front {
  // `make`: one of the above; `target`: the server's port. Another process may take a port before the program does: then it is started with others.
  static async before(make, target, options) {
    for (let attempt = 0; ; attempt += 1) {
      const front = new Front();
      front.folder = mkdtempSync(join(tmpdir(), 'engawa-front-'));
      const [http, https] = await freePorts(2);
      front.ports = { http, https };
      front.configure(make, target, options);
      if (await front.launch()) return front;
      await front.stop();
      if (attempt === 5) throw new Error(`${front.command[0]} did not start`);
    }
  }

  configure(make, target, options) {
    try {
      this.command = make(this.folder, this.ports, target, options);
      if (!existsSync(this.command[0])) throw new Error(`${this.command[0]} is missing: ./check installs it`);
    } catch (error) {
      rmSync(this.folder, { recursive: true });
      throw error;
    }
  }

  // Starts the program, again after `end`; whether it answers.
  launch() {
    const [program, args, environment] = this.command;
    this.process = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...environment } });
    this.gone = once(this.process, 'exit');
    return this.ready();
  }

  async ready() {
    const end = Date.now() + READY_MS;
    while (this.process.exitCode === null && Date.now() < end) {
      if (await answers({ port: this.ports.https, host: '127.0.0.1' })) return this.process.exitCode === null;
      await sleep(20);
    }
    return false;
  }

  // HAProxy's statistics of its server, by column.
  async status() {
    const socket = connect(join(this.folder, 'stats'));
    socket.end('show stat engawa 4 -1\n');
    let all = '';
    for await (const piece of socket) all += piece;
    const [names, values] = all.split('\n').map((line) => line.split(','));
    return Object.fromEntries(names.map((name, i) => [name, values[i]]));
  }

  // As a service manager ends it: it may tidy up, but not take its time.
  async end() {
    const late = setTimeout(() => this.process.kill('SIGKILL'), CLOSING_MS);
    this.process.kill('SIGTERM');
    await this.gone;
    clearTimeout(late);
  }

  async stop() {
    this.process.kill('SIGKILL');
    await this.gone;
    rmSync(this.folder, { recursive: true, force: true });
  }
}
