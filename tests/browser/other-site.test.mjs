// A page of another site, which server.origins lists, plays a whole game: it makes a guest and a room, opens the WebSocket and moves.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { launch } from './lib/browser.mjs';
import { Engawad } from './lib/engawad.mjs';

let site;
let server;
let browser;
let origin;
before(async () => {
  site = createServer((_, answer) => answer.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Another site</title>'));
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

// Runs in the page: takes every first move of a small game against a bot, and gives the phase at its end.
async function playWhole(home) {
  const json = { 'Content-Type': 'application/json' };
  const call = async (method, path, headers, body) => (await fetch(home + path, { method, headers, body: body && JSON.stringify(body) })).json();
  const guest = await call('POST', '/api/guests', json, { nick: 'Visitor' });
  const mine = { ...json, Authorization: `Bearer ${guest.token}` };
  const me = await call('GET', '/api/me', mine);
  const room = await call('POST', '/api/rooms', mine, { game: 'nim', options: { rows: [3, 2] }, seats: ['me', { bot: 'random' }], start: 'full', bot_delay_ms: 0 });
  const socket = new WebSocket(`${home.replace('http', 'ws')}${room.ws}`, 'engawa.v1');
  const merge = (target, patch) => {
    for (const [key, value] of Object.entries(patch)) {
      if (value === null) delete target[key];
      else if (typeof value === 'object' && !Array.isArray(value)) target[key] = merge(target[key] ?? {}, value);
      else target[key] = value;
    }
    return target;
  };
  let doc = {};
  let asked = -1;
  const run = `${Math.random()}`.slice(2, 12);
  return new Promise((done) => {
    socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', id: `${run}-hello`, token: guest.token }));
    socket.onmessage = ({ data }) => {
      const frame = JSON.parse(data);
      if (frame.type === 'state') doc = frame.room;
      if (frame.type === 'step') doc = merge(doc, frame.set);
      if (doc.phase === 'over') done({ phase: doc.phase, nick: me.nick, winner: doc.result.winner });
      if (doc.phase !== 'playing' || doc.to_act !== 's0' || doc.ply === asked) return;
      asked = doc.ply;
      const [row, from] = /^(\d+):(\d+)/.exec(doc.legal).slice(1).map(Number);
      socket.send(JSON.stringify({ type: 'move', id: `${run}-${doc.ply}`, ply: doc.ply, move: { row, from, count: 1 } }));
    };
  });
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
