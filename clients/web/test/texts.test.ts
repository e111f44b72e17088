// Both languages have all texts, with the same parameters, and every refusal has a sentence.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GAME_EVENTS, GAME_TEXTS } from 'virtual:game-texts';
import errors from '../../../protocol/errors.json';
import { en } from '../src/base/en';
import { ja } from '../src/base/ja';
import * as card from '../src/card/texts';
import * as lobby from '../src/lobby/texts';
import * as events from '../src/model/event-texts';
import * as file from '../src/record/file-texts';
import * as lesson from '../src/record/lesson-texts';
import * as record from '../src/record/texts';
import * as room from '../src/room/texts';
import * as dialogs from '../src/texts/dialogs';
import * as settings from '../src/texts/settings';
import * as textBoard from '../src/texts/text-board';
import * as unreachable from '../src/texts/unreachable';

// The page's texts, those of the parts that are loaded later, and each game's own.
type Texts = Record<string, string>;
const all: Record<string, { en: Texts; ja: Texts }> = {
  page: { en, ja },
  settings,
  lobby,
  room,
  events,
  record,
  file,
  lesson,
  dialogs,
  unreachable,
  card,
  textBoard,
  ...GAME_TEXTS,
};

const parameters = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

test('Japanese and English have the same keys, and no text is empty', () => {
  for (const { en, ja } of Object.values(all)) {
    assert.deepEqual(Object.keys(ja).sort(), Object.keys(en).sort());
    for (const [key, text] of [...Object.entries(en), ...Object.entries(ja)]) assert.notEqual(text.trim(), '', key);
  }
});

test('a text has the same parameters in both languages, but for what grammar decides', () => {
  // English says "flips 4" where Japanese names the colours; a single thing needs no number.
  const free = /^log\.putCount$|\.one$/;
  for (const { en, ja } of Object.values(all)) {
    for (const key of Object.keys(en)) {
      if (!free.test(key)) assert.deepEqual(parameters(ja[key] ?? ''), parameters(en[key] ?? ''), key);
    }
  }
});

test('every event kind of every game has words', () => {
  // Names that several games share; a game's own are in its schema.
  const shared = [
    ['fifteen', 'out'],
    ['bubbles', 'out'],
    ['bubbles', 'cleared'],
    ['reversi', 'pass'],
    ['reversi', 'stuck'],
  ];
  assert.ok(GAME_EVENTS.length > 4);
  for (const [game, kind] of [...GAME_EVENTS, ...shared])
    assert.ok(`log.${kind}` in (all[game as string]?.en ?? {}), `${game}: ${kind}`);
});

test('every refusal of the registry has a text in both languages', () => {
  assert.ok(errors.errors.length > 0);
  for (const { code, en, ja } of errors.errors) assert.ok(en.length > 0 && ja.length > 0, code);
});
