// Sound and motion: silent and not loaded until one's own first move, then soft, unless the person has chosen; generated in the
// page, and no animation delays a move.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playAlone } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';
import { myTurnOrOver, playNow, playOne, plyAfter, plyOf } from './lib/play.mjs';

const house = openHouse();
const { person } = house;

// The output passes through analysers first, each of which covers another part of the last five seconds, because a busy machine may sample seldom.
function listen() {
  window.heard = { contexts: 0, sources: 0, loudest: () => 0 };
  const Real = window.AudioContext;
  window.AudioContext = class extends Real {
    constructor(...options) {
      super(...options);
      window.heard.contexts += 1;
      const fftSize = 32768;
      const part = fftSize / this.sampleRate;
      const last = super.destination;
      const all = new GainNode(this);
      all.connect(last);
      const silent = new GainNode(this, { gain: 0 });
      silent.connect(last);
      const analysers = Array.from({ length: Math.ceil(5 / part) }, (_, i) => {
        const analyser = new AnalyserNode(this, { fftSize });
        all.connect(new DelayNode(this, { delayTime: i * part, maxDelayTime: 10 })).connect(analyser).connect(silent);
        return analyser;
      });
      Object.defineProperty(this, 'destination', { value: all });
      const samples = new Float32Array(fftSize);
      window.heard.loudest = () =>
        analysers.reduce((most, analyser) => {
          analyser.getFloatTimeDomainData(samples);
          return samples.reduce((loudest, one) => Math.max(loudest, Math.abs(one)), most);
        }, 0);
    }
  };
  const { start } = AudioScheduledSourceNode.prototype;
  // The start frequency of each tone in Hz; without tones that were late, cut off and made again.
  window.heard.tones = [];
  let made = 0;
  const { connect, disconnect } = AudioNode.prototype;
  AudioNode.prototype.connect = function join(to, ...ports) {
    if (to === this.context.destination) made = window.heard.tones.length;
    return connect.call(this, to, ...ports);
  };
  AudioNode.prototype.disconnect = function cut(...from) {
    window.heard.tones.length = made;
    return disconnect.apply(this, from);
  };
  const begins = new Map();
  const { setValueAtTime } = AudioParam.prototype;
  AudioParam.prototype.setValueAtTime = function set(value, at) {
    if (!begins.has(this)) begins.set(this, value);
    return setValueAtTime.call(this, value, at);
  };
  AudioScheduledSourceNode.prototype.start = function begin(...when) {
    window.heard.sources += 1;
    if (this instanceof OscillatorNode) window.heard.tones.push(Math.round(begins.get(this.frequency)));
    return start.apply(this, when);
  };
}

// The page's clocks have ticked: texts and sounds of that tick are done.
async function ticked(page) {
  const shown = await page.locator('.turn .clock').textContent();
  await page.waitForFunction((was) => document.querySelector('.turn .clock').textContent !== was, shown);
}

const synth = (requests) => requests.filter((url) => /\/synth-/.test(url));

for (const [locale, words] of [['en-US', { settings: 'Settings', loud: 'Loud' }], ['ja-JP', { settings: '設定', loud: '大' }]]) {
  test(`off until asked, where somebody has chosen that: nothing is loaded or made before; then a move is heard, and mute is one key (${locale})`, async () => {
    const { page } = await person({ locale });
    const requests = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.addInitScript(listen);
    await page.addInitScript(() => localStorage.getItem('engawa.settings') ?? localStorage.setItem('engawa.settings', '{"sound":"off"}'));
    await playNow(page, house.url, 'classic');
    await myTurnOrOver(page);
    await playOne(page);
    await myTurnOrOver(page);
    assert.deepEqual([synth(requests).length, await page.evaluate(() => window.heard.contexts)], [0, 0]);
    await page.getByRole('button', { name: words.settings }).click();
    await page.getByLabel(words.loud, { exact: true }).check();
    await page.waitForFunction(() => window.heard.sources > 0 && window.heard.loudest() > 0.01);
    assert.equal(synth(requests).length, 1);
    await page.keyboard.press('Escape');
    const before = await page.evaluate(() => window.heard.sources);
    await playOne(page);
    await page.waitForFunction((sources) => window.heard.sources > sources, before);
    await myTurnOrOver(page);
    assert.equal(await page.locator('.sound-button').getAttribute('aria-pressed'), 'true');
    await page.keyboard.press('m');
    assert.equal(await page.locator('.sound-button').getAttribute('aria-pressed'), 'false');
    const muted = await page.evaluate(() => window.heard.sources);
    await playOne(page);
    await myTurnOrOver(page);
    await page.locator('.board:not([aria-busy])').waitFor();
    assert.equal(await page.evaluate(() => window.heard.sources), muted);
    await page.reload();
    await page.locator('.turn.mine').waitFor();
    assert.equal(await page.locator('.sound-button').getAttribute('aria-pressed'), 'false', 'the device remembers');
    await page.locator('.sound-button').click();
    await page.waitForFunction(() => window.heard.sources > 0);
  });
}

