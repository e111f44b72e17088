// Both languages say everything, with the same parameters, and every refusal has words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import errors from '../../../protocol/errors.json';
import { en } from '../src/texts/en';
import { ja } from '../src/texts/ja';

const parameters = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

test('Japanese and English have the same keys, and no text is empty', () => {
  assert.deepEqual(Object.keys(ja).sort(), Object.keys(en).sort());
  for (const [key, text] of [...Object.entries(en), ...Object.entries(ja)]) assert.notEqual(text.trim(), '', key);
});

test('a text has the same parameters in both languages, but for what grammar decides', () => {
  // English says "flips 4" where Japanese names the colours; a single thing needs no number.
  const free = /^log\.putCount$|\.one$/;
  for (const key of Object.keys(en) as (keyof typeof en)[]) {
    if (!free.test(key)) assert.deepEqual(parameters(ja[key]), parameters(en[key]), key);
  }
});

test('every refusal of the registry has a text in both languages', () => {
  assert.ok(errors.errors.length > 0);
  for (const { code, en, ja } of errors.errors) assert.ok(en.length > 0 && ja.length > 0, code);
});
