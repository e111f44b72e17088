// What a loaded record says: its position at every ply, who sat where, and what happened in words.

import { isolated } from '../base/i18n';
import { identity } from '../base/identity';
import { describe } from '../model/describe';
import { seatNames, seatWho } from '../model/facts';
import type { JudgeModule } from '../model/judge';
import type { GameModule } from '../model/module';
import { type PageFacts, seatName } from '../model/page-facts';
import type { Game, Replay } from '../protocol';
import { seatIcon } from '../room/table/players';
import type { Frames } from './frames';
import type { Person } from './panel';
import { t } from './texts';

export interface Loaded {
  replay: Replay;
  module: GameModule;
  judge: JudgeModule | undefined;
  game: Game | undefined;
  frames: Frames;
  note?: string; // under the result
}

export class RecordFacts {
  readonly plies: number;
  readonly simultaneous: boolean;
  readonly first: PageFacts;
  readonly people: Person[];

  constructor(readonly loaded: Loaded) {
    this.plies = loaded.frames.plies;
    this.simultaneous = loaded.game?.simultaneous === true;
    this.first = this.at(0);
    this.people = seatNames(this.first.doc).map((seat) => ({
      seat,
      name: this.nameOf(seat),
      who: isolated(seatWho(this.first, seat)) || this.nameOf(seat),
      icon: () => seatIcon(this.at(0), seat),
    }));
  }

  // The facts at a ply, or at the start while its position is still to be made.
  at(ply: number): PageFacts {
    const { frames, game, module } = this.loaded;
    const doc = (frames.list[ply] ?? frames.list[0])?.doc as PageFacts['doc'];
    return { doc, guest: undefined, game, module };
  }

  nameOf(seat: string): string {
    const words = [seatName(this.first, seat), isolated(seatWho(this.first, seat))];
    return words.filter((word) => word !== '').join(' · ');
  }

  // The seat whose mistakes are listed first: this person's, or that of the only human; otherwise empty.
  whose(): string {
    const { seats } = this.loaded.replay;
    const human = this.people.filter(({ seat }) => seats[seat]?.kind === 'human');
    return this.mine() ?? (human.length === 1 ? human[0]?.seat : undefined) ?? '';
  }

  // The seat of who has this person's name.
  mine(): string | undefined {
    const name = identity.nick ?? identity.given;
    return this.people.find(({ seat }) => name && this.loaded.replay.seats[seat]?.nick === name)?.seat;
  }

  // What led to this ply; empty while its position is still to be made.
  wordsOf(ply: number): string {
    const frame = this.loaded.frames.list[ply];
    if (!frame) return '';
    const now = this.at(ply);
    const said = frame.events.flatMap((event) => describe(event, now) ?? []);
    return [...(ply === 0 ? [t('moves.start')] : []), ...said].join(' / ');
  }
}
