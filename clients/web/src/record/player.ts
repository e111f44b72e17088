// Moves through a record: a scrubber, buttons, keys, and playing at a chosen speed.
import { h } from '../base/dom';
import { readStored, store } from '../base/identity';
import { drawn } from '../ui/icons';
import { t } from './texts';

const SPEEDS = ['0.5', '1', '2', '4'] as const;
const BEAT_MS = 1500; // between two moves at speed 1
const KEY = 'engawa.replaySpeed';

const SHAPES = {
  first: 'M6 5v14M18 5l-9 7 9 7z',
  back: 'M17 5l-10 7 10 7z',
  play: 'M7 4l13 8-13 8z',
  pause: 'M8 5v14M16 5v14',
  forward: 'M7 5l10 7-10 7z',
  last: 'M18 5v14M6 5l9 7-9 7z',
};

// Where each key leads from the shown ply.
const LEADS: Record<string, (at: number, plies: number) => number> = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  Home: () => 0,
  End: (_, plies) => plies,
};

function playerButton(name: keyof typeof SHAPES, act: () => void): HTMLButtonElement {
  const label = t(`player.${name}`);
  const names = { title: label, 'aria-label': label, 'data-do': name };
  return h('button', { class: 'button player-button', type: 'button', ...names, onclick: act }, drawn(SHAPES[name]));
}

function storedSpeed(): string {
  const stored = readStored(KEY) ?? '1';
  return (SPEEDS as readonly string[]).includes(stored) ? stored : '1';
}

// Whether a key is for what has the focus, and not for the record.
function ownsKey(on: Element, key: string): boolean {
  if (on.closest?.('input, select, textarea, dialog, [role=grid], [role=slider]')) return true;
  return key === ' ' && on.closest?.('button, a, summary') != null;
}

export class Player {
  readonly element: HTMLElement;
  at = 0;
  private plies = 0;
  private speed = storedSpeed();
  private timer: ReturnType<typeof setTimeout> | undefined; // while it plays
  private readonly range = h('input', {
    type: 'range',
    class: 'scrubber',
    min: 0,
    max: 0,
    value: 0,
    step: 1,
    'aria-label': t('player.position'),
  });
  private readonly place = h('output', { class: 'player-place' });
  private readonly toggle = playerButton('play', () => (this.timer === undefined ? this.start() : this.stop()));

  // `show`: draws the position; `words`: describes it for screen readers.
  constructor(
    private readonly show: (ply: number, before: number) => void,
    private readonly words: (ply: number) => string,
  ) {
    const names = { role: 'group', 'aria-label': t('player.title') };
    this.element = h('div', { class: 'player-bar', ...names }, this.range, this.buttons());
    this.range.addEventListener('input', () => this.jump(Number(this.range.value)));
    document.addEventListener('keydown', this.onKey);
  }

  // Goes there; animated if it is one move further.
  go(ply: number): void {
    const before = this.at;
    this.at = Math.max(0, Math.min(this.plies, ply));
    this.range.value = String(this.at);
    this.range.setAttribute('aria-valuetext', this.words(this.at));
    this.place.textContent = `${this.at} / ${this.plies}`;
    this.show(this.at, before);
  }

  setLength(plies: number): void {
    this.plies = plies;
    this.range.max = String(plies);
  }

  destroy(): void {
    this.stop();
    document.removeEventListener('keydown', this.onKey);
  }

  private buttons(): HTMLElement {
    return h(
      'div',
      { class: 'player-buttons' },
      playerButton('first', () => this.jump(0)),
      playerButton('back', () => this.jump(this.at - 1)),
      this.toggle,
      playerButton('forward', () => this.jump(this.at + 1)),
      playerButton('last', () => this.jump(this.plies)),
      this.speeds(),
      this.place,
    );
  }

  private speeds(): HTMLElement {
    const select = h('select', { class: 'field player-speed', 'aria-label': t('player.speed') });
    for (const one of SPEEDS) select.append(h('option', { value: one, selected: one === this.speed }, `${one}×`));
    select.addEventListener('change', () => {
      this.speed = select.value;
      store(KEY, this.speed);
    });
    return select;
  }

  private start(): void {
    if (this.at >= this.plies) this.go(0);
    this.beat();
  }

  private beat(): void {
    this.timer = setTimeout(() => {
      if (this.at < this.plies) this.go(this.at + 1);
      if (this.at < this.plies) this.beat();
      else this.stop();
    }, BEAT_MS / Number(this.speed));
    this.paint();
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.paint();
  }

  private paint(): void {
    const shape = this.timer === undefined ? 'play' : 'pause';
    const label = t(`player.${shape}`);
    if (this.toggle.title === label) return;
    this.toggle.title = label;
    this.toggle.setAttribute('aria-label', label);
    this.toggle.replaceChildren(drawn(SHAPES[shape]));
  }

  // By the person: ends the playing.
  private jump(ply: number): void {
    this.stop();
    this.go(ply);
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (ownsKey(event.target as Element, event.key)) return;
    const lead = LEADS[event.key];
    if (lead) this.jump(lead(this.at, this.plies));
    else if (event.key === ' ') this.toggle.click();
    else return;
    event.preventDefault();
  };
}
