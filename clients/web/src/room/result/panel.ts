// After the game: the winner and the ranking; the vote for another round, and the link to the replay.
import { h, setText } from '../../base/dom';
import { t } from '../../base/i18n';
import { inside } from '../../base/site';
import { mySeat } from '../../model/facts';
import type { PageFacts } from '../../model/page-facts';
import { persist } from '../../net/persist';

// The buttons after the game. They cover `before`, the buttons that are no longer useful: nothing next to them moves,
// and playing again needs no scrolling.
export function afterGame(
  rematch: () => void,
  before: HTMLElement[],
): { element: HTMLElement; update(facts: Pick<PageFacts, 'doc' | 'guest'>): void } {
  const again = h('button', { class: 'button small primary', type: 'button', 'data-focus': 'rematch', onclick: rematch });
  const replay = h(
    'a',
    { class: 'button small', 'data-link': true, 'aria-label': t('result.replay') },
    t('result.replayShort'),
  );
  const first = h('span', { class: 'button-group' }, ...before);
  const second = h('span', { class: 'button-group' }, again, replay);
  const element = h('div', { class: 'button-stack' }, first, second);
  const update = ({ doc, guest }: Pick<PageFacts, 'doc' | 'guest'>) => {
    const seat = mySeat({ doc, guest });
    const over = doc.phase === 'over' && doc.result !== undefined;
    const voted = seat !== undefined && doc.rematch?.[seat] === true;
    element.hidden = !over && seat === undefined;
    first.classList.toggle('away', over);
    second.classList.toggle('away', !over);
    again.hidden = seat === undefined;
    again.disabled = voted;
    setText(again, t(voted ? 'result.rematchWaiting' : 'result.rematch'));
    if (doc.result) replay.href = inside(`/g/${doc.result.record}`);
  };
  return { element, update };
}

export function resultPanel(request: (type: string, fields?: object) => void): {
  element: HTMLElement;
  update(facts: PageFacts): void;
} {
  const body = h('div', { class: 'result-body' });
  const element = h('section', { class: 'panel result', 'aria-label': t('result.title'), hidden: true }, body);
  let last: PageFacts;
  let draw: typeof import('./ranking').drawResult | undefined;
  let loading = false;
  // The winner and the places are also shown beside the board.
  const load = () =>
    persist(() => import('./ranking')).then(
      ({ drawResult }) => {
        draw = drawResult;
        draw(body, last, request);
        element.hidden = last.doc.phase !== 'over';
      },
      () => {
        loading = false;
      },
    );
  const update = (facts: PageFacts) => {
    last = facts;
    const over = facts.doc.phase === 'over' && facts.doc.result !== undefined;
    element.hidden = !over || !draw;
    if (!over) return;
    if (draw) draw(body, facts, request);
    else if (!loading) {
      loading = true;
      void load();
    }
  };
  return { element, update };
}
