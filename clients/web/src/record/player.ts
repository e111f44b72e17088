// Moves through a record: a scrubber, buttons, keys, and playing at a chosen speed.
import { h } from '../dom';
import { readStored, store } from '../net/identity';
import { t } from './texts';

const SPEEDS = ['0.5', '1', '2', '4'] as const;
const BEAT_MS = 1500; // between two moves at speed 1
const KEY = 'engawa.replaySpeed';

export interface Player {
  element: HTMLElement;
  at: number;
  // Goes there; `animated` if it is one move further.
  go(ply: number): void;
  setLength(plies: number): void;
  destroy(): void;
}

function drawn(d: string): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', 'line-icon');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', d);
  svg.append(path);
  return svg;
}

const SHAPES = {
  first: 'M6 5v14M18 5l-9 7 9 7z',
  back: 'M17 5l-10 7 10 7z',
  play: 'M7 4l13 8-13 8z',
  pause: 'M8 5v14M16 5v14',
  forward: 'M7 5l10 7-10 7z',
  last: 'M18 5v14M6 5l9 7-9 7z',
};

// `show`: draws the position; `words`: describes it for screen readers.
export function player(show: (ply: number, before: number) => void, words: (ply: number) => string): Player {
  let plies = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stored = readStored(KEY) ?? '1';
  let speed: string = (SPEEDS as readonly string[]).includes(stored) ? stored : '1';
  const button = (name: keyof typeof SHAPES, act: () => void) => {
    const label = t(`player.${name}`);
    return h(
      'button',
      { class: 'button player-button', type: 'button', title: label, 'aria-label': label, 'data-do': name, onclick: act },
      drawn(SHAPES[name]),
    );
  };
  const range = h('input', {
    type: 'range',
    class: 'scrubber',
    min: 0,
    max: 0,
    value: 0,
    step: 1,
    'aria-label': t('player.position'),
  });
  const place = h('output', { class: 'player-place' });
  const toggle = button('play', () => (timer === undefined ? start() : stop()));
  const faster = h('select', { class: 'field player-speed', 'aria-label': t('player.speed') });
  for (const one of SPEEDS) faster.append(h('option', { value: one, selected: one === speed }, `${one}×`));
  faster.addEventListener('change', () => {
    speed = faster.value;
    store(KEY, speed);
  });
  const element = h(
    'div',
    { class: 'player-bar', role: 'group', 'aria-label': t('player.title') },
    range,
    h(
      'div',
      { class: 'player-buttons' },
      button('first', () => jump(0)),
      button('back', () => jump(self.at - 1)),
      toggle,
      button('forward', () => jump(self.at + 1)),
      button('last', () => jump(plies)),
      faster,
      place,
    ),
  );

  function paint(): void {
    const playing = timer !== undefined;
    const label = t(playing ? 'player.pause' : 'player.play');
    if (toggle.title === label) return;
    toggle.title = label;
    toggle.setAttribute('aria-label', label);
    toggle.replaceChildren(drawn(SHAPES[playing ? 'pause' : 'play']));
  }

  function stop(): void {
    clearTimeout(timer);
    timer = undefined;
    paint();
  }

  function start(): void {
    if (self.at >= plies) self.go(0);
    beat();
  }

  function beat(): void {
    timer = setTimeout(() => {
      if (self.at < plies) self.go(self.at + 1);
      if (self.at < plies) beat();
      else stop();
    }, BEAT_MS / Number(speed));
    paint();
  }

  // By the person: ends the playing.
  function jump(ply: number): void {
    stop();
    self.go(ply);
  }

  range.addEventListener('input', () => jump(Number(range.value)));

  function onKey(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const on = event.target as Element;
    if (on.closest?.('input, select, textarea, dialog, [role=grid], [role=slider]')) return;
    if (event.key === ' ' && on.closest?.('button, a, summary')) return;
    if (event.key === 'ArrowLeft') jump(self.at - 1);
    else if (event.key === 'ArrowRight') jump(self.at + 1);
    else if (event.key === 'Home') jump(0);
    else if (event.key === 'End') jump(plies);
    else if (event.key === ' ') toggle.click();
    else return;
    event.preventDefault();
  }
  document.addEventListener('keydown', onKey);

  const self: Player = {
    element,
    at: 0,
    go(ply) {
      const before = self.at;
      self.at = Math.max(0, Math.min(plies, ply));
      range.value = String(self.at);
      range.setAttribute('aria-valuetext', words(self.at));
      place.textContent = `${self.at} / ${plies}`;
      show(self.at, before);
    },
    setLength(all) {
      plies = all;
      range.max = String(all);
    },
    destroy() {
      stop();
      document.removeEventListener('keydown', onKey);
    },
  };
  return self;
}
