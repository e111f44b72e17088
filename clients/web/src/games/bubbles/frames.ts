// One loop of animation frames for all fields; it runs only while something moves.

interface Moving {
  // Draws the current moment; returns true if there is more to draw.
  draw(now: number): boolean;
}

const moving = new Set<Moving>();
let asked = 0;

function frame(): void {
  asked = 0;
  const now = performance.now();
  for (const scene of [...moving]) if (!scene.draw(now)) moving.delete(scene);
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
