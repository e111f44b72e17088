// The scenes of the documents' pictures (docs/pictures), one of each game, and the texts on such a scene with their positions. Only the progress of
// the bots is left to chance.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Room, Server } from '../../../clients/sdk/javascript/engawa.mjs';
import { WebSocket } from '../../kit/raw.mjs';
import { person } from './browser.mjs';
import { root } from './engawad.mjs';
import { enterRoom, playAlone, startGame } from './games.mjs';
import { MIDDLES } from './scenes.mjs';

export const SIZE = { width: 1280, height: 800 };
export const LANGUAGES = { en: 'en-US', ja: 'ja-JP' };
export const THEMES = ['light', 'dark'];
const NICKS = { en: ['Hanako', 'Emma', 'Taro', 'Lucy', 'Kenji'], ja: ['はなこ', 'エマ', 'たろう', 'ゆき', 'けんじ'] };
// From games/reversi/transcripts/five.transcript: the next move, by the first seat, sets off a bomb.
const BEFORE_THE_BOMB = 25;

const script = readFileSync(join(root, 'games/reversi/transcripts/five.transcript'), 'utf8');
const PLIES = [...script.matchAll(/^ply (\d+) s(\d) \{"cell":"(\w+)"\}$/gm)].map(([, ply, seat, cell]) => ({ ply: Number(ply) - 1, seat: Number(seat), cell }));

export async function somebody(browser, language, options) {
  const one = await person(browser, { locale: LANGUAGES[language], viewport: SIZE, ...options });
  await one.context.addInitScript((nick) => localStorage.setItem('engawa.nick', nick), NICKS[language][0]);
  return one;
}

// Friends without a page, on seat 1 and later; they leave with the page.
async function sitDown(page, url, code, nicks) {
  const friends = [];
  page.once('close', () => friends.forEach((friend) => friend.close()));
  for (const [number, nick] of nicks.entries()) {
    friends.push(new Room(new Server(url), code, { nick, WebSocket }));
    await friends.at(-1).ask('sit', { seat: number + 1 });
  }
  return friends;
}

async function play(page, friends, { ply, seat, cell }) {
  if (seat > 0) return friends[seat - 1].ask('move', { ply, move: { cell } });
  await page.locator('.turn.mine').waitFor();
  await page.locator(`[data-cell=${cell}]`).click();
}

const shown = (page, { ply }) => page.locator(`.turn[data-ply="${ply + 1}"]`).waitFor();
const still = (page) => page.locator('.board:not([aria-busy])').waitFor();

// Five people at five-player reversi; it is Hanako's turn. Returns a function that continues the game by that many plies, each after it was shown.
export async function beginReversi(browser, page, url, language) {
  const code = await enterRoom(page, url, { game: 'reversi', options: { preset: 'five' }, seats: ['me', 'open', 'open', 'open', 'open'] });
  const friends = await sitDown(page, url, code, NICKS[language].slice(1));
  await startGame(page);
  for (const ply of PLIES.slice(0, BEFORE_THE_BOMB)) {
    await play(page, friends, ply);
    await shown(page, ply);
  }
  await page.locator('.turn.mine').waitFor();
  await still(page);
  return async (plies) => {
    for (const ply of PLIES.slice(BEFORE_THE_BOMB, BEFORE_THE_BOMB + plies)) {
      await play(page, friends, ply);
      await shown(page, ply);
      await still(page);
    }
  };
}

export const SCENES = {
  reversi: (browser, page, url, language) => beginReversi(browser, page, url, language),
  async nim(_, page, url) {
    await playAlone(page, url, 'nim', { preset: '753' }, [{ bot: 'perfect' }]);
    await page.locator('.hint-button').click();
    await page.locator('.nim-hint').waitFor();
  },
  async fifteen(_, page, url) {
    const bots = [{ bot: 'kame', level: 1 }, { bot: 'kame', level: 2 }, { bot: 'random' }];
    await playAlone(page, url, 'fifteen', { seats: 4, tiles: [5, 1, 2, 4, 9, 6, 3, 8, 0, 10, 7, 12, 13, 14, 11, 15] }, bots, { bot_delay_ms: 3000 });
    await page.locator('.tiles[data-mine]').waitFor();
    await page.locator('.tile[data-tile="10"]').click();
    await page.locator('.hint-button').click();
    await page.locator('.tile.hinted').waitFor();
  },
  async bubbles(_, page, url) {
    await MIDDLES.bubbles(page, url);
    await page.waitForFunction(() => [...document.querySelectorAll('.player .score [aria-hidden]')].filter((score) => Number(score.textContent) > 0).length > 2);
  },
};

// The texts beside the board with their positions: [text, x, y], from top to bottom. Numbers and the room code differ each time.
export function layoutOf(page) {
  return page.evaluate(() =>
    [...document.querySelectorAll('h1, h2, h3, button, label, [role=tab], .turn, .player-name')]
      .filter((part) => !part.closest('.game-place, .move-list, .log') && part.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .map((part) => {
        const { x, y } = part.getBoundingClientRect();
        const text = (part.innerText || part.ariaLabel || '').replace(/\s+/g, ' ').trim();
        return [text.replace(/\b[0-9A-HJKMNP-TV-Z]{8}\b/g, 'CODE').replace(/\d+/g, '0'), Math.round(x), Math.round(y)];
      })
      .filter(([text, x, y]) => text !== '' && x >= 0 && x < innerWidth && y >= 0 && y < innerHeight));
}

// Waits until it is drawn in these colours: buttons change theirs slowly.
export async function inTheme(page, colorScheme) {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
    await Promise.all(document.getAnimations().filter((one) => one instanceof CSSTransition).map((one) => one.finished.catch(() => {})));
  });
}
