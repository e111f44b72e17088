// Shown by a room's page until the server was reached once. A room that has been shown stays, with a
// banner.

import type { Unreachable } from '../../pages/unreachable';
import { rare } from '../../ui/refusal';
import type { RoomLink } from './room-link';

export class Unreached {
  page: Unreachable | undefined;
  #closed = false;
  readonly #host: HTMLElement;
  readonly #link: RoomLink;

  constructor(host: HTMLElement, link: RoomLink) {
    this.#host = host;
    this.#link = link;
  }

  async show(): Promise<void> {
    const { connection } = this.#link;
    this.page?.tell('still');
    this.page?.because(connection.trouble);
    const code = this.#needed ? await rare() : undefined;
    const { kind } = connection.status;
    if (!code || !this.#needed || this.#closed || kind === 'online' || kind === 'stopped') return;
    this.page = code.unreachablePage(() => connection.restart());
    this.page.because(connection.trouble);
    this.#host.replaceChildren(this.page.element);
  }

  // `room`: the page that is shown afterwards.
  hide(room: HTMLElement | undefined): void {
    if (this.page && room) this.#host.replaceChildren(room);
    this.page?.destroy();
    this.page = undefined;
  }

  close(): void {
    this.#closed = true;
  }

  get #needed(): boolean {
    return !this.#link.everOnline && !this.page;
  }
}
