// The code of the room's game: requested as soon as the game is known, once.

import { t } from '../base/i18n';
import { loadGame } from '../games/catalogue';
import type { GameModule } from '../model/module';
import type { KeyOfRoom } from '../texts/dialogs';
import { setGameKeys } from '../ui/dialogs';
import { rare } from '../ui/refusal';
import { toast } from '../ui/toast';

// The first four use the game's answers (voice.ts).
const EAR_KEYS = 4;
const ROOM_KEYS: KeyOfRoom[] = ['score', 'own', 'rowAround', 'missed', 'zen', 'mute'];

export class GameLoader {
  module: GameModule | undefined;
  failed = false; // the code of the game, or other code of its room
  #asked = false;
  #closed = false;
  readonly #settle: () => void;
  readonly #tried: () => void;

  // `settle`: no code will come; `tried`: it has been loaded, or has failed.
  constructor(settle: () => void, tried: () => void) {
    this.#settle = settle;
    this.#tried = tried;
  }

  async load(id: string): Promise<void> {
    if (this.#asked || this.failed) return;
    this.#asked = true;
    try {
      this.module = await loadGame(id);
      setGameKeys(
        () => this.module?.keys() ?? [],
        () => ROOM_KEYS.slice(this.module?.ear ? 0 : EAR_KEYS),
      );
    } catch {
      await this.fail();
    }
    this.#tried();
  }

  // Code of this room could not be loaded.
  async fail(): Promise<void> {
    const more = await rare();
    if (this.#closed || (await more?.loadAnew())) return;
    if (!more) toast(t('error.offline'), 'refusal');
    this.failed = true;
    this.#settle();
  }

  close(): void {
    this.#closed = true;
  }
}
