// Both languages say everything, with the same parameters, and every refusal has words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import errors from '../../../protocol/errors.json';
import * as bubbles from '../src/games/bubbles/texts';
import * as fifteen from '../src/games/fifteen/texts';
import * as nim from '../src/games/nim/texts';
import * as reversi from '../src/games/reversi/texts';
import { en } from '../src/texts/en';
import { ja } from '../src/texts/ja';

// The page's texts, and each game's own.
type Texts = Record<string, string>;
const all: Record<string, { en: Texts; ja: Texts }> = { page: { en, ja }, bubbles, fifteen, nim, reversi };

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
  const kinds = {
    nim: ['take'],
    fifteen: ['slide', 'solved', 'out', 'optimal'],
    bubbles: ['shot', 'row', 'garbage', 'sent', 'cleared', 'out'],
    reversi: ['put', 'pass', 'stuck'],
  };
  for (const [game, events] of Object.entries(kinds)) {
    for (const kind of events) assert.ok(`log.${kind}` in (all[game]?.en ?? {}), `${game}: ${kind}`);
  }
});

test('every refusal of the registry has a text in both languages', () => {
  assert.ok(errors.errors.length > 0);
  for (const { code, en, ja } of errors.errors) assert.ok(en.length > 0 && ja.length > 0, code);
});
