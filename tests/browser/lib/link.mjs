// A distant place behind a slow link that loses packets (link.py), and browsers there.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { CHROMIUM } from './browser.mjs';

const program = fileURLToPath(new URL('link.py', import.meta.url));

export class Link {
  // `delayMs` each way; `loss`: the share of packets, each way. Undefined if the machine allows no network namespace.
  static async make({ delayMs, loss }) {
    const link = new Link();
    const name = `engawa${process.pid % 100000}`;
    link.process = spawn('python3', [program, name, '--delay-ms', delayMs, '--loss', loss], { stdio: ['pipe', 'pipe', 'inherit'] });
    link.gone = once(link.process, 'exit');
    const ready = once(createInterface(link.process.stdout), 'line');
    const first = await Promise.race([ready, link.gone]);
    if (first[0] === 3) return undefined;
    if (typeof first[0] !== 'string') throw new Error(`link.py ended with ${first[0]}`);
    link.here = first[0].split(' ')[1];
    link.folder = mkdtempSync(join(tmpdir(), 'engawa-link-'));
    link.browser = join(link.folder, 'chromium');
    writeFileSync(link.browser, `#!/bin/sh\nexec ip netns exec ${name} ${CHROMIUM} "$@"\n`);
    chmodSync(link.browser, 0o755);
    return link;
  }

  async stop() {
    this.process.stdin.end();
    await this.gone;
    rmSync(this.folder, { recursive: true, force: true });
  }
}
