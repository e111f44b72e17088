// Names from all over the world: counted as the server counts them, and without an effect on the text around them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enterRoom } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';
import { openTab } from './lib/play.mjs';

const house = openHouse();

async function makeGuest(nick) {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${house.url}/api/guests`, { method: 'POST', headers, body: JSON.stringify({ nick }) });
  return { status: answer.status, nick: (await answer.json()).nick };
}

const NAMES = {
  'Latin, too long': 'abcdefghijklmnopqrstuvwxyz',
  'sixteen Latin letters': 'abcdefghijklmnop',
  'Latin with marks, not composed': 'e\u0301'.repeat(16),
  'full width stays full width': 'Ｔａｒｏ',
  'a ligature stays one': 'ﬁn',
  'a number in a circle': '①②③',
  Japanese: '縁側であそぶひとたちのなまえです',
  'half-width kana': 'ﾀﾛｳ',
  'kana with a mark of its own': 'か\u3099き\u3099',
  Hindi: 'नमस्ते',
  'long Hindi': 'क्षत्रिय',
  'Hindi conjuncts': 'क्ष'.repeat(6),
  Bengali: 'ক্ষমতা',
  Tamil: 'தமிழ்நாடு',
  Malayalam: 'മലയാളം',
  Thai: 'สวัสดีครับผม',
  'long Thai': 'กรุงเทพมหานครอมรรัตนโกสินทร์',
  Khmer: 'ភាសាខ្មែរ',
  Hebrew: 'שָׁלוֹם',
  Arabic: 'مُحَمَّد',
  'a family': '👨‍👩‍👧‍👦',
  'families, too many code points': '👨‍👩‍👧‍👦'.repeat(6),
  'skin tones': '👍🏽👍🏿',
  'joiners between letters': 'a\u200db\u200dc'.repeat(6),
  flags: '🇯🇵🇫🇷🇧🇷🇮🇳',
  'nine flags': '🇯🇵'.repeat(9),
  'the flag of England': '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  'Persian with a non-joiner': 'می\u200cخواهم',
  'an astronaut with a skin tone': '👩🏽\u200d🚀',
  keycaps: '1️⃣2️⃣',
  hearts: '❤️'.repeat(4),
  'Hangul, composed and not': '한글\u1112\u1161\u11ab',
  'twenty syllables': '가'.repeat(20),
  spaces: '  a \u3000 b\t c  ',
  'nothing but spaces': ' \u3000 ',
};

test('the page keeps of a name what the server takes', async () => {
  const { page } = await house.person();
  await page.goto(house.url);
  const field = page.locator('#nick');
  for (const [what, typed] of Object.entries(NAMES)) {
    // Pasted, because the field's own limit applies only to typing.
    await field.evaluate((input, text) => {
      input.value = text;
      input.dispatchEvent(new Event('change'));
    }, typed);
    const kept = await field.inputValue();
    const whole = await makeGuest(typed);
    // The server removes invisible characters: it makes the same name of the nick that the page stores.
    if (whole.status === 201) assert.deepEqual(await makeGuest(kept), whole, `${what}: all of it`);
    else if (kept !== '') {
      const cut = await makeGuest(kept);
      assert.equal(cut.status, 201, what);
      assert.deepEqual(await makeGuest(cut.nick), cut, `${what}: cut, it is taken as it is`);
    }
    if (whole.status !== 201 && typed.trim() !== '') assert.ok(kept.length > 0 && kept.length < typed.length, `${what}: a part of it`);
  }
});

// Whether the text before a name in a line is drawn to its left, and the text after it to its right. Returns the lines where
// it is not, and the number of checked lines.
function linesAround(page, name) {
  return page.evaluate((wanted) => {
    const blocks = new Map();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      let block = node.parentElement;
      if (!block.checkVisibility()) continue;
      while (getComputedStyle(block).display.startsWith('inline') && getComputedStyle(block).display === 'inline') block = block.parentElement;
      blocks.set(block, [...(blocks.get(block) ?? []), node]);
    }
    const wrong = [];
    let seen = 0;
    for (const nodes of blocks.values()) {
      const text = nodes.map((node) => node.data).join('');
      const at = text.indexOf(wanted);
      if (at < 0) continue;
      const letters = nodes.flatMap((node) =>
        [...node.data].length === 0 ? [] : Array.from(node.data, (_, i) => {
          const range = document.createRange();
          range.setStart(node, i);
          range.setEnd(node, i + 1);
          return range.getBoundingClientRect();
        }),
      );
      const own = letters.slice(at, at + wanted.length).filter((box) => box.width > 0);
      if (own.length === 0) continue;
      seen += 1;
      const left = Math.min(...own.map((box) => box.left));
      const right = Math.max(...own.map((box) => box.right));
      letters.forEach((box, i) => {
        if (box.width === 0 || Math.abs(box.top - own[0].top) > box.height / 2 || (i >= at && i < at + wanted.length)) return;
        if (i < at ? box.left > left : box.right < right) wrong.push(`${text}: ${text[i]}`);
      });
    }
    return { wrong: [...new Set(wrong)], seen };
  }, name);
}

for (const [script, name] of [['Hebrew', 'שלום 12'], ['Arabic', 'محمد']]) {
  test(`a name in ${script} moves nothing that stands beside it`, async () => {
    const { page } = await house.person({ viewport: { width: 1280, height: 900 } });
    await page.addInitScript((nick) => localStorage.setItem('engawa.nick', nick), name);
    await enterRoom(page, house.url, { game: 'nim', options: { rows: [5, 4] }, seats: ['me', { bot: 'kozo', level: 1 }], clock: { kind: 'none' } });
    await page.locator('[data-seat=s0]').getByText(name).waitFor();
    const before = await linesAround(page, name);
    assert.ok(before.seen > 0);
    assert.deepEqual(before.wrong, [], 'before the game');
    await page.locator('[data-focus=start]').click();
    await page.locator('.turn.mine').waitFor();
    for (let taps = 0; taps < 2; taps += 1) await page.locator('.stone').first().click();
    await page.locator('.turn:not([data-ply="0"])').waitFor();
    await openTab(page, 'chat');
    await page.locator('.chat input').fill(name);
    await page.keyboard.press('Enter');
    await page.locator('.chat .mine').waitFor();
    const during = await linesAround(page, name);
    assert.deepEqual(during.wrong, [], 'in the game');
    assert.equal(await page.locator('.chat .mine bdi').count(), 2, 'name and line');
    await openTab(page, 'moves');
    const log = await linesAround(page, name);
    assert.ok(log.seen > during.seen - 2, `${log.seen} lines`);
    assert.deepEqual(log.wrong, [], 'the moves');
    assert.match(await page.locator('body').innerText(), new RegExp(`\u2068${name}\u2069`), 'in a sentence');
  });
}
