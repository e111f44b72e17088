// The rules of reversi in a room, with pictures of a few cells.
import { h } from '../../base/dom';
import type { HelpFacts, HelpLine } from '../../model/help';
import { icon } from '../../ui/icons';
import { listed, pair } from '../help-parts';
import { discName } from './colors';
import { isDisc } from './discs';
import { count, t } from './help-texts';
import { playersOf, type Variant, variantOf } from './variant';

type Picture = () => Element;

function disc(letter: string): HTMLElement {
  return h('span', { class: 'disc icon', 'data-look': letter });
}

// "+" is where the disc is placed, "x" where it cannot be.
function cells(letters: string): HTMLElement {
  const cell = (letter: string) => {
    const content = letter === 'x' ? icon('close') : isDisc(letter) && disc(letter);
    return h('span', { class: letter === '+' ? 'help-cell play' : 'help-cell' }, content);
  };
  return h('span', { class: 'help-cells' }, ...[...letters].map(cell));
}

function line(letters: string): Picture {
  return () => cells(letters);
}

function move(before: string, after: string): Picture {
  return () => pair(cells(before), cells(after));
}

// Discs with a word below each, such as the number of the move; `skipped`: the disc whose turn is skipped.
function row(discs: { letter: string; word?: string | number; skipped?: boolean }[]): Picture {
  return () =>
    h(
      'span',
      { class: 'help-row' },
      ...discs.map(({ letter, word, skipped }) =>
        h('span', { class: skipped ? 'help-disc skipped' : 'help-disc' }, disc(letter), word),
      ),
    );
}

function names(letters: Iterable<string>): string {
  return listed([...letters].map(discName));
}

function title(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

// Players for the pictures: the first whose discs can be flipped, and others.
function cast({ turns, keeps }: Variant): [me: string, other: string] {
  const [me = 'B', other] = [...turns].filter((letter) => !keeps.includes(letter));
  return [me, other ?? (me === 'W' ? 'B' : 'W')];
}

function* special(variant: Variant, me: string, other: string): Generator<HelpLine> {
  const { wild, bombs, keeps } = variant;
  const kept = [...keeps].find((letter) => letter !== me);
  if (wild) {
    yield { text: t('help.wild'), picture: move(`+${other}G..`, `${me}${me}G..`) };
    yield { text: t('help.wildEnd'), picture: move(`+${other}G${other}G`, `${me}${me}G${me}G`) };
  }
  if (keeps !== '') {
    const discs = listed([...(wild ? [t('help.wildcards')] : []), ...[...keeps].map(discName)]);
    const flips = kept === undefined ? undefined : move(`+${other}${kept}${other}${me}`, `${me}${me}${kept}${me}${me}`);
    yield { text: t('help.keeps', { discs }), picture: flips };
  } else if (wild) yield { text: t('help.keepsWild'), picture: move(`+${other}G${other}${me}`, `${me}${me}G${me}${me}`) };
  if (wild) yield { text: t('help.nothing'), picture: move('+GG..', `${me}GG..`) };
  else if (kept !== undefined) yield { text: t('help.nothing'), picture: move(`+${kept}${me}..`, `${me}${kept}${me}..`) };
  if (bombs) yield { text: t('help.bomb'), picture: move(`${me}${other}+R${me}`, '.....') };
}

function* cutIns(variant: Variant): Generator<HelpLine> {
  const { turns, cuts, skips } = variant;
  for (const player of new Set(cuts.values())) {
    const plies = [...cuts.keys()].filter((ply) => cuts.get(ply) === player);
    const key = turns.includes(player) ? 'help.cutToo' : 'help.cut';
    const text = count(key, plies.length, { who: title(discName(player)), plies: listed(plies) });
    yield { text, picture: row(plies.slice(0, 5).map((ply) => ({ letter: player, word: ply }))) };
  }
  const cut = Math.min(...cuts.keys());
  const first = Math.max(1, cut - 2);
  const around = playersOf(variant, first, 5).map((letter, i) => ({ letter, word: first + i }));
  yield { text: t('help.cutOrder'), picture: row(around) };
  const stuck = around.slice(0, cut - first + 1).map((one) => ({ ...one, skipped: one.word === cut }));
  const instead = around.slice(cut - first + 1, cut - first + 2).map((one) => ({ ...one, word: cut }));
  yield skips
    ? { text: t('help.stuckSkip'), picture: row([...stuck, ...instead]) }
    : { text: t('help.stuckEnd'), picture: row(stuck) };
}

export function help(facts: HelpFacts): HelpLine[] {
  const variant = variantOf(facts);
  const [me, other] = variant ? cast(variant) : ['B', 'W'];
  const lines: HelpLine[] = [
    { text: t('help.enclose'), picture: move(`+${other}${other}${me}.`, `${me}${me}${me}${me}.`) },
    { text: t('help.where'), picture: line(`x${other}${other}..`) },
  ];
  if (!variant) return [...lines, { text: t('help.pass') }, { text: t('help.end') }];
  const { turns, cuts, compete } = variant;
  lines.push(...special(variant, me, other));
  if (turns.length > 1)
    lines.push({ text: t('help.turns', { players: names(turns) }), picture: row([...turns].map((letter) => ({ letter }))) });
  if (cuts.size > 0) lines.push(...cutIns(variant));
  const others = [...new Set([...turns, ...cuts.values()])].filter((letter) => !compete.includes(letter));
  const winners = [...compete].map((letter) => ({ letter }));
  if (others.length > 0)
    lines.push({
      text: t('help.compete', { others: title(names(others)), players: names(compete) }),
      picture: row([...winners, ...others.map((letter) => ({ letter, skipped: true }))]),
    });
  const passing = playersOf({ ...variant, cuts: new Map() }, 1, 4).map((letter, i) => ({ letter, skipped: i === 1 }));
  lines.push({ text: t('help.pass'), picture: turns.length > 1 ? row(passing) : undefined });
  lines.push({
    text: cuts.size > 0 ? t('help.endCuts', { players: names(turns) }) : t('help.end'),
    picture: line(`${me}${me}${me}${other}${other}`),
  });
  return lines;
}
