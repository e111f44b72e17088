// Records from files: opened, checked and replayed by the rules in the page. Skipped if the page was built without them.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { assertNoViolations } from './lib/axe.mjs';
import { launch, person } from './lib/browser.mjs';
import { thisBuild } from './lib/builds.mjs';
import { builtPage, Engawad } from './lib/engawad.mjs';
import { playAlone } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';
import { drawnBoard, playNow, playToEnd } from './lib/play.mjs';

const house = openHouse();
const skip = !readdirSync(join(builtPage, 'assets')).some((name) => name.endsWith('.wasm')) && 'the page was built without a compiler for WebAssembly';

async function resign(page) {
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.locator('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.locator('.result:not([hidden])').waitFor();
}

const shows = (page, ply) => page.waitForFunction((n) => document.querySelector('.player-place')?.textContent.startsWith(`${n} / `), ply);
const fileOf = (text, name = 'game.jsonl') => ({ name, mimeType: 'application/x-ndjson', buffer: Buffer.from(text) });
const choose = (page, files) => page.locator('input[type=file]').setInputFiles(files);

// Saved as a person does it, with the button of the record's page.
async function download(page, url, code) {
  await page.goto(`${url}/g/${code}-1`);
  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  const stream = await (await saved).createReadStream();
  let text = '';
  for await (const chunk of stream) text += chunk;
  return text;
}

// The lines without their hashes, as objects; and a record made of such lines, with right hashes.
const bodies = (text) => text.trimEnd().split('\n').map((line) => JSON.parse(line)).map(({ hash: _, ...body }) => body);
function record(lines) {
  let link = '0'.repeat(64);
  return lines.map((line) => {
    const body = JSON.stringify(line).slice(0, -1);
    link = createHash('sha256').update(link + body).digest('hex');
    return `${body},"hash":"${link}"}\n`;
  }).join('');
}

let game; // of five, played to its end: the record's text
before(async () => {
  if (skip) return;
  const browser = await launch();
  const server = await Engawad.start();
  try {
    const { page } = await person(browser);
    const code = await playNow(page, server.url, 'five');
    await playToEnd(page);
    game = await download(page, server.url, code);
  } finally {
    await browser.close();
    await server.stop();
  }
});

test('a record that was downloaded is the same game from the file, on a server that has never heard of it, and nothing of it is asked there', { skip }, async () => {
  const { page } = await house.person();
  await page.goto(house.url);
  await page.getByRole('link', { name: 'Open a game record from a file' }).click();
  await page.getByRole('heading', { level: 1, name: 'Open a game record' }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/g/');
  const asked = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  await (await chooser).setFiles(fileOf(game));
  await page.locator('.move-list .move-row').first().waitFor();
  const lines = game.split('\n').length - 1;
  assert.match(await page.locator('.record-note').textContent(), new RegExp(`game\\.jsonl.*all ${lines} lines`));
  const { plies, score } = await page.evaluate(() => ({ plies: Number(document.querySelector('.player-place').textContent.split('/')[1]), score: document.querySelectorAll('.graph-line').length }));
  assert.ok(plies > 20, `${plies}`);
  await page.waitForFunction((n) => document.querySelectorAll('.move-row').length === n + 1, plies);
  assert.ok(score >= 0);
  await page.keyboard.press('End');
  await shows(page, plies);
  const discs = Object.values(await drawnBoard(page));
  const ending = bodies(game).at(-1);
  const winner = ending.result.ranking[0];
  const letters = discs.reduce((count, letter) => ({ ...count, [letter]: (count[letter] ?? 0) + 1 }), {});
  assert.ok(Object.values(letters).includes(winner.score), `${JSON.stringify(letters)} has ${winner.score}`);
  await page.keyboard.press('Home');
  for (let ply = 1; ply <= 3; ply += 1) {
    await page.keyboard.press('ArrowRight');
    await shows(page, ply);
  }
  await page.waitForFunction(() => location.pathname === '/g/' && location.hash === '#3');
  // Actions that need a server with the game are not offered.
  for (const name of ['Download', 'Copy link to this move', 'Go to the room', 'Analyse this game']) assert.equal(await page.getByText(name).count(), 0, name);
  assert.deepEqual(asked.filter((path) => path.startsWith('/api/') && path !== '/api/games'), []);
  await page.getByRole('link', { name: 'Open another file' }).click();
  await page.getByRole('heading', { level: 1, name: 'Open a game record' }).waitFor();
});

const SHORT = { nim: { preset: '753' }, fifteen: { size: 3, seats: 2 }, bubbles: { seats: 2, hurry_s: 60 } };
const BOTS = { nim: 'osho', fifteen: 'kame', bubbles: 'awa' };

for (const id of Object.keys(SHORT)) {
  test(`${id}: the file shows what the server's replay of it shows, move for move`, { skip }, async () => {
    const { page } = await house.person();
    const code = await playAlone(page, house.url, id, SHORT[id], [{ bot: BOTS[id] }]);
    await page.waitForFunction(() => document.querySelector('.table .players'));
    await resign(page);
    const text = await download(page, house.url, code);
    const rows = async () => {
      await page.locator('.move-list .move-row').first().waitFor();
      await page.waitForFunction(() => document.querySelectorAll('.move-row').length === Number(document.querySelector('.player-place').textContent.split('/')[1]) + 1);
      return page.locator('.move-row').allTextContents();
    };
    const served = await rows();
    await page.goto(`${house.url}/g/`);
    await choose(page, fileOf(text));
    assert.deepEqual(await rows(), served);
  });
}

test('a file that is dropped anywhere on the page is opened', { skip }, async () => {
  const { page } = await house.person();
  await page.goto(`${house.url}/g/`);
  await page.getByRole('button', { name: 'Choose a file' }).waitFor();
  const drop = (texts) => page.evaluate((contents) => {
    const data = new DataTransfer();
    contents.forEach((text, i) => data.items.add(new File([text], `game${i}.jsonl`)));
    const over = new DragEvent('dragover', { dataTransfer: data, bubbles: true, cancelable: true });
    document.body.dispatchEvent(over);
    const lit = document.querySelector('[data-over] .file-drop') !== null;
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    return lit && over.defaultPrevented;
  }, texts);
  assert.equal(await drop([game, game]), true);
  await page.getByText('Please open one file at a time.').waitFor();
  assert.equal(await drop([game]), true);
  await page.locator('.move-list .move-row').first().waitFor();
});

test('a record whose time goes back, as older servers wrote it, is shown, and the line is named', { skip }, async () => {
  const lines = bodies(game);
  for (const line of lines.slice(3, -1)) line.at -= 3_600_000;
  for (const [locale, words] of [['en-US', /all \d+ lines are unchanged.*The time of line 4 is earlier/], ['ja-JP', /書き換えはなく.*4行目の時刻が前の行より戻っています/]]) {
    const { page } = await house.person({ locale });
    await page.goto(`${house.url}/g/`);
    await choose(page, fileOf(record(lines)));
    await page.locator('.move-list .move-row').first().waitFor();
    assert.match(await page.locator('.record-note').textContent(), words);
  }
});

// Ways to tamper with a record, and the resulting messages.
const without = (list, at) => list.filter((_, i) => i !== at);
const lineOf = (lines, kind) => lines.findIndex((line) => line.in === kind);
const DAMAGE = {
  'a byte that changed': [(text) => text.replace('"in":"bot"', '"in":"bOt"'), /Line \d+ of the record has been changed or damaged/, /行目が書き換えられているか、壊れています/],
  'a line that is gone': [(text) => without(text.split('\n'), 4).join('\n'), /Line 5 of the record has been changed/, /5行目/],
  'the last line is missing': [(text) => text.split('\n').slice(0, -2).join('\n') + '\n', /The record has no end/, /終わりがありません/],
  'a move that is another one': [(text) => {
    const lines = bodies(text);
    const [a, b] = [lineOf(lines, 'bot'), lineOf(lines, 'bot') + 8];
    lines[a].move = lines[b].move;
    return record(lines);
  }, /What line \d+ says is not possible|The position after line \d+/, /起こりえません|局面が/],
  'a winner who did not win': [(text) => {
    const lines = bodies(text);
    const { ranking } = lines.at(-1).result;
    [ranking[0].seat, ranking[1].seat] = [ranking[1].seat, ranking[0].seat];
    return record(lines);
  }, /The result in the record is not the one/, /結果が/],
  'another seed': [(text) => {
    const lines = bodies(text);
    lines.at(-1).seed = '7'.repeat(64);
    return record(lines);
  }, /The seed at the end is not the one/, /シードが/],
  'older rules': [(text) => {
    const lines = bodies(text);
    lines[0].rules += 1;
    return record(lines);
  }, /a different version of the rules/, /異なるバージョンのルール/],
  'a line of something else': [(text) => record([...bodies(text).slice(0, 3), { in: 'dance', at: 1 }, ...bodies(text).slice(3)]), /Line 4 is not a line of a record/, /4行目は棋譜の行ではありません/],
  'a player who is none': [(text) => {
    const lines = bodies(text);
    lines[0].seats.s1 = 5;
    return record(lines);
  }, /Line 1 is not a line of a record/, /1行目は棋譜の行ではありません/],
  'a time that no calendar has': [(text) => {
    const lines = bodies(text);
    lines.at(-1).ended = 2 ** 53;
    return record(lines);
  }, /cannot be shown/, /表示できません/],
  'a game that is not here': [(text) => text.replace('"game":"reversi"', '"game":"shogi"'), /record of "shogi", a game that this server does not have/, /「shogi」/],
  'no record at all': [() => 'Hello!\n', /is not a record of Engawa/, /Engawaの棋譜ではありません/],
  'nothing': [() => '', /The file nothing\.jsonl is not a record of Engawa/, /nothing\.jsonlはEngawaの棋譜ではありません/],
  'other JSON': [() => 'null\n', /other JSON\.jsonl is not a record/, /other JSON\.jsonlはEngawaの棋譜ではありません/],
  'a first line that is cut': [(text) => text.slice(0, 60), /Line 1 of the record has been changed/, /1行目/],
  'far too much': [() => 'x'.repeat(8_000_001), /too large for a record: 8 MB/, /8MBまで/],
};

for (const [locale, which] of [['en-US', 1], ['ja-JP', 2]]) {
  test(`whatever is wrong with a file is said in a sentence, and the next file is opened all the same (${locale})`, { skip }, async () => {
    const { page } = await house.person({ locale });
    await page.goto(`${house.url}/g/`);
    for (const [what, damage] of Object.entries(DAMAGE)) {
      await choose(page, fileOf(damage[0](game), `${what}.jsonl`));
      await page.waitForFunction(([source]) => new RegExp(source).test(document.querySelector('.file-outcome .wrong')?.textContent ?? ''), [damage[which].source]);
      assert.equal(await page.locator('.move-list').count(), 0, what);
    }
    await assertNoViolations(page, 'a refused file');
    await choose(page, fileOf(game));
    await page.locator('.move-list .move-row').first().waitFor();
    await assertNoViolations(page, 'a record from a file');
  });
}

test('the language changes on both screens, and the place in the record stays', { skip }, async () => {
  const { page } = await house.person();
  await page.goto(`${house.url}/g/`);
  await choose(page, fileOf(game));
  await page.locator('.move-list .move-row').first().waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await shows(page, 2);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.locator('dialog input[name=setting-language][value=ja]').check();
  await page.locator('.record-note', { hasText: 'このブラウザーで検証済み' }).waitFor();
  await shows(page, 2);
});

test('without a server at all: a page that was opened before replays a file', { skip }, async () => {
  const server = await Engawad.start();
  const browser = await launch();
  try {
    const someone = await person(browser, { serviceWorkers: 'allow' });
    const { page } = someone;
    await page.goto(`${server.url}/g/`);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.reload();
    await choose(page, fileOf(game));
    await page.locator('.move-list .move-row').first().waitFor();
    await server.end('SIGTERM');
    await page.goto(`${server.url}/g/`);
    await choose(page, fileOf(game));
    await page.locator('.move-list .move-row').first().waitFor();
  } finally {
    await browser.close();
    await server.stop();
  }
});

test('a page that was built without rules says that it has none', async () => {
  const folder = thisBuild();
  const assets = join(folder, 'assets');
  let changed = 0;
  for (const name of readdirSync(assets)) {
    if (/\.wasm/.test(name) || /\.(?:br|gz)$/.test(name)) rmSync(join(assets, name));
    else if (name.endsWith('.js')) {
      const text = readFileSync(join(assets, name), 'utf8');
      const without = text.replace(/\{[^{}]*"\/assets\/rules-[^{}]*\}/, '{}');
      changed += Number(without !== text);
      writeFileSync(join(assets, name), without);
    }
  }
  assert.ok(skip || changed === 1, `${changed} files name rules`);
  const server = await Engawad.start({ page: folder });
  const browser = await launch();
  try {
    for (const [locale, words] of [['en-US', 'This page was built without the rules of the games'], ['ja-JP', 'ゲームのルールなしでビルドされている']]) {
      const { page } = await person(browser, { locale });
      await page.goto(`${server.url}/g/`);
      await page.getByText(words).waitFor();
      assert.equal(await page.locator('input[type=file]').count(), 0);
      assert.match(await page.locator('main').textContent(), /engawa replay/);
    }
  } finally {
    await browser.close();
    await server.stop();
    rmSync(folder, { recursive: true });
  }
});
