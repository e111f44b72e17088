// Codes and links as people type, say and paste them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routeOf } from '../src/base/router';
import { otherServer, readCode } from '../src/lobby/codes';

test('a code is read as people type and paste it', () => {
  for (const text of [
    'K7WMA2QX',
    'k7wma2qx',
    'ｋ７ｗｍａ２ｑｘ',
    ' k7wm-a2qx ',
    'K7WM‐A2QX',
    'K7WM–A2QX',
    'K7WM_A2QX',
    'K 7 W M A 2 Q X',
    'K7WM　A2QX',
    '(K7WMA2QX)',
    '[K7WM A2QX].',
    '「K7WMA2QX」',
    'K7WMA2QX。',
    '"K7WMA2QX",',
    'Code: K7WM A2QX',
    'code K7WM A2QX',
    'Tomorrow: K7WMA2QX',
    'tomorrow at 8, K7WMA2QX!',
    'コード：Ｋ７ＷＭ Ａ２ＱＸ',
    'ルームK7WMA2QXに来て',
    'https://engawa.example/r/K7WMA2QX',
    'https://engawa.example/r/k7wma2qx?x=1#y',
    'https://engawa.example/r/K7WMA2QX/',
    '（https://engawa.example/r/K7WMA2QX）。',
    '<https://engawa.example/r/K7WMA2QX>',
    'Come and play: http://localhost:8080/r/K7WMA2QX.',
    'engawa.example/r/K7WMA2QX',
    '/r/K7WMA2QX',
    'https://engawa.example/r/K7WMA2QX%E3%80%82',
    '\u2068K7WMA2QX\u2069',
  ])
    assert.equal(readCode(text), 'K7WMA2QX', text);
  assert.equal(readCode('oilo0123'), '01100123');
  assert.equal(readCode('OILO-ilo9'), '01101109');
});

test('what is no code is none', () => {
  for (const bad of [
    '',
    ' ',
    'K7WMA2Q',
    'K7WMA2QXX',
    'K7WMA2QU',
    'K7WMA2QÜ',
    '<script>',
    'K7WMA2QX9K',
    'https://a.example/',
    '%E3%80',
    '/r/',
  ])
    assert.equal(readCode(bad), undefined, bad);
});

test('a link of another server is told apart', () => {
  for (const text of [
    'https://other.example/r/K7WMA2QX',
    '（http://other.example/r/K7WMA2QX）',
    'see other.example/g/K7WMA2QX-1',
  ])
    assert.equal(otherServer(text, 'engawa.example'), 'other.example', text);
  assert.equal(otherServer('http://engawa.example:81/r/K7WMA2QX', 'engawa.example'), 'engawa.example:81');
  assert.equal(otherServer('http://[::1]:8080/r/K7WMA2QX', '[::1]:8080'), undefined);
  assert.equal(otherServer('https://Engawa.Example/Games/r/K7WMA2QX', 'engawa.example'), 'engawa.example/Games');
  assert.equal(otherServer('see engawa.example:81/a/b/g/K7WMA2QX-1.', 'engawa.example:81/a'), 'engawa.example:81/a/b');
  assert.equal(otherServer('https://engawa.example/r/K7WMA2QX', 'engawa.example/games'), 'engawa.example');
  assert.equal(otherServer('（https://Engawa.Example/games/r/K7WMA2QX）', 'engawa.example/games'), undefined);
  for (const text of ['K7WMA2QX', '/r/K7WMA2QX', 'https://Engawa.Example/r/K7WMA2QX', 'Code: K7WMA2QX'])
    assert.equal(otherServer(text, 'engawa.example'), undefined, text);
});

test('an address with punctuation behind it leads where it was meant to lead', () => {
  for (const end of ['', '/', '.', ')', '),', '。', '%E3%80%82', '）。', '>', '%3E', '!', "'"]) {
    assert.deepEqual(routeOf(`/r/k7wma2qx${end}`), { page: 'room', code: 'K7WMA2QX' }, end);
    assert.deepEqual(routeOf(`/g/k7wma2qx-12${end}`), { page: 'record', id: 'K7WMA2QX-12' }, end);
  }
  assert.deepEqual(routeOf('/r/K7WM-A2QX'), { page: 'room', code: 'K7WMA2QX' });
  assert.deepEqual(routeOf('/r/oilo0123'), { page: 'room', code: '01100123' });
  assert.deepEqual(routeOf('/g/'), { page: 'record', id: '' });
  for (const path of ['/r/', '/r/../x', '/r/K7WMA2QX/x', '/g/K7WMA2QX', '/g/K7WMA2QX-0', '/x', '/r/%'])
    assert.deepEqual(routeOf(path), { page: 'missing' }, path);
});
