// A page of another site, which server.origins lists, plays a whole game: it creates a guest and a room, opens the WebSocket and moves.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { launch } from './lib/browser.mjs';
import { Engawad } from './lib/engawad.mjs';

let site;
let server;
let browser;
let origin;
before(async () => {
  const client = readFileSync(new URL('../../clients/sdk/javascript/engawa.mjs', import.meta.url));
  site = createServer(({ url }, answer) =>
    url === '/engawa.mjs' ? answer.setHeader('Content-Type', 'text/javascript').end(client) : answer.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Another site</title>'));
  await new Promise((listening) => site.listen(0, '127.0.0.1', listening));
  origin = `http://127.0.0.1:${site.address().port}`;
  server = await Engawad.start({ args: ['--origins', origin] });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
  site.closeAllConnections();
  site.close();
});

// Runs in the page, with the published client: takes every first move of a small game against a bot, and gives the phase at its end.
async function playWhole(home) {
  const { Room, Server } = await import('/engawa.mjs');
  const server = new Server(home);
  const { token } = await server.guest('Visitor');
  const me = await server.call('GET', '/api/me', undefined, token);
  const code = await server.makeRoom(token, { game: 'nim', options: { rows: [3, 2] }, seats: ['me', { bot: 'random' }], start: 'full', bot_delay_ms: 0 });
  const room = new Room(server, code, { token });
  for await (const { phase, to_act, legal, result } of room.documents()) {
    if (phase === 'over') return { phase, nick: me.nick, winner: result.winner };
    if (phase !== 'playing' || to_act !== 's0') continue;
    const [row, from] = /^(\d+):(\d+)/.exec(legal).slice(1).map(Number);
    await room.move({ row, from, count: 1 });
  }
}

test('a listed page plays a whole game', async () => {
  const page = await browser.newPage();
  await page.goto(origin);
  const end = await page.evaluate(playWhole, server.url);
  assert.equal(end.phase, 'over');
  assert.equal(end.nick, 'Visitor');
  await page.close();
});

test('a page that is not listed can neither read nor write', async () => {
  const stranger = createServer((_, answer) => answer.end('<!doctype html>'));
  await new Promise((listening) => stranger.listen(0, '127.0.0.1', listening));
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${stranger.address().port}`);
  const tried = await page.evaluate(async (home) => {
    const of = (call) => call.then(() => 'answered', () => 'refused');
    const opened = new Promise((done) => {
      const socket = new WebSocket(`${home.replace('http', 'ws')}/lobby/ws`, 'engawa.v1');
      socket.onopen = () => done('answered');
      socket.onerror = () => done('refused');
    });
    return [
      await of(fetch(`${home}/api/games`)),
      await of(fetch(`${home}/api/guests`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' })),
      await opened,
    ];
  }, server.url);
  assert.deepEqual(tried, ['refused', 'refused', 'refused']);
  await page.close();
  stranger.closeAllConnections();
  stranger.close();
});
