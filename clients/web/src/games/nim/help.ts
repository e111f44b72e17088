// The rules of the 753 game in a room: whether the last stone wins or loses depends on the variant.
import { h } from '../../base/dom';
import type { HelpFacts, HelpLine } from '../../model/help';
import type { NimOptions, NimView } from '../../protocol';
import { listed, pair } from '../help-parts';
import { count, t } from './help-texts';
import { picture } from './picture';
import { rowsOf } from './rows';

type Picture = () => Element;

function stones(rows: string[]): Element {
  return picture({ rows: Object.fromEntries(rows.map((row, y) => [`r${y}`, row])), misere: false });
}

function move(before: string[], after: string[]): Picture {
  return () => pair(stones(before), stones(after));
}

// Numbers in binary, one below the other.
function digits(groups: number[]): HTMLElement {
  const lines = groups.map((group) => `${group}  ${[...group.toString(2).padStart(3, '0')].join(' ')}`);
  return h('span', { class: 'help-digits' }, lines.join('\n'));
}

// The stones of each row at the start; undefined: not known yet.
function startOf({ doc, start }: HelpFacts): number[] | undefined {
  const { rows } = doc.options as NimOptions;
  if (rows) return rows.map((row) => (typeof row === 'number' ? row : row.replaceAll('x', '').length));
  const view = (start ?? doc.view) as NimView | undefined;
  return view && rowsOf(view).map((row) => row.length); // taken stones leave an empty place
}

function opening(facts: HelpFacts): HelpLine[] {
  const options = facts.doc.options as NimOptions;
  if (options.puzzle || options.preset === 'puzzle') return [{ text: t('help.puzzle') }];
  const rows = startOf(facts);
  if (!rows) return [];
  const named = rows.join() === '7,5,3';
  const text = named ? t('help.name') : count('help.rows', rows.length, { rows: listed(rows) });
  return [{ text, picture: () => stones(rows.map((row) => 'o'.repeat(row))) }];
}

export function help(facts: HelpFacts): HelpLine[] {
  const options = facts.doc.options as NimOptions;
  const view = (facts.doc.view ?? facts.start) as NimView | undefined;
  const misere = options.misere ?? view?.misere ?? options.preset === '753-misere';
  const won: HelpLine = { text: t('help.example'), picture: () => pair(digits([7, 5, 3]), digits([6, 5, 3])) };
  return [
    ...opening(facts),
    { text: t('help.take'), picture: move(['ooooooo'], ['ooxxxoo']) },
    { text: t('help.turns') },
    { text: t(misere ? 'help.lastMisere' : 'help.last') },
    ...(misere
      ? [
          { text: t('help.xorMisere') },
          won,
          { text: t('help.singles') },
          { text: t('help.exampleMisere'), picture: move(['ooo', 'o', 'o'], ['oxx', 'o', 'o']) },
        ]
      : [{ text: t('help.xor') }, won]),
  ];
}
