// The rules of games as WebAssembly, as a browser gets them from a real engawad: compressed, of the right type, and allowed by the
// page's own Content-Security-Policy, which allows no other code. Skipped if the page was built without them.
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from './lib/engawad.mjs';
import { openHouse } from './lib/house.mjs';

const house = openHouse();
const { person } = house;
const assets = join(process.env.ENGAWA_WEB_ROOT ?? join(root, 'clients/web/dist'), 'assets');
const files = existsSync(assets) ? readdirSync(assets).filter((name) => /^rules-\w+-[0-9A-F]{8}\.wasm$/.test(name)) : [];
const skip = files.length === 0 && 'the page was built without a compiler for WebAssembly';
const MOST = 150_000; // bytes on the wire

test('every module loads in the page and begins a game; text is still no code', { skip }, async () => {
  const { page, faults } = await person();
  await page.goto(house.url);
  for (const name of files) {
    const loaded = page.waitForEvent('requestfinished', (request) => request.url().endsWith(name));
    const started = await page.evaluate(async (address) => {
      const module = await WebAssembly.compileStreaming(fetch(address));
      const imports = {};
      for (const { module: from, name: what } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[what] = () => 52;
      const { exports } = await WebAssembly.instantiate(module, imports);
      exports._initialize();
      const bytes = new TextEncoder().encode('{}1');
      new Uint8Array(exports.memory.buffer, exports.reserve(bytes.length), bytes.length).set(bytes);
      exports.start(2);
      const size = exports.document();
      return JSON.parse(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.answer(), size)));
    }, `/assets/${name}`);
    assert.equal(started.ply, 0, name);
    assert.match(started.to_act, /^s0/, name);
    const request = await loaded;
    const headers = await (await request.response()).allHeaders();
    assert.equal(headers['content-type'], 'application/wasm');
    assert.equal(headers['content-encoding'], 'br');
    assert.match(headers['cache-control'], /immutable/);
    const { responseBodySize: size } = await request.sizes();
    assert.ok(size > 1000 && size <= MOST, `${name}: ${size} bytes`);
  }
  // In a task of the page itself, because code run by the debugger may use eval.
  const evaluated = await page.evaluate(() => new Promise((done) => {
    setTimeout('window.evaluated = true', 0);
    setTimeout(() => done(window.evaluated === true), 0);
  }));
  assert.equal(evaluated, false);
  faults.length = 0; // Chromium also logs the refused eval to the console
});

test('nobody loads them to make a first move', { skip }, async () => {
  const { page } = await person();
  const loaded = [];
  page.on('request', (request) => /\.wasm$/.test(request.url()) && loaded.push(request.url()));
  await page.goto(house.url);
  await page.locator('#play').click();
  await page.locator('.turn.mine').waitFor();
  assert.deepEqual(loaded, []);
});
