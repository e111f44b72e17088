// Bots as people see them: chosen for a seat by name and level, described in the person's language; and a bot's hint.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNoViolations } from './lib/axe.mjs';
import { enterRoom, playAlone, tabTo } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';
import { chooseSeat, makeRoom, myTurnOrOver, playOne, serverDocument } from './lib/play.mjs';

const house = openHouse();
const { person } = house;

// The choices of the dialog, in order: the sentence of each bot, and its levels.
const offered = (page) =>
  page.locator('dialog .who:has([value^="bot "])').evaluateAll((cards) =>
    cards.map((card) => ({
      id: card.querySelector('input').value.split(' ')[1],
      title: card.querySelector('b').textContent,
      about: card.querySelector('.hint')?.textContent ?? '',
      levels: [...card.querySelectorAll('input')].map((input) => Number(input.value.split(' ')[2])),
    })),
  );

const catalogue = (page) => page.evaluate(async () => (await (await fetch('/api/games')).json()).games);

const asOffered = (language) => ({ id, title, about, first_level = 1, levels }) => ({
  id,
  title: title[language],
  about: about?.[language] ?? '',
  levels: Array.from({ length: levels }, (_, i) => first_level + i),
});

for (const [language, locale, colorScheme] of [['en', 'en-US', 'light'], ['ja', 'ja-JP', 'dark']]) {
  test(`every bot of every game is offered with its sentence and its levels (${language})`, async () => {
    const { page } = await person({ locale, colorScheme, viewport: { width: 390, height: 780 } });
    await page.goto(house.url);
    const games = await catalogue(page);
    assert.ok(games.length >= 4);
    for (const game of games) {
      await enterRoom(page, house.url, { game: game.id });
      await page.locator('[data-focus="choice s1"]').click();
      await page.locator('dialog .who').first().waitFor();
      assert.deepEqual(await offered(page), game.bots.map(asOffered(language)));
      if (game === games[0]) await assertNoViolations(page, `the bots of ${game.id}`);
      await page.keyboard.press('Escape');
      assert.equal(await page.evaluate(() => document.activeElement.dataset.focus), 'choice s1', 'the focus is back');
    }
  });
}

test('the focus is back after a dialog, also when the page has drawn its button anew meanwhile', async () => {
  const { page } = await person();
  await enterRoom(page, house.url, { game: 'nim' });
  await page.locator('[data-focus="choice s1"]').click();
  await page.locator('dialog .who').first().waitFor();
  await page.evaluate(() => {
    const button = document.querySelector('[data-focus="choice s1"]');
    button.replaceWith(button.cloneNode(true));
  });
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.activeElement.dataset.focus === 'choice s1');
});

