// The sentences for a game that the page does not know: the templates of GET /api/games, filled in as the terminal client
// does.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import table from '../../../tests/data/sentences.json';
import { game } from '../src/games/plain/module';
import { fill } from '../src/games/plain/sentence';
import type { PageFacts } from '../src/model/page-facts';
import type { Game, RoomEvent } from '../src/protocol';

for (const { text, places, said } of table.sentences)
  test(`${text} of ${JSON.stringify(places)}`, () => {
    assert.equal(fill(text, { places, player: (seat) => seat }), said);
  });

// The game of games/README.md, as the catalogue describes it.
const facts = {
  doc: { phase: 'over', seats: { s0: { kind: 'human', guest: 'g_1', nick: 'Taro' } }, view: { rows: { r0: 'X..' } } },
  guest: undefined,
  game: {
    id: 'tictactoe',
    sentences: {
      events: { mark: { en: '<who> plays', ja: '<who>が打ちました' }, far: { en: '<who>: <rows/r0>', ja: '<who>：<rows/r0>' } },
      reasons: { line: { en: '(three in a row)', ja: '（三つ並んだ）' } },
    },
  } as unknown as Game,
  module: game,
} as unknown as PageFacts;

test('an event of the game in words', () => {
  const event = (kind: string, seat = 's0') => ({ kind, seat, cell: 4 }) as unknown as RoomEvent;
  assert.equal(game.describe(event('mark'), facts), 'Taro plays');
  assert.equal(game.describe(event('far'), facts), 'Taro: X..');
  assert.equal(game.describe(event('unheard'), facts), undefined);
  assert.equal(game.describe(event('toString'), facts), undefined);
  assert.equal(game.describe(event('mark'), { ...facts, game: undefined }), undefined);
});

test('the reason for the end in words', () => {
  assert.equal(game.reason('line', facts), '(three in a row)');
  assert.equal(game.reason('full', facts), undefined);
});
