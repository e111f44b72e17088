// People can follow the game: moves are shown one after the other, and the changes since the person's own move are visible.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playAlone } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';
import { assertSameBoard, boardOf, bots, FIVE, myTurnOrOver, playRound, plyOf, rest, turn } from './lib/play.mjs';
import { seenMoves, watchMoves } from './lib/watched.mjs';

const house = openHouse();
const { person } = house;
// ENGAWA_GAMES: the number of whole games for five at the default pace, with the whole processor and with a quarter of it.
const GAMES = Number(process.env.ENGAWA_GAMES ?? 0);

const SMALL = { board: ['......', '......', '..BW..', '..WA..', '......', '......'], rotation: 'BWA' };

// Plays until the game is over, each move as soon as it is this person's turn.
async function playOn(page) {
  for (;;) {
    const legal = page.locator('.turn.mine ~ .game-place .cell.legal').first();
    const over = page.locator('.result:not([hidden])');
    await legal.or(over).first().waitFor();
    if (await over.isVisible()) return;
    const before = await plyOf(page);
    await legal.click();
    await page.waitForFunction((ply) => document.querySelector('.turn').dataset.ply !== ply, before);
  }
}

function assertFollowed(seen, what) {
  assert.equal(seen.overtaken, 0, `${what}: ${seen.overtaken} of ${seen.moves} moves were drawn while an earlier one was being shown`);
  assert.ok(seen.behindMs <= 3000, `${what}: more than two moves behind for ${seen.behindMs} ms`);
}

test('in a whole game no move is drawn while an earlier one is being shown, and the page is never far behind', async () => {
  const { page } = await person();
  await watchMoves(page);
  const code = await playAlone(page, house.url, 'reversi', SMALL, bots(2));
  await playOn(page);
  await assertSameBoard(page, code);
  const seen = await seenMoves(page);
  assertFollowed(seen, 'a game');
  assert.ok(seen.moves > 20, `${seen.moves} moves`);
});

for (const rate of GAMES > 0 ? [1, 4] : []) {
  test(`${GAMES} games for five at the usual pace, ${rate} times as slow`, { timeout: Infinity }, async () => {
    const all = { games: 0, moves: 0, overtaken: 0, behindMs: 0 };
    for (let i = 0; i < GAMES; i += 1) {
      const { page, context } = await person();
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate });
      await watchMoves(page);
      await playAlone(page, house.url, 'reversi', { preset: 'five' }, bots(4), { bot_delay_ms: 'natural' });
      await playOn(page);
      const seen = await seenMoves(page);
      assertFollowed(seen, `game ${i + 1}`); // bombs may end it early
      all.games += 1;
      all.moves += seen.moves;
      all.overtaken += seen.overtaken;
      all.behindMs = Math.max(all.behindMs, Math.round(seen.behindMs));
      await page.close();
      console.log(JSON.stringify({ rate, ...all }));
    }
  });
}

// What `look` finds in the page, with `more`, in the moment when the page has received the moves up to a ply. Later they may have been shown.
function whenTold(page, ply, look, more) {
  const wait = `({ ply, more }) => new Promise((done) => {
    const poll = setInterval(() => {
      if (window.seen.told < ply) return;
      clearInterval(poll);
      done((${look})(more));
    }, 5);
  })`;
  return page.evaluate(`(${wait})(${JSON.stringify({ ply, more })})`);
}

for (const by of ['a tap', 'a key']) {
  test(`${by} on the board hurries, and is no move`, async () => {
    const { page } = await person();
    await watchMoves(page);
    const code = await playAlone(page, house.url, 'reversi', FIVE, bots(4));
    const before = await playRound(page);
    const hurry = (what) => {
      const shown = () => Number(document.querySelector('.turn').dataset.ply);
      const early = shown();
      const cell = [...document.querySelectorAll('.cell:not([data-disc])')][0];
      const tap = (kind, Event, more) => cell.dispatchEvent(new Event(kind, { bubbles: true, cancelable: true, detail: 1, ...more }));
      if (what === 'a tap') tap('pointerdown', PointerEvent) && tap('click', PointerEvent);
      else tap('keydown', KeyboardEvent, { key: 'Enter' });
      return [early, shown()];
    };
    const [early, now] = await whenTold(page, before + 5, hurry, by);
    assert.ok(early < before + 5, 'moves wait to be shown');
    assert.equal(now, before + 5, 'all are shown at once');
    assert.equal(await page.locator('.cell.planned').count(), 0);
    await turn(page);
    const { ply } = await assertSameBoard(page, code);
    assert.equal(ply, before + 5);
  });
}

