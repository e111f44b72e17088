import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Looks } from '../src/games/looks';

class Place {
  readonly isConnected = true;
  readonly cell: string;
  constructor(cell: string) {
    this.cell = cell;
  }
  closest() {
    return this;
  }
  matches() {
    return false;
  }
}

// A board of which one place is pointed at, and a prediction whose answers the test gives.
function lookedAt() {
  Object.assign(globalThis, { Element: Place });
  const board = new EventTarget();
  const told: string[] = [];
  const answers: ((seen: string | undefined) => void)[] = [];
  const looks = new Looks<string, string>(
    board as unknown as HTMLElement,
    '[data-cell]',
    (place) => (place as unknown as Place).cell,
    {
      find: () => new Promise((resolve) => answers.push(resolve)),
      words: (seen) => `turns ${seen}`,
      show: () => {},
      speak: (text) => told.push(text),
    },
  );
  const point = (cell: string) => {
    const over = new Event('pointerover');
    Object.defineProperty(over, 'target', { value: new Place(cell) });
    const wait = globalThis.setTimeout;
    globalThis.setTimeout = ((dwelt: () => void) => dwelt()) as never; // the pointer has stayed long enough
    board.dispatchEvent(over);
    globalThis.setTimeout = wait;
  };
  return { looks, told, answers, point };
}

const afterAwaits = () => new Promise<void>((resolve) => setImmediate(resolve));

test('a look is told once, also if the position is redrawn while its answer is on the way', async () => {
  const { looks, told, answers, point } = lookedAt();
  point('c4');
  looks.update(); // somebody came to watch
  looks.update();
  assert.equal(answers.length, 3);
  answers[0]?.('two');
  answers[1]?.('two');
  await afterAwaits();
  assert.deepEqual(told, [], 'answers for older positions');
  answers[2]?.('three');
  await afterAwaits();
  assert.deepEqual(told, ['turns three']);
  looks.update();
  answers[3]?.('four');
  await afterAwaits();
  assert.deepEqual(told, ['turns three'], 'a person who was told keeps the line under the board');
  assert.equal(looks.seen, 'four');
});

test('a place without a move that may be made now is not told later by itself', async () => {
  const { looks, told, answers, point } = lookedAt();
  point('c4');
  answers[0]?.(undefined);
  await afterAwaits();
  looks.update();
  answers[1]?.('two');
  await afterAwaits();
  assert.deepEqual(told, []);
  assert.equal(looks.seen, 'two');
});
