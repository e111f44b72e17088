// What is going to be played and by which rules of the room: everybody sees it before the start, and the host may change
// the game, its time limit and the hints.
import { h } from '../../base/dom';
import { speaker } from '../../base/i18n';
import { clockWords } from '../../model/clock-words';
import { isHost, presetTitle, simultaneous } from '../../model/facts';
import type { PageFacts } from '../../model/page-facts';
import { later } from '../../ui/dialogs';
import { t as common } from '../texts';

const { t } = speaker({
  en: {
    rotate: 'Players change seats after each round',
    same: 'Players keep their seats',
    hints: 'Hints while people play together',
    allowed: 'Hints are allowed',
    off: 'No hints while people play together',
  },
  ja: {
    rotate: 'ラウンドごとに席が入れ替わります',
    same: '席は次のラウンドでも同じです',
    hints: 'みんなで遊ぶときもヒントを使えるようにする',
    allowed: 'ヒントを使えます',
    off: 'みんなで遊ぶ間、ヒントは使えません',
  },
});

type Request = (type: string, fields?: object) => void;

// Where only one can play nobody changes seats, and hints are nobody's business.
const isForSeveral = ({ doc }: PageFacts) => Object.keys(doc.seats).length > 1;

function hints(facts: PageFacts, request: Request): HTMLElement | false {
  const { hints: now } = facts.doc.settings; // of an older server: nothing
  if (now === undefined || !isForSeveral(facts)) return false;
  if (!isHost(facts)) return h('li', {}, t(now));
  const input: HTMLInputElement = h('input', {
    type: 'checkbox',
    name: 'hints',
    checked: now === 'allowed',
    'data-focus': 'hints',
    onchange: () => request('configure', { hints: input.checked ? 'allowed' : 'off' }),
  });
  return h('li', {}, h('label', { class: 'choice' }, input, h('span', {}, t('hints'))));
}

// What the plan depends on.
export function planKey(facts: PageFacts): string {
  const { options, clock, settings, seats } = facts.doc;
  return JSON.stringify([options, clock.kind, settings, Object.keys(seats).length, isHost(facts), facts.game?.id]);
}

export function plan(facts: PageFacts, now: () => PageFacts, request: Request): HTMLElement {
  const change = async () => (await later(() => import('../another-game')))?.chooseAnother(now(), request);
  const turns = !simultaneous(facts);
  const words = [presetTitle(facts.game, facts.doc.options), turns && clockWords(facts.doc)];
  const { rematch } = facts.doc.settings;
  return h(
    'div',
    { class: 'plan' },
    h('p', {}, words.filter(Boolean).join(' · ')),
    h(
      'ul',
      { class: 'plan-rules' },
      turns && isForSeveral(facts) && rematch !== undefined && h('li', {}, t(rematch)),
      hints(facts, request),
    ),
    isHost(facts) &&
      h('button', { class: 'button small', type: 'button', 'data-focus': 'plan', onclick: change }, common('room.change')),
  );
}
