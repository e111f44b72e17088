// The long tasks of each game on a slow processor: at the start, in some moves with everybody else's, after a reload, at the end, and on the
// page of the record. The page is followed by its WebSocket and played by the mouse alone, so that what Playwright does inside pages is not counted.
import { merge } from '../../../clients/sdk/javascript/engawa.mjs';
import { person } from './browser.mjs';
import { enterRoom } from './games.mjs';
import { tasksWhile, told } from './trace.mjs';

const SLOWER = 4;
const MOVES = 3;
const MOVE_MS = 60_000; // for one move, with those of the bots before it
const LATER_MS = 2500; // late work: code that is loaded when idle, animations

// The room's document, as the page receives it.
function follow(page) {
  const table = { room: undefined, waiting: [] };
  const look = () => {
    table.waiting = table.waiting.filter(({ until, done }) => !until(table.room) || done());
  };
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const { type, room, set } = JSON.parse(payload);
      if (type !== 'state' && type !== 'step') return;
      table.room = room ?? merge(table.room, set);
      look();
    }),
  );
  table.until = (until) => new Promise((done) => {
    table.waiting.push({ until, done });
    if (table.room) look();
  });
  return table;
}

const rest = (ms) => new Promise((done) => setTimeout(done, ms));
const myTurn = (room) => room.phase === 'over' || room.to_act?.split(' ').includes('s0');

// The middle of each place of a board, by its name.
const placesOf = (page, selector, keys) =>
  page.locator(selector).evaluateAll((all, names) => Object.fromEntries(all.map((one, i) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [names.length > 0 ? names.map((name) => one.dataset[name]).join(':') : i, [x + width / 2, y + height / 2]];
  })), keys);

const bots = (bot, n, level) => Array.from({ length: n }, () => ({ bot, ...(level ? { level } : {}) }));
const neighbour = (tiles) => {
  const size = Math.sqrt(tiles.length);
  const hole = tiles.indexOf(0);
  return hole % size > 0 ? hole - 1 : hole + 1;
};
const tilesIn = ({ view }) => view.boards.s0.tiles.split(' ').map(Number);

// For each game: a room for some moves and one for the last; the places of its board; a move, by mouse.
const GAMES = {
  reversi: {
    some: { options: { preset: 'five' }, bots: bots('random', 4) },
    last: { options: { board: ['.WWWWWWB', 'WACYWACY', 'ACYBBCYW', 'WACYWACY', 'ACYBBCYW', 'WACYWACY', 'ACYBBCYW', 'WACYWACY'], rotation: 'BWACY' }, bots: bots('random', 4) },
    places: (page) => placesOf(page, '.board [data-cell]', ['cell']),
    move: (mouse, places, { legal }) => mouse.click(...places[legal.split(' ')[0]]),
    moved: ({ ply }) => ply,
  },
  nim: {
    some: { options: { rows: [7, 7, 7, 7] }, bots: bots('perfect', 1) },
    last: { options: { rows: [1] }, bots: bots('perfect', 1) },
    places: (page) => placesOf(page, '.stone', ['row', 'stone']),
    async move(mouse, places, { legal }) {
      const at = places[legal.split(' ')[0].split('-')[0]];
      await mouse.click(...at);
      await mouse.click(...at);
    },
    moved: ({ ply }) => ply,
  },
  fifteen: {
    some: { options: { seats: 4, size: 4 }, bots: bots('kame', 3, 1) },
    last: { options: { seats: 1, tiles: [1, 2, 3, 4, 5, 6, 7, 0, 8] }, bots: [], move: (mouse, places) => mouse.click(...places[8]) },
    places: (page) => placesOf(page, '.tiles .tile', []),
    move: (mouse, places, room) => mouse.click(...places[neighbour(tilesIn(room))]),
    moved: ({ view }) => view.boards.s0.steps,
  },
  bubbles: {
    some: { options: { seats: 5, hurry_s: 60 }, bots: bots('awa', 4, 1) },
    last: { options: { seats: 1, field: ['aa......'] }, bots: [], move: (mouse, { box: [x, y, width] }) => mouse.click(x + (width * 10_240) / 32_768, y + (width * 2048) / 32_768) },
    async places(page) {
      const { x, y, width, height } = await page.locator('.bubble-field canvas').boundingBox();
      return { box: [x, y, width, height] };
    },
    async move(mouse, { box: [x, y, width, height] }, { view }) {
      await mouse.move(x + width * 0.3, y + height * 0.3);
      await mouse.click(x + width * (0.2 + 0.15 * (view.fields.s0.shot % 5)), y + height * 0.3);
    },
    moved: ({ view }) => view.fields.s0.shot,
  },
};

