// The documents' pictures match the page: the texts beside the boards are where the pictures show them. If an intended change breaks this,
// `node tests/browser/pictures.mjs` creates them again.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from './lib/engawad.mjs';
import { openHouse } from './lib/house.mjs';
import { LANGUAGES, layoutOf, SCENES, SIZE, somebody, THEMES } from './lib/pictured.mjs';

const folder = join(root, 'docs/pictures');
const NEAR = 32; // px: another version of a font, or a score with one more digit
const MOST_BYTES = { still: 150_000, bomb: 1_000_000 };
const committed = JSON.parse(readFileSync(join(folder, 'layout.json'), 'utf8'));
const house = openHouse();

// Texts that are missing here, or at another position.
function missing(there, here) {
  const left = [...here];
  return there.filter(([text, x, y]) => {
    const found = left.findIndex(([other, u, v]) => other === text && Math.abs(u - x) <= NEAR && Math.abs(v - y) <= NEAR);
    if (found >= 0) left.splice(found, 1);
    return found < 0;
  });
}

for (const language of Object.keys(LANGUAGES))
  for (const [game, begin] of Object.entries(SCENES))
    test(`the picture of ${game} in ${language} shows what the page shows`, async () => {
      const { page } = await house.join((browser) => somebody(browser, language));
      await begin(house.browser, page, house.url, language);
      const now = await layoutOf(page);
      const then = committed[`${game}-${language}`];
      assert.ok(then.length > 5, 'the picture shows next to nothing');
      assert.deepEqual({ gone: missing(then, now), new: missing(now, then) }, { gone: [], new: [] });
    });

test('a changed word and a moved button are seen', () => {
  const then = committed['reversi-en'];
  const [[text, x, y], ...rest] = then;
  assert.deepEqual(missing(then, [['Other', x, y], ...rest]), [[text, x, y]]);
  assert.deepEqual(missing(then, [[text, x, y + NEAR + 1], ...rest]), [[text, x, y]]);
  assert.deepEqual(missing(then, [[text, x + NEAR, y], ...rest]), []);
});

// https://developers.google.com/speed/webp/docs/riff_container: a chunk has four letters, its length, and its content.
function webp(file) {
  const bytes = readFileSync(join(folder, file));
  assert.equal(bytes.toString('latin1', 0, 4) + bytes.toString('latin1', 8, 12), 'RIFFWEBP', file);
  const frames = [];
  let size;
  for (let at = 12; at + 8 <= bytes.length; at += 8 + bytes.readUInt32LE(at + 4) + (bytes.readUInt32LE(at + 4) % 2)) {
    const name = bytes.toString('latin1', at, at + 4);
    if (name === 'ANMF') frames.push(bytes.readUIntLE(at + 20, 3));
    if (name === 'VP8 ') size = { width: bytes.readUInt16LE(at + 14) & 0x3fff, height: bytes.readUInt16LE(at + 16) & 0x3fff };
    if (name === 'VP8X') size = { width: bytes.readUIntLE(at + 12, 3) + 1, height: bytes.readUIntLE(at + 15, 3) + 1 };
  }
  return { size, frames };
}

test('every picture is there, of its size, and not too large for a page of documents', () => {
  const stills = Object.keys(SCENES).flatMap((game) => Object.keys(LANGUAGES).flatMap((language) => THEMES.map((theme) => `${game}-${language}-${theme}.webp`)));
  assert.deepEqual(readdirSync(folder).sort(), [...stills, 'bomb.webp', 'layout.json'].sort());
  for (const still of stills) {
    assert.deepEqual(webp(still), { size: SIZE, frames: [] }, still);
    assert.ok(statSync(join(folder, still)).size < MOST_BYTES.still, still);
  }
  const bomb = webp('bomb.webp');
  assert.ok(bomb.frames.length > 10 && bomb.frames.every((ms) => ms > 0), `${bomb.frames.length} pictures`);
  assert.ok(statSync(join(folder, 'bomb.webp')).size < MOST_BYTES.bomb);
});
