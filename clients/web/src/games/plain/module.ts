// A board for any game: its view as a table, and its legal moves as buttons if the game says how a word of `legal`
// becomes a move (`legal_member` of GET /api/games); else a text field for JSON.
import { h, redraw } from '../../base/dom';
import { isolated, language } from '../../base/i18n';
import { legalForMe, mayMove, type RoomFacts, seatLabel, seatWho } from '../../model/facts';
import type { GameModule, GamePart, TableActions } from '../../model/module';
import type { Game, RoomEvent } from '../../protocol';
import { seatToken } from '../token';
import { fill } from './sentence';
import { t } from './texts';

// A word of digits is a number.
function moveOf(member: string, word: string): object {
  return { [member]: /^\d+$/.test(word) ? Number(word) : word };
}

function entriesOf(value: object): [string, unknown][] {
  return Object.entries(value).sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
}

function shown(value: unknown): Node | string {
  if (Array.isArray(value))
    return value.map((item) => (typeof item === 'object' ? JSON.stringify(item) : String(item))).join(' ');
  if (value === null || typeof value !== 'object') return String(value);
  const rows = entriesOf(value).map(([key, item]) => h('tr', {}, h('th', { scope: 'row' }, key), h('td', {}, shown(item))));
  return h('table', {}, h('tbody', {}, ...rows));
}

function part(actions: TableActions): GamePart {
  const view = h('div', { class: 'plain-view' });
  const moves = h('div', { class: 'plain-moves' });
  const element = h('div', { class: 'plain panel' }, view, moves);

  function buttons(facts: RoomFacts, member: string): Node[] {
    const found = legalForMe(facts);
    if (found.length === 0) return [h('p', { class: 'hint' }, t('moves.none'))];
    return found.map((word) => {
      const play = () => void actions.move(moveOf(member, word));
      return h('button', { class: 'button small', type: 'button', 'data-move': word, onclick: play }, word);
    });
  }

  function field(): Node {
    const input = h('input', { class: 'field', name: 'move', autocomplete: 'off', spellcheck: 'false' });
    const form = h('form', {}, h('label', { class: 'option' }, h('span', {}, t('moves.json')), input));
    form.append(h('button', { class: 'button small' }, t('moves.send')));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const move = parsed(input.value);
      if (move) void actions.move(move);
      else actions.speak(t('moves.bad', { example: '{"cell":"e3"}' }));
    });
    return form;
  }

  return {
    element,
    update(facts) {
      const { doc, game } = facts;
      redraw(view, `${language()} ${JSON.stringify(doc.view)}`, () => [h('h2', {}, t('view.label')), shown(doc.view)]);
      const mine = mayMove(facts);
      const member = game?.legal_member;
      redraw(moves, `${language()} ${mine} ${member} ${member && doc.legal}`, () =>
        mine ? [h('h2', {}, t('moves.label')), ...(member ? buttons(facts, member) : [field()])] : [],
      );
    },
  };
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

type Sentences = NonNullable<Game['sentences']>;

// The game's own sentences, for the terminal and for pages like this one. Undefined: it has none for this.
function own(game: Game | undefined, what: keyof Sentences, word: string): string | undefined {
  const texts = game?.sentences?.[what];
  return texts && Object.hasOwn(texts, word) ? texts[word]?.[language()] : undefined;
}

function player(facts: RoomFacts, seat: string): string {
  const who = seatWho(facts, seat);
  return who === '' ? t('seat', { seat: seatLabel(seat) }) : isolated(who);
}

function describe(event: RoomEvent, facts: RoomFacts): string | undefined {
  const template = own(facts.game, 'events', event.kind);
  if (template === undefined) return undefined;
  const known = 'seat' in event && event.seat !== undefined ? { who: player(facts, event.seat) } : {};
  return fill(template, { places: [event, known, facts.doc.view ?? {}], player: (seat) => player(facts, seat) });
}

export const game: GameModule = {
  part,
  describe,
  help: async () => () => [{ text: t('help.plain') }],
  keys: () => [],
  icon: (_doc, seat) => seatToken(seat),
  score: (_doc, _seat) => undefined,
  result: (score) => ({ shown: score, said: String(score) }),
  reason: (word, facts) => own(facts.game, 'reasons', word),
};