test("sound begins softly with one's own first move, with the mute button in sight; a choice of before or after it stays", async () => {
  const { page } = await person({ viewport: { width: 360, height: 740 } });
  const requests = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.addInitScript(listen);
  await page.addInitScript(() => localStorage.getItem('engawa.settings') ?? localStorage.setItem('engawa.settings', '{"theme":"light"}'));
  await playNow(page, house.url, 'classic');
  await myTurnOrOver(page);
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /\/moves-/.test(name)));
  const button = page.locator('.sound-button');
  const { y, height } = await button.boundingBox();
  assert.ok(y + height <= 740, 'on the first screen');
  assert.deepEqual([await button.getAttribute('aria-pressed'), synth(requests).length], ['false', 0]);
  await page.waitForFunction(() => window.heard.contexts === 1); // it takes long to make, so not in the move
  await playOne(page);
  await page.locator('.sound-button[aria-pressed=true]').waitFor();
  await page.waitForFunction(() => window.heard.sources > 0);
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('engawa.settings')));
  assert.deepEqual(await kept(), { theme: 'light', sound: 'soft' });
  await button.click();
  await myTurnOrOver(page);
  await playOne(page);
  await myTurnOrOver(page);
  assert.deepEqual([await button.getAttribute('aria-pressed'), (await kept()).sound], ['false', 'off']);
});

test('louder is louder, and the first sound is heard however long its code takes to load', async () => {
  const { page } = await person();
  await page.addInitScript(listen);
  await page.route(/\/synth-/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000)); // a slow phone
    await route.continue();
  });
  await page.goto(house.url);
  await page.getByRole('button', { name: 'Settings' }).click();
  const loudest = async (name) => {
    const before = await page.evaluate(() => window.heard.sources);
    await page.getByLabel(name, { exact: true }).check();
    await page.waitForFunction((sources) => window.heard.sources > sources && window.heard.loudest() > 0.005, before);
    return page.evaluate(async () => {
      let most = 0;
      for (let i = 0; i < 10; i += 1) {
        most = Math.max(most, window.heard.loudest());
        await new Promise(requestAnimationFrame);
      }
      return most;
    });
  };
  const soft = await loudest('Soft');
  await page.getByLabel('Off', { exact: true }).first().check();
  await page.waitForFunction(() => window.heard.loudest() < 0.0005); // the first has left the analyser
  assert.ok((await loudest('Loud')) > 2 * soft);
});

test('a sound is heard also where a busy machine takes long to make it', async () => {
  const { page } = await person();
  await page.addInitScript(listen);
  await page.addInitScript(() => {
    for (const name of ['createBuffer', 'createOscillator']) {
      const make = BaseAudioContext.prototype[name];
      let first = true;
      BaseAudioContext.prototype[name] = function made(...how) {
        for (const end = performance.now() + (first ? 300 : 0); performance.now() < end; );
        first = false;
        return make.apply(this, how);
      };
    }
  });
  await page.goto(house.url);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Loud', { exact: true }).check();
  await page.waitForFunction(() => window.heard.loudest() > 0.05);
});