export const GAME_IDS = Object.keys(GAMES);

async function begin(browser, server, game, { options, bots: others }) {
  const someone = await person(browser);
  const { page, context } = someone;
  const table = follow(page);
  await enterRoom(page, server.url, { game, options, seats: ['me', ...others], bot_delay_ms: 300 });
  const button = page.locator('[data-focus=start]');
  await button.scrollIntoViewIfNeeded();
  const start = await button.boundingBox();
  await rest(500);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return { ...someone, table, start: () => page.mouse.click(start.x + start.width / 2, start.y + start.height / 2) };
}

// A click while earlier moves are being shown only hurries them: it is made again.
async function moveUntil(moved, move) {
  let done = false;
  moved.then(() => (done = true));
  const end = Date.now() + MOVE_MS;
  while (!done) {
    if (Date.now() > end) throw new Error('no click made a move');
    await move();
    await Promise.race([moved, rest(1000)]);
  }
}

async function playSome(mouse, table, game, places) {
  for (let i = 0; i < MOVES; i += 1) {
    await table.until(myTurn);
    if (table.room.phase === 'over') return;
    const before = game.moved(table.room);
    const moved = table.until((room) => room.phase === 'over' || game.moved(room) !== before);
    await moveUntil(moved, () => game.move(mouse, places, table.room));
  }
  await table.until(myTurn);
  await rest(LATER_MS);
}

// Prints and returns the long tasks of one game, by phase.
export async function measureTasks(browser, server, id, options) {
  const game = GAMES[id];
  const found = {};
  const measure = async (phase, page, act) => {
    found[phase] = await tasksWhile(browser, page, act, options);
  };
  const some = await begin(browser, server, id, game.some);
  await measure('start', some.page, async () => {
    await some.start();
    await some.table.until(({ phase }) => phase === 'playing');
    await rest(LATER_MS);
  });
  const places = await game.places(some.page);
  await measure(`${MOVES} moves`, some.page, () => playSome(some.page.mouse, some.table, game, places));
  await measure('reload', some.page, async () => {
    await some.page.reload({ waitUntil: 'commit' });
    await rest(2 * LATER_MS);
  });
  await some.context.close();
  const last = await begin(browser, server, id, game.last);
  await last.start();
  await last.table.until(({ phase }) => phase === 'playing');
  await rest(LATER_MS);
  const lastPlaces = await game.places(last.page);
  await measure('end', last.page, async () => {
    const move = game.last.move ?? game.move;
    await moveUntil(last.table.until(({ phase }) => phase === 'over'), () => move(last.page.mouse, lastPlaces, last.table.room));
    await rest(LATER_MS);
  });
  await measure('record', last.page, async () => {
    await last.page.goto(`${server.url}/g/${last.table.room.result.record}`, { waitUntil: 'commit' });
    await rest(2 * LATER_MS);
  });
  await last.context.close();
  for (const [phase, tasks] of Object.entries(found)) {
    console.log(`${id}, ${phase} at ${SLOWER}x: ${tasks.length} long tasks${tasks.length > 0 ? `, at most ${Math.round(tasks[0].ms)} ms` : ''}`);
    for (const task of tasks.slice(0, 3)) console.log(`  ${told(task)}`);
  }
  return found;
}