test('the host seats bots by name and level, alone by keyboard, and everybody sees whom', async () => {
  const host = await person();
  const guest = await person({ locale: 'ja-JP' });
  const code = await makeRoom(host.page, house.url, { preset: 'five' });
  const bot = (await catalogue(host.page)).find(({ id }) => id === 'reversi').bots.find(({ levels }) => levels > 1);
  const [first, second] = [bot.first_level ?? 1, (bot.first_level ?? 1) + 1];
  await guest.page.goto(`${house.url}/r/${code}`);
  await guest.page.locator('[data-seat=s4] button').click();
  await host.page.locator('[data-seat=s4][data-kind=human]').waitFor();

  await tabTo(host.page, '[data-focus="choice s1"]');
  await host.page.keyboard.press('Enter');
  const focused = () => host.page.evaluate(() => document.activeElement.value);
  assert.equal(await focused(), 'open', 'who sits there now');
  for (let i = 0; (await focused()) !== `bot ${bot.id} ${second}`; i += 1) {
    assert.ok(i < 40);
    await host.page.keyboard.press('ArrowDown');
  }
  await host.page.keyboard.press('Enter');
  const called = { en: `${bot.title.en}, level ${second}`, ja: `${bot.title.ja} レベル${second}` };
  await host.page.locator('[data-seat=s1]', { hasText: called.en }).waitFor();
  await guest.page.locator('[data-seat=s1]', { hasText: called.ja }).waitFor();
  if (bot.about) await guest.page.locator('[data-seat=s1]', { hasText: bot.about.ja }).waitFor();
  const { seats } = await serverDocument(host.page, code);
  assert.deepEqual(seats.s1, { kind: 'bot', bot: bot.id, level: second });
  assert.equal(await host.page.evaluate(() => document.activeElement.dataset.focus), 'choice s1');

  // For all seats without a person; a person keeps theirs.
  await chooseSeat(host.page, 's2', `bot ${bot.id} ${first}`, { others: true });
  await host.page.waitForFunction((words) => [...document.querySelectorAll('.seat-choice b')].every((who) => who.textContent === words), `${bot.title.en}, level ${first}`);
  const kinds = Object.values((await serverDocument(host.page, code)).seats).map(({ kind }) => kind);
  assert.deepEqual(kinds, ['human', 'bot', 'bot', 'bot', 'human']);

  // A click on its text chooses a bot's first level; Escape and Cancel change nothing.
  await host.page.locator('[data-focus="choice s3"]').click();
  await host.page.locator('dialog input[value=closed]').check();
  await host.page.locator('dialog .who', { hasText: bot.title.en }).locator('b').click();
  assert.ok(await host.page.locator(`dialog input[value="bot ${bot.id} ${first}"]`).isChecked());
  await host.page.locator('dialog input[value=closed]').check();
  await host.page.getByRole('button', { name: 'Cancel' }).click();
  assert.equal((await serverDocument(host.page, code)).seats.s3.kind, 'bot');

  await host.page.getByRole('button', { name: 'Start the game' }).click();
  await guest.page.locator('.player[data-seat=s1]', { hasText: `${bot.title.ja} レベル${first}` }).waitFor();
});

test('the stand-in is chosen with its sentence, and the host removes one of two guests of the same name', async () => {
  const host = await person();
  const { page } = host;
  await page.goto(house.url);
  await page.locator('input[name=preset][value="reversi five"]').check();
  await page.locator('details.more summary').click();
  const bot = (await catalogue(page)).find(({ id }) => id === 'reversi').bots.at(-1);
  const level = (bot.first_level ?? 1) + bot.levels - 1;
  await page.locator('[name=table-standIn]').selectOption(`${bot.id} ${level}`);
  assert.equal(await page.locator('#stand-in-about').textContent(), bot.about?.en ?? '');
  await page.locator('#make').click();
  await page.locator('.seat').first().waitFor();
  const code = new URL(page.url()).pathname.split('/')[2];
  assert.deepEqual((await serverDocument(page, code)).settings.stand_in, { bot: bot.id, level });

  for (const seat of ['s2', 's3']) {
    const twin = await person();
    await twin.page.addInitScript(() => localStorage.setItem('engawa.nick', 'Taro'));
    await twin.page.goto(page.url());
    await twin.page.locator(`[data-seat=${seat}] button`).click();
    await page.locator(`[data-seat=${seat}]`, { hasText: 'Taro' }).waitFor();
  }
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.locator('.table').getByRole('button', { name: 'People' }).click(); // the seats have one, too, until the game starts
  await assertNoViolations(page, 'people');
  await page.getByRole('button', { name: /Remove ?: Taro \(2\) seat 4/ }).click();
  await page.locator('dialog').getByRole('button', { name: 'Remove player', exact: true }).click();
  await page.locator('.player[data-seat=s3]', { hasText: 'left' }).waitFor();
  await page.locator('.table').getByRole('button', { name: 'People' }).click();
  const { kicked } = await serverDocument(page, code);
  const [[guest]] = Object.entries(kicked);
  await page.locator('dialog .removed', { hasText: `Taro (2) …${guest.slice(-4)}` }).waitFor();
  await assertNoViolations(page, 'people, one of them removed');
});

// The page receives this instead of the server's hint.
async function fakeHint(page, hint) {
  await page.routeWebSocket(/\/rooms\//, (socket) => {
    const server = socket.connectToServer();
    let seq = 0;
    server.onMessage((text) => {
      seq = JSON.parse(text).seq ?? seq;
      socket.send(text);
    });
    socket.onMessage((text) => {
      const message = JSON.parse(text);
      if (message.type !== 'hint') return server.send(text);
      socket.send(JSON.stringify({ type: 'ok', re: message.id, seq, hint: hint() }));
    });
  });
}