test('each game has its sounds: a run of flips, stones that are taken, tiles, bubbles, the end', async () => {
  const { page } = await person();
  await page.addInitScript(listen);
  await page.addInitScript(() => localStorage.setItem('engawa.settings', '{"sound":"soft"}'));
  const sources = () => page.evaluate(() => window.heard.sources);
  const more = (than) => page.waitForFunction((before) => window.heard.sources > before, than);
  await playAlone(page, house.url, 'nim', { rows: [1] }, [{ bot: 'perfect' }]);
  await myTurnOrOver(page);
  await page.locator('.stone').click();
  const before = await sources();
  await page.locator('.stone').click();
  await page.locator('.result:not([hidden])').waitFor();
  await more(before + 8); // the stone, and the four strings of the end, two tones each
  await playAlone(page, house.url, 'fifteen', { tiles: [1, 2, 3, 4, 5, 6, 0, 7, 8], seats: 1 });
  await page.locator('.tiles[data-mine]').waitFor();
  const silent = await sources();
  await page.locator('.tile[data-tile="7"]').click();
  await more(silent);
  await playAlone(page, house.url, 'bubbles', { seats: 1, field: ['aa......'], hurry_s: 60 });
  const box = await page.locator('.bubble-field[data-mine] canvas').boundingBox();
  const unit = box.width / 32768;
  const quiet = await sources();
  await page.mouse.click(box.x + 10_240 * unit, box.y + 2048 * unit);
  await more(quiet + 3);
});

// The tones of a flip rise; the others are one sound each.
const STONE = [1180, 430, 190];
const BELL = [587, 1620, 3170];
const ALARM = [980, 980];
const BOOM = [120];
const FLIPS = [520, 551, 584];

test("a stone, flips, a bomb, one's turn and little time are told apart by ear", async () => {
  const { page } = await person();
  await page.addInitScript(listen);
  await page.addInitScript(() => localStorage.setItem('engawa.settings', '{"sound":"soft"}'));
  // A browser requires a gesture before any sound; the sounds are loaded with it. Earlier sounds are discarded.
  const ready = async () => {
    await page.locator('.turn.mine').waitFor();
    await page.mouse.click(1, 1);
    await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /\/synth-/.test(name)));
    await page.evaluate(() => window.heard.tones.splice(0));
  };
  const tones = (least) => page.waitForFunction((n) => window.heard.tones.length >= n && window.heard.tones, least).then((found) => found.jsonValue());
  const board = (first) => ({ board: [first, '........', '...WB...', '...BW...'], rotation: 'BW' });
  const slow = { bot_delay_ms: 5000 };
  await playAlone(page, house.url, 'reversi', board('BWWW....'), [{ bot: 'random' }], slow);
  await ready();
  await page.locator('[data-cell=e1]').click();
  assert.deepEqual(await tones(6), [...STONE, ...FLIPS], 'the stone, and each of the three discs a little higher');

  await playAlone(page, house.url, 'reversi', board('BWR.....'), [{ bot: 'random' }], slow);
  await ready();
  await page.locator('[data-cell=d1]').click();
  assert.deepEqual(await tones(1), BOOM);

  await playAlone(page, house.url, 'reversi', { preset: 'classic' }, [{ bot: 'random' }]);
  await ready();
  await playOne(page);
  await myTurnOrOver(page);
  await page.waitForFunction((bell) => bell.every((hz) => window.heard.tones.includes(hz)), BELL);
  assert.equal(await page.evaluate((hz) => window.heard.tones.includes(hz), ALARM[0]), false, 'there is time enough');
});

test('little time is heard once a turn, however long one waits', async () => {
  const { page } = await person();
  await page.addInitScript(listen);
  // Less than ten seconds after the start of each turn.
  await playAlone(page, house.url, 'reversi', { preset: 'classic' }, [{ bot: 'random' }], { clock: { kind: 'move', limit_ms: 9000 }, bot_delay_ms: 600 });
  await page.locator('.turn.mine').waitFor();
  await page.locator('.turn .clock.low').waitFor();
  await ticked(page); // silently
  await page.keyboard.press('m');
  await page.waitForFunction((stone) => stone.every((hz) => window.heard.tones.includes(hz)), STONE); // sound is on
  await page.evaluate(() => window.heard.tones.splice(0));
  await playOne(page);
  await myTurnOrOver(page);
  const alarms = () => page.evaluate((hz) => window.heard.tones.filter((one) => one === hz), ALARM[0]);
  await page.waitForFunction((hz) => window.heard.tones.includes(hz), ALARM[0]);
  assert.deepEqual(await alarms(), ALARM);
  await ticked(page);
  assert.deepEqual(await alarms(), ALARM);
});

