// Small line drawings, created as elements.
import { svg } from '../base/svg';

const PATHS = {
  settings: 'M4 7h9M17 7h3M15 4.5v5M4 12h2M10 12h10M8 9.5v5M4 17h7M15 17h5M13 14.5v5',
  invite: 'M9.5 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM3 20c.4-3.8 3-6 6.5-6s6.1 2.2 6.5 6M18.5 8v6M15.5 11h6',
  leave: 'M14 4H6v16h8M10 12h11M17.5 8.5 21 12l-3.5 3.5',
  keys: 'M3 7h18v10H3zM6.5 10.5h.1M10 10.5h.1M13.5 10.5h.1M17 10.5h.1M8 14h8',
  hint: 'M12 3a6 6 0 0 0-3.5 10.9c.6.5.9 1.2.9 2v.6h5.2v-.6c0-.8.3-1.5.9-2A6 6 0 0 0 12 3ZM9.6 19.5h4.8M10.5 22h3',
  rules: 'M5 4h9.5L19 8.5V20H5zM14 4v5h5M8.5 12.5h7M8.5 16h7',
  choose: 'M8 10l4 4 4-4',
  close: 'M6 6l12 12M18 6 6 18',
  seat: 'M7 4v9h10V4M7 13l-2 7M17 13l2 7M7 9h10',
  people:
    'M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM3.5 19c.4-3.4 2.6-5 5.5-5s5.1 1.6 5.5 5M16 5.5a3 3 0 0 1 0 5.4M17 14.4c2 .6 3.2 2.2 3.5 4.6',
  sound: 'M4 9.5v5h3.5L12 19V5L7.5 9.5zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
  mute: 'M4 9.5v5h3.5L12 19V5L7.5 9.5zM15.5 9.5l5 5M20.5 9.5l-5 5',
  zen: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  again: 'M5 4v5h5M5.5 9a8 8 0 1 1-1 5M10.5 9.5v5l4-2.5z',
  flag: 'M6 21V4M6 5c4-2.5 7 2.5 12 0v8c-5 2.5-8-2.5-12 0',
};

export function drawn(d: string): SVGElement {
  return svg('svg', { viewBox: '0 0 24 24', class: 'line-icon', 'aria-hidden': 'true' }, svg('path', { d }));
}

export const icon = (name: keyof typeof PATHS): SVGElement => drawn(PATHS[name]);
