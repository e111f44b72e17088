// Rooms of any game with their own options, and the display of a game on a page.
import assert from 'node:assert/strict';
import { serverDocument } from './play.mjs';

// Creates a room through the API as this person and opens it. `seats` as in POST /api/rooms; the host starts the game.
export async function enterRoom(page, url, wish) {
  if (!page.url().startsWith(url)) await page.goto(url);
  const code = await page.evaluate(async (body) => {
    const call = async (path, content) => {
      const headers = { 'Content-Type': 'application/json' };
      const token = localStorage.getItem('engawa.token');
      if (token) headers.Authorization = `Bearer ${token}`;
      const ask = () => fetch(path, { method: 'POST', headers, body: JSON.stringify(content) });
      const response = await ask().catch(ask); // as the machine's own network may have changed
      const answer = await response.json();
      if (!response.ok) throw new Error(JSON.stringify(answer));
      return answer;
    };
    if (!localStorage.getItem('engawa.token')) localStorage.setItem('engawa.token', (await call('/api/guests', {})).token);
    return (await call('/api/rooms', body)).room;
  }, { visibility: 'private', bot_delay_ms: 0, ...wish });
  await page.goto(`${url}/r/${code}`);
  await page.locator('.seat').first().waitFor();
  return code;
}

export async function startGame(page) {
  await page.locator('[data-focus=start]').click();
  await page.locator('.shell[data-ready] .table .turn').waitFor(); // the board and the parts beside it come after the turn line
}

// A room with this person on seat 0 and bots on the others, started. Bots move at once unless `more` says otherwise.
export async function playAlone(page, url, game, options, bots = [], more = {}) {
  const code = await enterRoom(page, url, { game, options, seats: ['me', ...bots], ...more });
  await startGame(page);
  return code;
}

// This person hosts, the friend sits down on seat 1, and the spectator watches; started.
export async function playTogether(host, friend, watcher, url, game, options) {
  const code = await enterRoom(host.page, url, { game, options, seats: ['me', 'open'] });
  await friend.page.goto(`${url}/r/${code}`);
  await friend.page.locator('[data-seat=s1].mine').waitFor(); // only by the link
  await host.page.locator('[data-seat=s1][data-kind=human]').waitFor();
  await startGame(host.page);
  await watcher.page.goto(`${url}/r/${code}`);
  await watcher.page.locator('.under-board .watching').waitFor();
  return code;
}

export async function assertOver(page, code, { winner, reason }) {
  await page.locator('.result:not([hidden])').waitFor();
  const room = await serverDocument(page, code);
  assert.equal(room.phase, 'over');
  if (winner !== undefined) assert.equal(room.result.winner, winner);
  if (reason !== undefined) assert.equal(room.result.reason, reason);
  return room;
}

// From the top of the page by Tab alone to the selected element.
export async function tabTo(page, selector, most = 60) {
  await page.evaluate(() => document.activeElement?.blur());
  for (let i = 0; i < most; i += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((wanted) => document.activeElement.matches(wanted), selector)) return;
  }
  assert.fail(`no Tab leads to ${selector}`);
}

// Records the moves that a page sends from now on.
export function recordMoves(page) {
  const sent = [];
  const listen = (socket) =>
    socket.on('framesent', ({ payload }) => {
      const message = JSON.parse(payload);
      if (message.type === 'move') sent.push(message.move);
    });
  page.on('websocket', listen);
  return sent;
}
