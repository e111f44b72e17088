// The 753 game on the page.
import { h } from '../../dom';
import { t as common } from '../../i18n';
import type { NimHint, NimView } from '../../protocol';
import { legalForMe, mayMove, mySeat, type RoomFacts, seatWho } from '../../room/facts';
import { settings } from '../../settings';
import { Planned, TOO_LATE } from '../hands';
import type { GameModule, GamePart, TableActions } from '../module';
import { seatToken } from '../token';
import { ghostWords } from './ghost';
import { hintPanel } from './hint';
import { canTake, groupsOf, type Run, rowsOf } from './rows';
import { Stones } from './stones';
import { type NimKey, t } from './texts';

function viewOf(facts: RoomFacts): NimView {
  return facts.doc.view as NimView;
}

function part(actions: TableActions): GamePart {
  let facts: RoomFacts | undefined;
  let hint: { of: NimHint; ply: number | undefined; round: number } | undefined;
  const stones = new Stones({ take, speak: actions.speak, waits, foretell });
  const planned = new Planned<Run>(
    draw,
    (run, now) => canTake(legalForMe(now), run),
    (run) => void send(run, TOO_LATE),
    (run) => actions.speak(common('play.unplanned', { move: runName(run) })),
  );
  const note = h('p', { class: 'nim-note' });
  const aside = h('div', { class: 'nim-aside' });
  const element = h('div', { class: 'nim' }, h('div', { class: 'board-frame nim-frame' }, note, stones.element));

  function take(run: Run): void {
    if (!facts || mySeat(facts) === undefined || facts.doc.phase !== 'playing') return;
    if (mayMove(facts)) return void send(run);
    if (!Planned.allowed(facts)) return actions.speak(common('board.notYourTurn'));
    const now = planned.toggle(run, facts);
    actions.speak(common(now ? 'play.planned' : 'play.unplanned', { move: runName(run) }));
  }

  async function send(run: Run, quiet?: string[]): Promise<void> {
    stones.hold(run);
    await actions.move(run, quiet);
    stones.hold(undefined);
  }

  // With the setting "tap and button" a choice waits for the button.
  function waits(run: Run | undefined): boolean {
    const asks = run !== undefined && settings.taps === 'button' && facts !== undefined && mayMove(facts);
    actions.offer(asks ? t('play.here', { move: runName(run) }) : undefined, () => stones.accept());
    if (asks) actions.speak(t('play.chosenButton', { move: foretell(run) ?? runName(run) }));
    return asks;
  }

  // Only while it is one's turn: what a planned move would leave is not known.
  function foretell(run: Run): string | undefined {
    if (!facts || !canTake(legalForMe(facts), run)) return undefined;
    const view = viewOf(facts);
    return ghostWords(rowsOf(view), view.misere, run);
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
    const rows = rowsOf(view);
    const legal = Planned.allowed(facts) ? groupsOf(rows) : legalForMe(facts);
    stones.set({ rows, legal, last: view.last, hinted: hint?.of.move, planned: planned.move });
  }

  return {
    element,
    beside: aside,
    update(now, events) {
      facts = now;
      draw();
      planned.update(now);
      for (const event of events ?? []) if (event.kind === 'take') actions.play('take', { count: event.count, every: 60 });
    },
    text: async () => (await import('./words')).textBoard(actions),
    destroy: () => planned.clear(),
    showHint(found) {
      const of = found as NimHint;
      hint = { of, ply: facts?.doc.ply, round: facts?.doc.round ?? 0 };
      draw();
      actions.speak(hintWords(of));
      return hint !== undefined;
    },
  };
}

function runName({ row, from, count }: Run): string {
  const facts = { row: row + 1, from: from + 1 };
  return count === 1 ? t('run.one', facts) : t('run.name', { ...facts, to: from + count });
}

function hintWords({ move }: NimHint): string {
  if (!move) return t('hint.none');
  const facts = { row: move.row + 1, from: move.from + 1 };
  return move.count === 1 ? t('hint.takeOne', facts) : t('hint.take', { ...facts, to: move.from + move.count });
}

const KEYS: NimKey[] = ['keys.arrows', 'keys.extend', 'keys.take'];

export const game: GameModule = {
  part,
  describe(event, now) {
    if (event.kind !== 'take') return undefined;
    const { row, from, count, seat } = event;
    const facts = { who: seatWho(now, seat), row: row + 1, from: from + 1 };
    return count === 1 ? t('log.takeOne', facts) : t('log.take', { ...facts, to: from + count, n: count });
  },
  help: async () => (await import('./help')).help,
  keys: () => KEYS.map((key) => t(key)),
  icon: (_doc, seat) => seatToken(seat),
  result: () => undefined,
  reason: (word) => (word === 'last_taken' ? t('reason.taken') : undefined),
  hints: true,
  ear: async () => (await import('./words')).ear,
};
