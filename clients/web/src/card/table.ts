// The small game of a card as a room's document, so that the game's own board can draw and play it.

import type { RoomFacts } from '../model/facts';
import type { Game, RoomDocument } from '../protocol';
import type { CardStep } from './card';
import type { Position } from './steps';

const ME = 'g_card';

export function cardFacts(game: string, entry: Game | undefined, step: CardStep, now: Position): RoomFacts {
  const others = Array.from({ length: step.seats - 1 }, (_, i) => [`s${i + 1}`, { kind: 'bot', bot: '', level: 1 }]);
  const doc = {
    code: '',
    game,
    options: step.options,
    visibility: 'private',
    start: 'host',
    phase: 'playing',
    round: 1,
    settings: { absent: 'bot', timeout: 'bot_move', join: 'none', stand_in: { bot: '', level: 1 } },
    seats: { s0: { kind: 'human', guest: ME, nick: '', online: true }, ...Object.fromEntries(others) },
    clock: { kind: 'none' },
    elapsed: { ms: 3_600_000 }, // no time limit here
    ...now,
  };
  return { doc: doc as unknown as RoomDocument, guest: ME, game: entry };
}
