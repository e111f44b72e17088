// What a graph shows: a line or a band for every seat.
import type { Series } from './turning';

export interface Line extends Series {
  name: string;
  who: string; // short
  color: string | undefined;
  icon: () => HTMLElement;
}

export interface GraphData {
  title: string;
  lines: Line[];
  plies: number;
  show: (value: number) => string;
  parts: boolean; // of a whole
}
