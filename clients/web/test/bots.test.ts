// The catalogue's bots: levels, names, sentences; and shares in words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { percent } from '../src/base/i18n';
import { bestOf, bestWords, chancesOf } from '../src/games/reversi/thoughts';
import { botAbout, botTitle, levelsOf, onLadder } from '../src/model/bots';
import type { BotKind, Game } from '../src/protocol';

const bot = (id: string, levels: number, first_level?: number): BotKind => ({
  id,
  title: { en: id.toUpperCase(), ja: id },
  levels,
  ...(first_level ? { first_level } : {}),
});
const fox: BotKind = { ...bot('fox', 2, 4), about: { en: 'Thinks ahead.', ja: '先を読みます。' } };
const game = { id: 'reversi', bots: [bot('random', 1), bot('mcs', 3), bot('raccoon', 1, 3), fox] } as unknown as Game;

test('levels begin where the catalogue says', () => {
  assert.deepEqual(game.bots.map(levelsOf), [[1], [1, 2, 3], [3], [4, 5]]);
  assert.deepEqual(game.bots.map(onLadder), [false, true, true, true]);
});

test('a bot is called by its level where that says something, and by its id where it is not known', () => {
  const titles = [
    ['random', 1],
    ['random', 2],
    ['mcs', 2],
    ['raccoon', 3],
    ['fox', 5],
    ['newer', 6],
  ] as const;
  assert.deepEqual(
    titles.map(([id, level]) => botTitle(game, id, level)),
    ['RANDOM', 'RANDOM, level 2', 'MCS, level 2', 'RACCOON, level 3', 'FOX, level 5', 'newer'],
  );
  assert.equal(botTitle(undefined, 'fox', 4), 'fox', 'before the catalogue has come');
  assert.equal(botAbout(game, 'fox'), 'Thinks ahead.');
  assert.equal(botAbout(game, 'mcs'), '');
  assert.equal(botAbout(undefined, 'fox'), '');
});

test('shares are whole percents, and nothing uncertain looks certain', () => {
  assert.deepEqual([0, 0.001, 0.005, 0.314, 0.995, 0.9999, 1].map(percent), ['0%', '<1%', '1%', '31%', '>99%', '>99%', '100%']);
});

test('the thoughts of reversi in words, also from a server that says only the move', () => {
  const hint = {
    move: { cell: 'e3' },
    chances: { s1: 0.6, s0: 0.4 },
    best: [
      { move: { cell: 'e3' }, chance: 0.42, share: 0.7 },
      { move: { cell: 'f7' }, chance: 0.38, share: 0.2 },
    ],
  };
  assert.equal(bestWords(hint), 'e3 42%, f7 38%');
  assert.deepEqual(bestOf({ move: { cell: 'd1' } }), [{ cell: 'd1', chance: undefined }]);
  assert.equal(bestWords({ move: { cell: 'd1' } }), 'd1');
  const chances = chancesOf(
    hint,
    (seat) => (seat === 's0' ? 'B' : 'W'),
    (seat) => seat,
  );
  assert.deepEqual(chances, [
    { color: 'B', who: 's0', share: 0.4 },
    { color: 'W', who: 's1', share: 0.6 },
  ]);
  assert.deepEqual(chancesOf({ move: { cell: 'd1' } }, String, String), []);
});
