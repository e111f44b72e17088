// One loop of animation frames for all fields; it runs only while something moves. On a slow processor one frame redraws some fields
// and the next frame the others.

const MOST_MS = 10;

interface Moving {
  // Draws the current moment; returns true if there is more to draw.
  draw(now: number): boolean;
}

const moving = new Set<Moving>();
let asked = 0;

function frame(): void {
  asked = 0;
  const now = performance.now();
  for (const scene of [...moving]) {
    moving.delete(scene);
    if (scene.draw(now)) moving.add(scene); // behind those that wait
    if (performance.now() - now > MOST_MS) break; // checked after drawing, so that a late frame draws at least one field
  }
  if (moving.size > 0) ask();
}

function ask(): void {
  if (asked === 0) asked = requestAnimationFrame(frame);
}

export function wake(scene: Moving): void {
  moving.add(scene);
  ask();
}

export function forget(scene: Moving): void {
  moving.delete(scene);
}
