// The sounds, made with Web Audio: noise and decaying tones, no recordings.
export type Sound = 'put' | 'flip' | 'bomb' | 'take' | 'slide' | 'pop' | 'turn' | 'low' | 'end';

export interface SoundOptions {
  count?: number; // number of repetitions, each a little higher
  every?: number; // ms between them
}

let noise: AudioBuffer | undefined;

const MOST_VOICES = 24;
let voices = 0;

function noiseOf(audio: AudioContext): AudioBuffer {
  if (noise) return noise;
  noise = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  return noise;
}

// A gain that jumps to `loud` and dies away in `s` seconds.
function decay(audio: AudioContext, at: number, loud: number, s: number, to: AudioNode): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(Math.max(0.0002, loud), at + 0.003);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + s);
  gain.connect(to);
  return gain;
}

function run(source: AudioScheduledSourceNode, at: number, s: number): void {
  voices += 1;
  source.onended = () => {
    voices -= 1;
  };
  source.start(at);
  source.stop(at + s + 0.02);
}

function tone(audio: AudioContext, to: AudioNode, at: number, hz: number, s: number, loud: number, end = hz): void {
  const source = audio.createOscillator();
  source.frequency.setValueAtTime(hz, at);
  source.frequency.exponentialRampToValueAtTime(end, at + s);
  source.connect(decay(audio, at, loud, s, to));
  run(source, at, s);
}

function hiss(audio: AudioContext, to: AudioNode, at: number, hz: number, s: number, loud: number, end = hz, q = 1.2): void {
  const source = audio.createBufferSource();
  source.buffer = noiseOf(audio);
  source.loop = true;
  const filter = audio.createBiquadFilter();
  filter.type = end < hz ? 'lowpass' : 'bandpass';
  filter.Q.value = q;
  filter.frequency.setValueAtTime(hz, at);
  filter.frequency.exponentialRampToValueAtTime(end, at + s);
  source.connect(filter).connect(decay(audio, at, loud, s, to));
  run(source, at, s);
}

type Voice = (audio: AudioContext, to: AudioNode, at: number, i: number) => void;

const VOICES: Record<Sound, Voice> = {
  // A stone placed on thick wood: the click, and the resonance of the board.
  put(audio, to, at) {
    hiss(audio, to, at, 2600, 0.018, 0.9);
    tone(audio, to, at, 1180, 0.035, 0.28);
    tone(audio, to, at, 430, 0.075, 0.4);
    tone(audio, to, at, 190, 0.11, 0.5, 150);
  },
  flip(audio, to, at, i) {
    const hz = 520 * 1.06 ** Math.min(i, 14);
    hiss(audio, to, at, 3400, 0.012, 0.35);
    tone(audio, to, at, hz, 0.05, 0.22);
  },
  bomb(audio, to, at) {
    hiss(audio, to, at, 2400, 0.09, 1);
    hiss(audio, to, at + 0.01, 1500, 0.75, 0.9, 60, 0.5);
    tone(audio, to, at, 120, 0.55, 1, 32);
  },
  take(audio, to, at, i) {
    hiss(audio, to, at, 2200 + 120 * i, 0.014, 0.5);
    tone(audio, to, at, 640 + 40 * i, 0.05, 0.25, 760 + 40 * i);
  },
  slide(audio, to, at) {
    hiss(audio, to, at, 900, 0.06, 0.3);
    tone(audio, to, at + 0.045, 330, 0.05, 0.3);
  },
  pop(audio, to, at, i) {
    tone(audio, to, at, 420 * 1.07 ** Math.min(i, 14), 0.09, 0.4, 900 * 1.07 ** Math.min(i, 14));
  },
  // A small temple bell: partials that are not in tune with each other.
  turn(audio, to, at) {
    [1, 2.76, 5.4].forEach((partial, i) => {
      tone(audio, to, at, 587 * partial, 1.1 / (i + 1), 0.22 / (i + 1));
    });
  },
  low(audio, to, at) {
    tone(audio, to, at, 980, 0.06, 0.4);
    tone(audio, to, at + 0.14, 980, 0.06, 0.4);
  },
  // Four plucked strings of a koto's scale.
  end(audio, to, at) {
    [293.7, 440, 466.2, 587.3].forEach((hz, i) => {
      tone(audio, to, at + i * 0.16, hz, 1.2, 0.3);
      tone(audio, to, at + i * 0.16, hz * 2, 0.6, 0.12);
    });
  },
};

// `context`: always the same.
export function play(context: AudioContext, sound: Sound, volume: number, options: SoundOptions): void {
  const { count = 1, every = 70 } = options;
  if (context.state === 'suspended') void context.resume().catch(() => {});
  if (voices > MOST_VOICES) return;
  noiseOf(context); // takes a while, so before times are computed
  for (let lead = 0.01; ; lead *= 5) {
    const master = context.createGain();
    master.gain.value = volume * 0.6;
    master.connect(context.destination);
    const start = context.currentTime + lead;
    for (let i = 0; i < Math.min(count, 16); i += 1) VOICES[sound](context, master, start + (i * every) / 1000, i);
    // On a busy machine the start of the sound, or all of it, may be past when it is ready: then it is made again, with more
    // lead time.
    if (context.currentTime < start || lead > 0.5) return;
    master.disconnect();
  }
}
