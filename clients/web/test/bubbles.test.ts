// The flight on the page equals the server's flight: 100 000 random shots of bubbles_shots, which is the game's own code.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { angleTo, clampAngle } from '../src/games/bubbles/aim';
import { type Cell, cellName, cellOf, fly, land, neighbors } from '../src/games/bubbles/model';

const PROGRAM = process.env.BUBBLES_SHOTS ?? join(process.cwd(), '../../build/test/bin/bubbles_shots');
const SHOTS = 100_000;

interface Shot {
  field: string[];
  shift: number;
  angle: number;
  color: string;
  cell: string;
  steps: number;
  path: number[][];
  popped: string;
  fallen: string;
}

const names = (cells: Cell[]) => cells.map(cellName).sort().join(' ');
const sorted = (text: string) => text.split(' ').sort().join(' ');

test(`${SHOTS} random shots land and pop as on the server`, async () => {
  assert.ok(existsSync(PROGRAM), `${PROGRAM} is missing: build it first (cmake --build build/test --target bubbles_shots)`);
  const program = spawn(PROGRAM, [String(SHOTS), '20260315'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let seen = 0;
  let popped = 0;
  let bounced = 0;
  for await (const line of createInterface({ input: program.stdout })) {
    const shot = JSON.parse(line) as Shot;
    const field = { shift: shot.shift, rows: shot.field };
    const landing = fly(field, shot.angle);
    if (cellName(landing.cell) !== shot.cell) assert.fail(`${line}: ${cellName(landing.cell)}`);
    if (JSON.stringify(landing.path) !== JSON.stringify(shot.path)) assert.deepEqual(landing.path, shot.path, line);
    const gone = land(field, landing.cell, shot.color);
    if (names(gone.popped) !== sorted(shot.popped) || names(gone.fallen) !== sorted(shot.fallen))
      assert.deepEqual([names(gone.popped), names(gone.fallen)], [sorted(shot.popped), sorted(shot.fallen)], line);
    seen += 1;
    if (gone.popped.length > 0) popped += 1;
    if (landing.path.length > 2) bounced += 1;
  }
  assert.equal(seen, SHOTS);
  assert.ok(popped > SHOTS / 100 && bounced > SHOTS / 10, `worth comparing: ${popped} popped, ${bounced} bounced`);
});

test('names of cells, and which touch each other', () => {
  assert.deepEqual(cellOf('r11c7'), { row: 11, column: 7 });
  assert.equal(names(neighbors({ row: 1, column: 0 }, 0)), 'r0c0 r0c1 r1c1 r2c0 r2c1');
  assert.equal(names(neighbors({ row: 1, column: 1 }, 1)), 'r0c0 r0c1 r1c0 r1c2 r2c0 r2c1');
});

test('aiming by a point: straight up, to the sides, and never further than the game takes', () => {
  assert.equal(angleTo(16384, 0), 0);
  assert.equal(angleTo(16384 + 1000, 48159 - 1000), 4500);
  assert.equal(angleTo(0, 48159), -8000);
  assert.equal(angleTo(32768, 60000), 8000);
  assert.equal(clampAngle(-8000.4), -8000);
});
