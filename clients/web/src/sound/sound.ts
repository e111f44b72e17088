// The sounds of a game: off until this person's first move, then soft (room/moves.ts), unless they have chosen. The synthesiser
// is loaded with the first sound.

import { change, chosen, onSettings, type Settings, settings } from '../base/settings';
import { persist } from '../net/persist';
import type { Sound, SoundOptions } from './synth';

export type { Sound, SoundOptions } from './synth';

const LOUDNESS: Record<Settings['sound'], number> = { off: 0, soft: 0.25, normal: 0.6, loud: 1 };

type Synth = typeof import('./synth');
let synth: Synth | undefined;
let loading: Promise<void> | undefined;
let context: AudioContext | undefined;

async function load(): Promise<void> {
  loading ??= persist(() => import('./synth')).then(
    (code) => {
      synth = code;
    },
    () => {
      loading = undefined; // there is no sound without a connection; the next one tries again
    },
  );
  await loading;
}

// Does nothing while sound is off, or while the page is hidden (except for the sign that it is the person's turn).
export function play(sound: Sound, options: SoundOptions = {}): void {
  const volume = LOUDNESS[settings.sound];
  if (volume === 0 || (document.hidden && sound !== 'turn')) return;
  if (synth) return synth.play(audio(), sound, volume, options);
  // A sound that is late is not played at all.
  const asked = performance.now();
  void load().then(() => performance.now() - asked < 400 && synth?.play(audio(), sound, volume, options));
}

function audio(): AudioContext {
  context ??= new AudioContext();
  return context;
}

// Mute, and back to the previous loudness.
let last: Settings['sound'] = 'normal';

export function toggleSound(): void {
  if (settings.sound !== 'off') last = settings.sound;
  change({ sound: settings.sound === 'off' ? last : 'off' });
}

// A person who turns sound on, or changes the loudness, hears it however long the synthesiser takes to load.
let before = settings.sound;
onSettings((now) => {
  if (now.sound === before) return;
  before = now.sound;
  if (now.sound !== 'off') void load().then(() => play('put'));
});

// Browsers allow sound only after a tap or a key. A phone takes 0.1 s to make the context, in which nothing is drawn. So it
// is made after the tap that leads to a room, while the room is loaded, and not in the first move.
function prepare(): void {
  if (chosen.sound !== 'off') setTimeout(audio);
  if (settings.sound !== 'off') void load();
}

if (navigator.userActivation?.hasBeenActive) prepare();
else addEventListener('click', prepare, { once: true });
