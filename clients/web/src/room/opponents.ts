// "Play now" chooses opponents by the person's results in this browser: each game's bots are on a ladder by their ratings
// (the catalogue's `ladder`). Two wins in a row lead one rung up, two last places one down. Games with chosen bots do not
// count.

import { speaker } from '../base/i18n';
import { readStored, store } from '../base/identity';
import { botTitle } from '../model/bots';
import { mySeat, type RoomFacts, seatNames } from '../model/facts';
import type { Game, RoomDocument } from '../protocol';
import { toast } from '../ui/toast';

const { t } = speaker({
  en: { joins: '{bot} joins: you won twice in a row.', easier: 'An easier game: {bot} is the strongest here.' },
  ja: { joins: '{bot}が入ります。2回続けて勝ったからです。', easier: '今回はやさしい相手です。いちばん強いのは{bot}です。' },
});

const IN_A_ROW = 2;

// Stored as a list of its members, the rung first, because "Play now" reads only that.
interface Standing {
  rung: number;
  row: number; // wins in a row, or, below 0, last places
  change: number; // change of the rung that was not announced yet: 1, 0 or -1
  record: string; // the last one that counted
}

const keyOf = (game: string) => `engawa.rung.${game}`;

function standingIn(game: string): Standing {
  const [rung, row, change, record = ''] = (readStored(keyOf(game)) ?? '').split(' ');
  const number = (text: string | undefined) => Number(text) || 0;
  return { rung: number(rung), row: number(row), change: number(change), record };
}

function keep(game: string, { rung, row, change, record }: Standing): void {
  store(keyOf(game), [rung, row, change, record].join(' '));
}

type Rung = NonNullable<Game['ladder']>[number];

// The bots for a rung: one from it, the others from the rung below.
function isOfRung(doc: RoomDocument, ladder: Rung[], rung: number): boolean {
  const bots = seatNames(doc).flatMap((seat) => {
    const state = doc.seats[seat];
    return state?.kind === 'bot' ? [`${state.bot} ${state.level}`] : [];
  });
  const nameOf = (at: number) => `${ladder[Math.max(0, at)]?.bot} ${ladder[Math.max(0, at)]?.level}`;
  return bots.length > 0 && bots.every((bot, i) => bot === nameOf(i === 0 ? rung : rung - 1));
}

// The ladder and the rung of a game that "Play now" has begun.
function ladderOf({ doc, game, guest }: RoomFacts): { ladder: Rung[]; standing: Standing } | undefined {
  const ladder = game?.ladder;
  if (!ladder || doc.start !== 'full' || mySeat({ doc, guest }) === undefined) return undefined;
  const standing = standingIn(doc.game);
  standing.rung = Math.min(standing.rung, ladder.length - 1);
  return isOfRung(doc, ladder, standing.rung) ? { ladder, standing } : undefined;
}

// A game is over.
export function noteOutcome(facts: RoomFacts): void {
  const found = ladderOf(facts);
  const { result, game } = facts.doc;
  if (!found || !result || found.standing.record === result.record) return;
  const { ladder, standing } = found;
  const seat = mySeat(facts);
  const ranks = result.ranking.map((entry) => entry.rank);
  const mine = result.ranking.find((entry) => entry.seat === seat)?.rank;
  const won = result.winner === seat;
  const last = !won && mine !== undefined && mine === Math.max(...ranks);
  const { row } = standing;
  const next = won ? Math.max(0, row) + 1 : last ? Math.min(0, row) - 1 : 0;
  const change = Math.abs(next) < IN_A_ROW ? 0 : Math.sign(next);
  const rung = Math.max(0, Math.min(ladder.length - 1, standing.rung + change));
  keep(game, { rung, row: change === 0 ? next : 0, change: rung - standing.rung, record: result.record });
}

// A game begins: announces new opponents, once.
export function greet(facts: RoomFacts): void {
  const { doc, game } = facts;
  if (doc.phase !== 'playing') return;
  const found = ladderOf(facts);
  if (!found || found.standing.change === 0) return;
  const { ladder, standing } = found;
  const { bot, level = 1 } = ladder[standing.rung] as Rung;
  toast(t(standing.change > 0 ? 'joins' : 'easier', { bot: botTitle(game, bot, level) }));
  keep(doc.game, { ...standing, change: 0 });
}
