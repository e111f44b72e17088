// Starts a real engawad on a free port with its own data folder, and waits until it reports that it listens.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { PATIENCE_MS } from '../../kit/raw.mjs';

export const root = fileURLToPath(new URL('../../..', import.meta.url));
const program = process.env.ENGAWAD ?? join(root, 'build/test/bin/engawad');
export const builtPage = process.env.ENGAWA_WEB_ROOT ?? join(root, 'clients/web/dist');

// Under `./check`, all frames are written to files that are checked against the schemas afterwards.
let traces = 0;
function trace() {
  const folder = process.env.ENGAWA_TRAFFIC_DIR;
  if (!folder) return [];
  mkdirSync(folder, { recursive: true });
  traces += 1;
  return ['--trace-traffic', join(folder, `browser-${process.pid}-${traces}.jsonl`)];
}

export class Engawad {
  // `page`: the folder with the page; it may be set to another one between two launches.
  static async start({ args = [], page = builtPage } = {}) {
    for (const needed of [program, join(page, 'index.html')]) if (!existsSync(needed)) throw new Error(`${needed} is missing: build first`);
    const server = new Engawad();
    server.data = mkdtempSync(join(tmpdir(), 'engawa-browser-'));
    server.args = args;
    server.page = page;
    await server.launch('0');
    return server;
  }

  async launch(port) {
    const bind = this.args.includes('--bind') ? [] : ['--bind', '127.0.0.1'];
    const fixed = [...bind, '--port', port, '--admin-port', '-1', '--web-root', this.page, '--data', this.data];
    const bots = ['--bot-delay-ms', '0', '--rooms-per-min', '600', '--joins-per-min', '10000', '--guests-per-min', '10000', '--requests-per-s', '10000', '--accepts-per-s', '10000', '--log-level', 'warning'];
    this.process = spawn(program, [...fixed, ...bots, ...trace(), ...this.args], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.url = undefined;
    this.adminUrl = undefined; // only with --admin-port
    await this.ready();
    this.port = Number(new URL(this.url).port);
  }

  ready() {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`engawad was not ready in ${PATIENCE_MS} ms`)), PATIENCE_MS);
      this.process.once('exit', (code) => reject(new Error(`engawad ended with ${code}`)));
      createInterface(this.process.stdout).on('line', (line) => {
        const [, what, url] = /^(listening|admin) on (http:\S+)/.exec(line) ?? [];
        if (what === 'admin') this.adminUrl = url;
        else if (what === 'listening') this.url = url;
        if (!this.url || (this.args.includes('--admin-port') && !this.adminUrl)) return;
        clearTimeout(late);
        resolve();
      });
    });
  }

  async end(signal) {
    const gone = once(this.process, 'exit');
    this.process.kill(signal);
    await gone;
  }

  // kill -9: the process gets no chance to clean up.
  crash() {
    return this.end('SIGKILL');
  }

  restart() {
    return this.launch(String(this.port));
  }

  // A copy of the database, as an operator makes it while the server runs.
  backUp(copy) {
    const done = spawnSync(program, ['--backup', copy, '--data', this.data], { encoding: 'utf8' });
    if (done.status !== 0) throw new Error(done.stderr);
  }

  // kill -9, the copy in place of the database, and a new start.
  async restore(copy) {
    await this.crash();
    for (const name of readdirSync(this.data)) if (name.startsWith('engawa.db')) rmSync(join(this.data, name));
    copyFileSync(copy, join(this.data, 'engawa.db'));
    await this.restart();
  }

  async stop() {
    if (this.process.exitCode === null && this.process.signalCode === null) await this.end('SIGTERM');
    rmSync(this.data, { recursive: true, force: true });
  }
}
