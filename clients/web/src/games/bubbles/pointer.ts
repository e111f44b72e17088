// Aiming and shooting by pointer: releasing it on the field shoots, if it was pressed there.
import { type Aim, angleTo } from './aim';
import { START_Y } from './model';
import type { Scene } from './scene';

// Returns a function that ends it.
export function bindPointer(target: HTMLElement, scene: Scene, aim: Aim): () => void {
  target.addEventListener('pointermove', (event) => {
    if (aim.field) aim.turn(angleTo(...scene.toField(event.clientX, event.clientY)));
  });
  // A press that began elsewhere (a dialog that closes, a drag, a selection) is not a shot, wherever it
  // ends.
  const presses = new Set<number>();
  const onPress = (event: PointerEvent) => {
    if (event.button === 0 && target.contains(event.target as Node)) presses.add(event.pointerId);
    else presses.delete(event.pointerId);
  };
  document.addEventListener('pointerdown', onPress, true);
  target.addEventListener('pointerup', (event) => {
    const [x, y] = scene.toField(event.clientX, event.clientY);
    if (!presses.delete(event.pointerId)) return;
    if (event.button !== 0 || !aim.field || y > START_Y) return; // below the shooter: cancelled
    aim.turn(angleTo(x, y));
    aim.shoot();
  });
  return () => document.removeEventListener('pointerdown', onPress, true);
}
