// The 753 game on the page.
import { h } from '../../dom';
import { t as common } from '../../i18n';
import type { NimHint, NimView } from '../../protocol';
import { legalForMe, mayMove, mySeat, type RoomFacts, seatWho } from '../../room/facts';
import type { GameModule, GamePart, TableActions } from '../module';
import { seatToken } from '../token';
import { hintPanel } from './hint';
import { type Run, rowsOf } from './rows';
import { Stones } from './stones';
import { type NimKey, t } from './texts';

function viewOf(facts: RoomFacts): NimView {
  return facts.doc.view as NimView;
}

function part(actions: TableActions): GamePart {
  let facts: RoomFacts | undefined;
  let hint: { of: NimHint; ply: number | undefined; round: number } | undefined;
  const stones = new Stones((run) => void take(run), actions.speak);
  const note = h('p', { class: 'nim-note' });
  const aside = h('div', { class: 'nim-aside' });
  const element = h('div', { class: 'nim' }, h('div', { class: 'board-frame nim-frame' }, note, stones.element), aside);

  async function take(run: Run): Promise<void> {
    if (!facts || mySeat(facts) === undefined || facts.doc.phase !== 'playing') return;
    if (!mayMove(facts)) return actions.speak(common('board.notYourTurn'));
    stones.hold(run);
    await actions.move(run);
    stones.hold(undefined);
  }

  function drawHint(): void {
    if (hint && (facts?.doc.ply !== hint.ply || facts?.doc.round !== hint.round || facts.doc.phase !== 'playing'))
      hint = undefined;
    const panel = hint && facts && hintPanel(hint.of, viewOf(facts).misere, closeHint);
    if (panel || aside.firstChild) aside.replaceChildren(...(panel ? [panel] : []));
  }

  function closeHint(): void {
    hint = undefined;
    draw();
  }

  function draw(): void {
    if (!facts) return;
    drawHint();
    const view = viewOf(facts);
    note.textContent = view.misere ? t('turn.misere') : '';
    note.hidden = !view.misere;
    stones.set({ rows: rowsOf(view), legal: legalForMe(facts), last: view.last, hinted: hint?.of.move });
  }

  return {
    element,
    update(now) {
      facts = now;
      draw();
    },
    showHint(found) {
      const of = found as NimHint;
      hint = { of, ply: facts?.doc.ply, round: facts?.doc.round ?? 0 };
      draw();
      actions.speak(hintWords(of));
    },
  };
}

function hintWords({ move }: NimHint): string {
  if (!move) return t('hint.none');
  const facts = { row: move.row + 1, from: move.from + 1 };
  return move.count === 1 ? t('hint.takeOne', facts) : t('hint.take', { ...facts, to: move.from + move.count });
}

const HELP: NimKey[] = ['help.take', 'help.turns', 'help.last', 'help.xor'];
const KEYS: NimKey[] = ['keys.arrows', 'keys.extend', 'keys.take'];

export const game: GameModule = {
  part,
  describe(event, now) {
    if (event.kind !== 'take') return undefined;
    const { row, from, count, seat } = event;
    const facts = { who: seatWho(now, seat), row: row + 1, from: from + 1 };
    return count === 1 ? t('log.takeOne', facts) : t('log.take', { ...facts, to: from + count, n: count });
  },
  help: () => HELP.map((key) => t(key)),
  keys: () => KEYS.map((key) => t(key)),
  icon: (_doc, seat) => seatToken(seat),
  result: () => undefined,
  reason: (word) => (word === 'last_taken' ? t('reason.taken') : undefined),
  hints: true,
};
