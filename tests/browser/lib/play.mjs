// Actions of people on the page, and what it shows them.
import assert from 'node:assert/strict';

export async function playNow(page, url, preset) {
  await page.goto(url);
  await page.locator(`input[name=preset][value="reversi ${preset}"]`).check();
  await page.locator('#play').click();
  await page.locator('.shell[data-ready] .board .cell').first().waitFor();
  return codeOf(page);
}

export function codeOf(page) {
  return /\/r\/(\w+)/.exec(page.url())[1];
}

// Creates a room with the form of the lobby.
export async function makeRoom(page, url, { preset = 'five', seats = 'open', visibility = 'public' } = {}) {
  await page.goto(url);
  await page.locator(`input[name=preset][value="reversi ${preset}"]`).check();
  await page.locator(`input[name=seats][value=${seats}]`).check();
  await page.locator(`input[name=visibility][value=${visibility}]`).check();
  await page.locator('#make').click();
  await page.locator('.seat').first().waitFor();
  return codeOf(page);
}

// As host, through the dialog of the seat: "open", "closed" or "bot mcs 2"; `others`: also for the other seats without a person.
export async function chooseSeat(page, seat, choice, { others = false } = {}) {
  await page.locator(`[data-focus="choice ${seat}"]`).click();
  await page.locator(`dialog input[value="${choice}"]`).check();
  if (others) await page.locator('dialog input[name=all]').check();
  await page.locator('dialog [type=submit]').click();
}

// The board as a screen reader reads it: {f7: 'B', ...}.
export async function boardOf(page) {
  await page.locator('[data-cell]').first().waitFor(); // it comes some frames after the turn line
  return page.evaluate(() =>
    Object.fromEntries([...document.querySelectorAll('[data-cell]')].map((cell) => [cell.dataset.cell, cell.dataset.disc ?? '.'])),
  );
}

// The drawn board, once no animation runs.
export async function drawnBoard(page) {
  await page.locator('.board:not([aria-busy])').waitFor();
  return page.evaluate(() =>
    Object.fromEntries([...document.querySelectorAll('[data-cell]')].map((cell) => [cell.dataset.cell, cell.firstElementChild.dataset.look ?? '.'])),
  );
}

// The room as the server sends it to a stranger, over a separate WebSocket that bypasses the page's code. It is opened in the page, because a test
// client cannot pass a proxy (a password, a certificate) as the page does. REQUIRES: the page shows the room.
export function serverDocument(page, code) {
  return page.evaluate(
    (room) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(new URL(`../rooms/${room}/ws`, location.href.replace('http', 'ws')), 'engawa.v1');
        socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', id: 1 }));
        socket.onerror = () => reject(new Error('no connection'));
        socket.onmessage = (event) => {
          const message = JSON.parse(event.data);
          if (message.type !== 'state') return;
          socket.close();
          resolve(message.room);
        };
      }),
    code,
  );
}

export function cellsOf(room) {
  const cells = {};
  for (const [name, row] of Object.entries(room.view.rows)) {
    [...row].forEach((letter, x) => {
      if (letter !== 'H') cells[String.fromCharCode(97 + x) + name.slice(1)] = letter;
    });
  }
  return cells;
}

// Asserts that the page shows and draws the server's position. REQUIRES: nobody moves meanwhile.
export async function assertSameBoard(page, code) {
  const room = await serverDocument(page, code);
  await page.waitForFunction((ply) => document.querySelector('.turn').dataset.ply === String(ply), room.ply);
  const expected = cellsOf(room);
  assert.deepEqual(await boardOf(page), expected, 'data-disc is what the server has');
  assert.deepEqual(await drawnBoard(page), expected, 'what is drawn is what the server has');
  return room;
}

const MY_TURN = '.turn.mine';
const OVER = '.result:not([hidden])';

// Waits until this person may move or the game is over; true when it is over.
export async function myTurnOrOver(page) {
  await page.locator(`${MY_TURN}, ${OVER}`).first().waitFor();
  return page.locator(OVER).isVisible();
}

// The same for a person in a hurry, who taps beside the board until then, so that waiting moves are shown at once.
async function hurryOn(page) {
  await page.waitForFunction((wanted) => {
    if (document.querySelector(wanted)) return true;
    document.querySelector('.game-place')?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    return false;
  }, `${MY_TURN}, ${OVER}`);
}

export function plyOf(page) {
  return page.locator('.turn').getAttribute('data-ply');
}

// Waits until the ply is another one.
export function plyAfter(page, before) {
  return page.waitForFunction((old) => document.querySelector('.turn').dataset.ply !== old, String(before));
}

// One move with the mouse; waits until it has been accepted.
export async function playOne(page) {
  const before = await plyOf(page);
  await page.locator('.cell.legal').first().click();
  await plyAfter(page, before);
}

// Plays this person's moves until the game is over; returns their number.
export async function playToEnd(page) {
  let moves = 0;
  while (await hurryOn(page), !(await myTurnOrOver(page))) {
    await playOne(page);
    moves += 1;
  }
  return moves;
}

export const FIVE = { preset: 'five' };
export const bots = (n) => Array.from({ length: n }, () => ({ bot: 'random' }));
export const turn = (page) => page.locator(MY_TURN).waitFor();
export const rest = (page) => page.locator('.board:not([aria-busy])').waitFor();

// Makes a move as soon as it is this person's turn and nothing moves any more, and waits until it is shown; returns the ply before it.
export async function playRound(page) {
  await turn(page);
  await rest(page);
  const before = Number(await plyOf(page));
  await page.locator('.cell.legal').first().click();
  await page.waitForFunction((ply) => Number(document.querySelector('.turn').dataset.ply) > ply, before);
  return before;
}

// Beside the board: 'result', 'moves', 'chat', 'text' or 'info'.
export function openTab(page, tab) {
  return page.locator(`#tab-${tab}`).click();
}

export function assertNoFaults(...people) {
  for (const { faults } of people) assert.deepEqual(faults, []);
}
