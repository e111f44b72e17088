// The small pictures of rooms: of the running game, or of the opening before it starts.
import { h } from '../base/dom';
import { openingOf, pictureOf } from '../games/pictures';
import { api } from '../net/api';
import type { Summary } from '../protocol';

// One element for each room, kept while the list around it is redrawn.
export class Miniatures {
  private readonly places = new Map<string, HTMLElement>();

  of(code: string): HTMLElement {
    const known = this.places.get(code);
    if (known) return known;
    const place = h('span', { class: 'mini-board' });
    this.places.set(code, place);
    return place;
  }

  // Forgets the others, and draws each of these rooms as it is now.
  async draw(rooms: Summary[]): Promise<void> {
    const codes = new Set(rooms.map((room) => room.code));
    for (const code of this.places.keys()) if (!codes.has(code)) this.places.delete(code);
    await Promise.all(rooms.map((room) => this.drawOne(room)));
  }

  private async drawOne(room: Summary): Promise<void> {
    const place = this.of(room.code);
    const preset = typeof room.options.preset === 'string' ? room.options.preset : undefined;
    if (room.phase === 'lobby' && place.firstChild && place.dataset.phase === 'lobby') return;
    const glimpse = room.phase === 'lobby' ? undefined : await api.glimpse(room.code).catch(() => undefined);
    if (glimpse && place.dataset.ply === `${glimpse.round} ${glimpse.ply}`) return;
    const picture = glimpse?.view ? await pictureOf(room.game, glimpse.view) : await openingOf(room.game, preset);
    if (!picture) return;
    place.replaceChildren(picture);
    place.dataset.phase = room.phase;
    if (glimpse) place.dataset.ply = `${glimpse.round} ${glimpse.ply}`;
  }
}