test('what is told of a move is told when it is shown: the line of the log, the score, the sentence', async () => {
  const { page } = await person();
  await watchMoves(page);
  await playAlone(page, house.url, 'reversi', FIVE, bots(4));
  const before = await playRound(page);
  const lines = () => page.locator('.log-lines li, .log li').count();
  const shown = await whenTold(page, before + 5, () => {
    const discs = document.querySelectorAll('.cell[data-disc]:not([data-disc=G], [data-disc=R])').length;
    const scores = [...document.querySelectorAll('[data-score] > :first-child')].map((one) => Number(one.textContent));
    const early = document.querySelectorAll('.log-lines li, .log li').length;
    return { discs, score: scores.reduce((sum, one) => sum + one, 0), ply: Number(document.querySelector('.turn').dataset.ply), early };
  });
  assert.ok(shown.ply < before + 5);
  assert.equal(shown.score, shown.discs);
  await turn(page);
  await rest(page);
  assert.ok((await lines()) > shown.early);
});

for (const [who, options, prepare] of [
  ['who wants no motion', { reducedMotion: 'reduce' }, async () => {}],
  ['who has turned animation off', {}, (page) => page.addInitScript(() => localStorage.setItem('engawa.settings', JSON.stringify({ speed: '0' })))],
]) {
  test(`${who} waits for nothing`, async () => {
    const { page } = await person(options);
    await watchMoves(page);
    await prepare(page);
    await playAlone(page, house.url, 'reversi', FIVE, bots(4));
    for (let i = 0; i < 3 && !(await myTurnOrOver(page)); i += 1) await playRound(page); // a person may lose all discs in the second round
    await myTurnOrOver(page);
    assert.ok((await seenMoves(page)).behindMs < 100);
  });
}

test('a reload and a late spectator see the game as it is, at once', async () => {
  const { page } = await person();
  const late = await person();
  const code = await playAlone(page, house.url, 'reversi', FIVE, bots(4));
  const before = await playRound(page);
  await page.reload();
  await late.page.goto(`${house.url}/r/${code}`);
  for (const one of [page, late.page]) {
    await one.locator('.turn').waitFor();
    await one.locator('.board .cell').first().waitFor();
    assert.equal(Number(await plyOf(one)), before + 5);
  }
});

for (const by of ['the button', 'the key W']) {
  test(`the round since my move is shown again by ${by}, on the board alone, and any input ends it`, async () => {
    const { page } = await person();
    const code = await playAlone(page, house.url, 'reversi', FIVE, bots(4));
    const again = page.getByRole('button', { name: 'Again' });
    await again.waitFor();
    assert.ok(await again.isDisabled(), 'nothing has happened yet');
    const show = () => (by === 'the button' ? again.click() : page.keyboard.press('w'));
    await playRound(page);
    await turn(page);
    await rest(page);
    const present = await boardOf(page);
    const ply = await plyOf(page);
    await show();
    await page.locator('.table[data-again]').waitFor();
    assert.notDeepEqual(await boardOf(page), present);
    assert.equal(await plyOf(page), ply, 'all else stays');
    const begun = Date.now();
    await page.locator('.table:not([data-again])').waitFor();
    assert.ok(Date.now() - begun < 5000, `${Date.now() - begun} ms`);
    await assertSameBoard(page, code);
    await show();
    await page.locator('.table[data-again]').waitFor();
    await page.keyboard.press('Shift');
    assert.equal(await page.locator('.table[data-again]').count(), 0);
    await assertSameBoard(page, code);
    await show();
    await page.locator('.table[data-again]').waitFor();
    await page.locator('.game-place').dispatchEvent('pointerdown');
    await page.locator('.cell.legal').first().click(); // and the person plays on
    await page.waitForFunction((old) => document.querySelector('.turn').dataset.ply !== old, ply);
  });
}

test('moves of 753 are shown one after the other, too', async () => {
  const { page } = await person();
  await watchMoves(page);
  await playAlone(page, house.url, 'nim', { rows: [7, 7, 7] }, bots(1));
  await page.locator('.turn.mine').waitFor();
  await page.locator('.stone[data-row="2"]').first().click();
  await page.locator('.stone[data-row="2"]').first().click();
  await page.locator('.turn.mine[data-ply="2"]').waitFor();
  const { moves, overtaken } = await seenMoves(page);
  assert.deepEqual([moves, overtaken], [2, 0]);
});
