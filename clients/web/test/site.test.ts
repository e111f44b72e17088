// The page of a server that lives below a path of another site.
import './below-path';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { h } from '../src/base/dom';
import { identity } from '../src/base/identity';
import { go, type Route, routeOf, startRouter } from '../src/base/router';
import { inside, ownPath, SITE } from '../src/base/site';
import { ask } from '../src/net/ask';
import { Connection } from '../src/net/connection';
import { sharedSite } from '../src/net/reach';

const HERE = 'https://games.example.org';

// What a browser has, as far as these modules use it. `pathname` is where the page is.
function browserAt(pathname: string) {
  const location = { origin: HERE, pathname, search: '', hash: '' };
  const visited: string[] = [];
  const visit = (_state: unknown, _title: string, address: string) => {
    Object.assign(location, { pathname: new URL(address, HERE).pathname, hash: new URL(address, HERE).hash });
    visited.push(address);
  };
  const clicks: ((event: object) => void)[] = [];
  const document = { addEventListener: (_kind: string, act: () => void) => clicks.push(act), removeEventListener() {} };
  const history = { state: null, pushState: visit, replaceState: visit };
  Object.assign(globalThis, { location, history, document, addEventListener() {}, scrollTo() {} });
  return { location, visited, clicks };
}

test('the page finds the path in the address of its script', () => {
  assert.equal(SITE, '/engawa');
  assert.equal(inside('/'), '/engawa/');
  assert.equal(inside('/r/K7WMA2QX'), '/engawa/r/K7WMA2QX');
  for (const other of ['https://other.example/r/X', '//other.example/', 'data:image/svg+xml,x', '#3', ''])
    assert.equal(inside(other), other);
  assert.equal(ownPath('/engawa/g/K7WMA2QX-1'), '/g/K7WMA2QX-1');
  assert.equal(ownPath('/engawa/'), '/');
  for (const other of ['/', '/r/K7WMA2QX', '/engawa-2/r/K7WMA2QX', '/engawa']) assert.equal(ownPath(other), other);
});

test('the router reads addresses with the path, and without it', () => {
  for (const path of ['', '/engawa']) {
    assert.deepEqual(routeOf(`${path}/`), { page: 'lobby' });
    assert.deepEqual(routeOf(`${path}/index.html`), { page: 'lobby' });
    assert.deepEqual(routeOf(`${path}/r/k7wm-a2qx.`), { page: 'room', code: 'K7WMA2QX' });
    assert.deepEqual(routeOf(`${path}/g/k7wma2qx-12`), { page: 'record', id: 'K7WMA2QX-12' });
    assert.deepEqual(routeOf(`${path}/g/`), { page: 'record', id: '' });
    assert.deepEqual(routeOf(`${path}/dev`), { page: 'dev' });
  }
  for (const other of ['/engawa/engawa/', '/engawa-2/', '/engawa/x']) assert.deepEqual(routeOf(other), { page: 'missing' });
});

test('navigation stays below the path', () => {
  const { visited, clicks } = browserAt('/engawa/r/k7wma2qx');
  const shown: Route[] = [];
  startRouter((route) => shown.push(route));
  go('/g/K7WMA2QX-1#5');
  const link = { pathname: '/engawa/r/K7WMA2QX' };
  clicks[0]?.({ target: { closest: () => link }, button: 0, preventDefault() {} });
  assert.deepEqual(visited, ['/engawa/r/K7WMA2QX', '/engawa/g/K7WMA2QX-1#5', '/engawa/r/K7WMA2QX']);
  const room = { page: 'room', code: 'K7WMA2QX' };
  assert.deepEqual(shown, [room, { page: 'record', id: 'K7WMA2QX-1' }, room]);
});

test('elements lead to addresses below the path', () => {
  const attributes: [string, string][] = [];
  const element = { setAttribute: (...one: [string, string]) => attributes.push(one), append() {} };
  Object.assign(globalThis, { document: { createElement: () => element } });
  h('a', { href: '/r/K7WMA2QX', title: '/r/K7WMA2QX', download: true });
  h('img', { src: '/assets/x.svg' });
  h('form', { action: '/' });
  h('a', { href: 'https://other.example/' });
  assert.deepEqual(attributes, [
    ['href', '/engawa/r/K7WMA2QX'],
    ['title', '/r/K7WMA2QX'],
    ['download', ''],
    ['src', '/engawa/assets/x.svg'],
    ['action', '/engawa/'],
    ['href', 'https://other.example/'],
  ]);
});

test('requests, sockets and shared links go below the path', async () => {
  browserAt('/engawa/');
  const asked: string[] = [];
  const page = { removeEventListener() {}, fetch: async (address: string) => asked.push(address) && new Response('{}') };
  const WebSocket = class {
    constructor(address: string) {
      asked.push(address);
    }
    close() {}
  };
  Object.assign(globalThis, page, { WebSocket });
  for (const address of ['/api/games', 'https://games.example.org/engawa/assets/favicon.svg'])
    await (await ask(address)).text();
  new Connection('/rooms/K7WMA2QX/ws', { onDocument() {}, onStatus() {} }, true).close();
  assert.deepEqual(asked, [
    '/engawa/api/games',
    'https://games.example.org/engawa/assets/favicon.svg',
    'wss://games.example.org/engawa/rooms/K7WMA2QX/ws',
  ]);
  assert.equal(sharedSite(), 'https://games.example.org/engawa');
});

test('the guest of this server is another one than that of the site', () => {
  const kept = new Map([['engawa.token', "the site's"]]);
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  };
  Object.assign(globalThis, { localStorage });
  assert.equal(identity.token, undefined);
  identity.token = 'ours';
  assert.equal(identity.token, 'ours');
  assert.deepEqual(
    [...kept],
    [
      ['engawa.token', "the site's"],
      ['engawa.token/engawa', 'ours'],
    ],
  );
  identity.token = undefined;
  assert.deepEqual([...kept.keys()], ['engawa.token']);
});