test('in byo-yomi little time is heard once in each period', async () => {
  const { page } = await person();
  await page.addInitScript(listen);
  await page.addInitScript(() => localStorage.setItem('engawa.settings', '{"sound":"soft"}'));
  await playAlone(page, house.url, 'nim', { rows: [7, 7] }, [{ bot: 'perfect' }], { clock: { kind: 'byoyomi', initial_ms: 0, period_ms: 5000, periods: 3 } });
  await page.mouse.click(1, 1);
  await page.locator('.turn .clock', { hasText: '×2' }).waitFor();
  await page.evaluate(() => window.heard.tones.splice(0));
  const alarms = () => page.evaluate((hz) => window.heard.tones.filter((one) => one === hz).length, ALARM[0]);
  await page.locator('.turn .clock', { hasText: '×1' }).waitFor();
  assert.equal(await alarms(), ALARM.length);
  await page.locator('.result:not([hidden])').waitFor();
  assert.equal(await alarms(), 2 * ALARM.length);
});

test('discs flip along each line in order, outward, with the discs that enclose it shown', async () => {
  const { page } = await person();
  // A row of three between the played disc and the disc that encloses them.
  await playAlone(page, house.url, 'reversi', { board: ['BWWW....', '........', '...WB...', '...BW...'], rotation: 'BW' }, [{ bot: 'random' }], { bot_delay_ms: 5000 });
  await page.locator('.turn.mine').waitFor();
  await page.evaluate(() => {
    window.turned = [];
    window.flankers = new Set();
    const note = () => {
      for (const cell of document.querySelectorAll('.cell.flanking')) window.flankers.add(cell.dataset.cell);
      for (const disc of document.querySelectorAll('.board .disc[data-now]')) {
        const { cell } = disc.parentElement.dataset;
        if (!window.turned.includes(cell)) window.turned.push(cell);
      }
    };
    new MutationObserver(note).observe(document.querySelector('.board'), { subtree: true, attributes: true });
  });
  await page.locator('[data-cell=e1]').click();
  await page.waitForFunction(() => window.turned.length === 3);
  assert.deepEqual(await page.evaluate(() => [window.turned, [...window.flankers]]), [['d1', 'c1', 'b1'], ['a1']]);
});

test('no animation holds up the next move: it is taken while discs still turn', async () => {
  const { page } = await person();
  await page.addInitScript(() => localStorage.setItem('engawa.settings', '{"speed":"0.5"}'));
  await playNow(page, house.url, 'classic');
  for (let i = 0; i < 3; i += 1) {
    await myTurnOrOver(page);
    const before = await plyOf(page);
    await page.locator('.cell.legal').first().click();
    await plyAfter(page, before);
  }
  assert.equal(await page.locator('.board[aria-busy]').count(), 1, 'the last one still runs');
});

test('with reduced motion a bomb neither jolts nor bursts', async () => {
  const { page } = await person({ reducedMotion: 'reduce' });
  await bomb(page);
  assert.deepEqual(await page.evaluate(() => [window.bursts, window.booms]), [0, 0]);
});

test('a bomb jolts the board, and the discs that it takes fly apart', async () => {
  const { page } = await person();
  await bomb(page);
  assert.deepEqual(await page.evaluate(() => [window.bursts, window.booms > 0]), [4, true]);
});

async function bomb(page) {
  await playAlone(page, house.url, 'reversi', { board: ['BWR.....', '........', '...WB...', '...BW...'], rotation: 'BW' }, [{ bot: 'random' }], { bot_delay_ms: 5000 });
  await page.locator('.turn.mine').waitFor();
  await page.evaluate(() => {
    window.bursts = 0;
    window.booms = 0;
    new MutationObserver(() => {
      window.bursts = Math.max(window.bursts, document.querySelectorAll('.cell.burst').length);
      window.booms += document.querySelectorAll('.board.boom').length;
    }).observe(document.querySelector('.board'), { subtree: true, attributes: true });
  });
  await page.locator('[data-cell=d1]').click();
  await page.locator('[data-cell=b1]:not([data-disc])').waitFor();
  await page.locator('.board:not([aria-busy])').waitFor();
}