for (const [locale, colorScheme, words] of [
  ['en-US', 'light', { best: 'chance to win: ', name: ', hint: 42% chance to win', you: /black, you: / }],
  ['ja-JP', 'dark', { best: '勝率：', name: '、ヒント、勝率42%', you: /黒, あなた: / }],
]) {
  test(`what the search of reversi thinks: chances by colour, and the best cells (${locale})`, async () => {
    const { page } = await person({ locale, colorScheme });
    let cells = [];
    const chances = { s0: 0.42, s1: 0.3, s2: 0.2, s3: 0.075, s4: 0.005 };
    await fakeHint(page, () => ({
      move: { cell: cells[0] },
      chances,
      best: cells.slice(0, 3).map((cell, i) => ({ move: { cell }, chance: [0.42, 0.4, 0.33][i], share: [0.6, 0.3, 0.1][i] })),
    }));
    await playAlone(page, house.url, 'reversi', { preset: 'five' }, Array.from({ length: 4 }, () => ({ bot: 'random' })));
    await myTurnOrOver(page);
    cells = await page.locator('.cell.legal').evaluateAll((all) => all.map((cell) => cell.dataset.cell));
    assert.ok(cells.length >= 3);
    await page.locator('.hint-button').click();
    const panel = page.locator('section.chances');
    await panel.waitFor();
    assert.deepEqual(await page.locator('.chances b').allTextContents(), ['42%', '30%', '20%', '8%', '1%']);
    assert.match(await page.locator('.chances li').first().textContent(), words.you);
    const widths = await page.locator('.chance-bar span').evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().width));
    assert.ok(widths.every((width, i) => width > 0 && (i === 0 || width <= widths[i - 1])), `${widths}`);
    await page.locator('.spoken', { hasText: `${words.best}${cells[0]} 42%` }).waitFor();
    assert.equal(await page.locator('.cell.hinted').getAttribute('data-cell'), cells[0]);
    assert.ok((await page.locator('.cell.hinted').getAttribute('aria-label')).endsWith(words.name));
    const marks = await page.locator('.cell[data-chance]').evaluateAll((all) => all.map((cell) => [cell.dataset.cell, cell.dataset.chance]));
    assert.deepEqual(Object.fromEntries(marks), { [cells[0]]: '42', [cells[1]]: '40', [cells[2]]: '33' });
    await assertNoViolations(page, 'the thoughts');
    await playOne(page);
    await panel.waitFor({ state: 'detached' });
    assert.equal(await page.locator('[data-chance]').count(), 0, 'they were of another position');
  });
}

test('the way home of the 15-puzzle is shown and followed, in strides too, and goes when the player leaves it', async () => {
  const { page } = await person();
  const path = [4, 3, 2, 1, 5, 9, 13, 14, 15];
  await fakeHint(page, () => ({ move: { tile: 4 }, steps: 9, proved: true, path }));
  await playAlone(page, house.url, 'fifteen', { tiles: [2, 3, 4, 0, 1, 6, 7, 8, 5, 10, 11, 12, 9, 13, 14, 15], seats: 1 });
  const tile = (n) => page.locator(`.tiles[data-mine] .tile[data-tile="${n}"]`);
  const way = () => page.locator('.way li').allTextContents();
  await page.locator('.hint-button').click();
  await page.locator('.tile.hinted[data-tile="4"]').waitFor();
  assert.deepEqual(await way(), path.map(String));
  await page.getByText('Slide 4: 9 steps left, which is the shortest solution (proved).').waitFor();
  await assertNoViolations(page, 'the way home');
  await tile(2).click();
  await page.locator('.tile.hinted[data-tile="1"]').waitFor();
  assert.deepEqual(await way(), path.slice(3).map(String));
  await page.getByText('Slide 1: 6 steps left').waitFor();
  await tile(1).click();
  await tile(6).click();
  await page.locator('.way').waitFor({ state: 'hidden' });
  assert.equal(await page.locator('.tile.hinted').count(), 0);
});
