// One board of tiles, in reading order; tiles slide from their previous places. The large board takes clicks and arrow
// keys.
import { h } from '../../base/dom';
import { reducedMotion, settings } from '../../base/settings';
import { t } from './texts';
import { sizeOf, slideOf, type Tiles, tileToward } from './tiles';

const SLIDE_MS = 110;
const DIRECTIONS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export class TileBoard {
  readonly element = h('div', { class: 'tiles', role: 'group', tabindex: 0 });
  #tiles: Tiles = [];
  #hinted: number | undefined;
  readonly #onTile: (tile: number, by?: Event) => void;

  // `onTile`: with the event of a tap, or without one for an arrow key.
  constructor(onTile: (tile: number, by?: Event) => void) {
    this.#onTile = onTile;
    this.element.addEventListener('click', (event) => {
      const tile = (event.target as Element).closest<HTMLElement>('[data-tile]')?.dataset.tile;
      if (tile && tile !== '0') this.#onTile(Number(tile), event);
    });
  }

  // The tiles that would slide with this one lean towards the hole, which shows the first of them. Undefined: none.
  ghost(tile: number | undefined): void {
    const slide = tile === undefined ? undefined : slideOf(this.#tiles, tile);
    [...this.element.children].forEach((button, i) => {
      if (slide?.indexes.includes(i)) button.setAttribute('data-ghost', slide.way);
      else if (slide && this.#tiles[i] === 0) button.setAttribute('data-ghost', String(this.#tiles[slide.indexes[0] ?? 0]));
      else button.removeAttribute('data-ghost');
    });
  }

  // Returns true if the key was for the board.
  key(event: KeyboardEvent): boolean {
    const way = DIRECTIONS[event.key];
    if (!way) return false;
    const tile = tileToward(this.#tiles, way[0], way[1], event.shiftKey);
    if (tile) this.#onTile(tile);
    return true;
  }

  set(tiles: Tiles, options: { label: string; mine: boolean; hinted?: number | undefined; slides: boolean }): void {
    const before = this.#tiles;
    this.#tiles = tiles;
    this.#hinted = options.hinted;
    this.element.setAttribute('aria-label', options.label);
    this.element.toggleAttribute('data-mine', options.mine);
    if (this.element.childElementCount !== tiles.length) this.#build(tiles.length);
    tiles.forEach((tile, i) => {
      this.#paint(this.element.children[i] as HTMLElement, tile, i);
    });
    if (options.slides && before.length === tiles.length) this.#animate(before, tiles);
  }

  #build(count: number): void {
    this.element.style.setProperty('--size', String(Math.round(Math.sqrt(count))));
    this.element.replaceChildren(
      ...Array.from({ length: count }, () => h('button', { class: 'tile', type: 'button', tabindex: -1 }, h('span', {}))),
    );
  }

  #paint(button: HTMLElement, tile: number, index: number): void {
    const home = tile === index + 1;
    button.classList.toggle('hinted', tile !== 0 && tile === this.#hinted);
    let name = tile === 0 ? t('board.hole') : t(home ? 'tile.inPlace' : 'tile.name', { n: tile });
    if (tile !== 0 && tile === this.#hinted) name = t('tile.hinted', { name });
    if (button.getAttribute('aria-label') !== name) button.setAttribute('aria-label', name);
    if (button.dataset.tile === String(tile)) return;
    button.dataset.tile = String(tile);
    button.classList.toggle('home', home);
    (button.firstElementChild as HTMLElement).textContent = tile === 0 ? '' : String(tile);
  }

  #animate(before: Tiles, tiles: Tiles): void {
    const speed = Number(settings.speed);
    if (reducedMotion() || speed === 0 || document.hidden) return;
    const size = sizeOf(tiles);
    tiles.forEach((tile, i) => {
      const from = before.indexOf(tile);
      if (tile === 0 || from === i) return;
      const dx = (from % size) - (i % size);
      const dy = Math.floor(from / size) - Math.floor(i / size);
      const away = (n: number) => `calc(${n} * (100% + var(--gap)))`;
      this.element.children[i]?.firstElementChild?.animate(
        [{ transform: `translate(${away(dx)}, ${away(dy)})` }, { transform: 'none' }],
        { duration: SLIDE_MS / speed, easing: 'ease-out' },
      );
    });
  }
}

// A small picture of another player's board.
export class MiniBoard {
  readonly element = h('span', { class: 'mini-tiles', 'aria-hidden': 'true' });

  set(tiles: Tiles): void {
    if (this.element.childElementCount !== tiles.length) {
      this.element.style.setProperty('--size', String(sizeOf(tiles)));
      this.element.replaceChildren(...tiles.map(() => h('i', { class: 'hole' })));
    }
    tiles.forEach((tile, i) => {
      const cell = this.element.children[i] as HTMLElement;
      const text = tile === 0 ? '' : String(tile);
      if (cell.textContent === text) return;
      cell.textContent = text;
      cell.className = tile === 0 ? 'hole' : tile === i + 1 ? 'home' : '';
    });
  }
}
