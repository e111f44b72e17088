// A board as text with a field to type a move into, for people who see no board. The same for all games; each defines
// the text of its rows and how a move is written.
import { h, redraw, setText } from '../base/dom';
import { language } from '../base/i18n';
import { mayMove, type RoomFacts } from '../model/facts';
import type { TableActions, TextBoard } from '../model/module';
import { t } from '../texts/text-board';

export interface Wording {
  example: string; // a move as typed
  rows(facts: RoomFacts): string[];
  // Below the rows while this viewer may move; empty: nothing.
  about(facts: RoomFacts): string;
  // The typed move, after NFKC and without surrounding spaces; undefined: not a move.
  read(text: string, facts: RoomFacts): object | undefined;
}

export function textBoard(actions: TableActions, wording: Wording): TextBoard {
  let facts: RoomFacts | undefined;
  const rows = h('ol', { class: 'text-rows' });
  const about = h('p', {});
  const input = h('input', { class: 'field', name: 'move', autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' });
  const answer = h('p', { class: 'hint', role: 'status' }, t('text.example', { example: wording.example }));
  const label = h('label', {}, h('span', {}, t('text.move')), input);
  const form = h('form', { class: 'text-form' }, label, h('button', { class: 'button small', type: 'submit' }, t('text.play')));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const text = input.value.normalize('NFKC').trim();
    const move = facts && wording.read(text, facts);
    if (!move) return setText(answer, t('text.bad', { text, example: wording.example }));
    setText(answer, '');
    void actions.move(move).then(({ ok }) => {
      if (ok && input.value.normalize('NFKC').trim() === text) input.value = '';
    });
  });
  return {
    element: h('div', { class: 'text-parts' }, rows, about, form, answer),
    update(now) {
      facts = now;
      const words = wording.rows(now);
      redraw(rows, JSON.stringify([language(), words]), () => words.map((row) => h('li', {}, row)));
      const mine = mayMove(now);
      setText(about, mine ? wording.about(now) : '');
      form.hidden = !mine;
      answer.hidden = !mine;
    },
  };
}
