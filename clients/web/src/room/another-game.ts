// For the host, before and after a game: the next game of this room, and its time control.
import { h } from '../base/dom';
import { speaker, titleOf } from '../base/i18n';
import type { RoomFacts } from '../model/facts';
import { api } from '../net/api';
import type { Game } from '../protocol';
import { formDialog } from '../ui/dialog';

const { t } = speaker({
  en: {
    title: 'What is played next',
    play: 'Play this',
    clock: 'Time limit',
    stays: 'As now',
    none: 'None',
    move: '{n} s for each move',
  },
  ja: {
    title: '次に遊ぶゲーム',
    play: 'これにする',
    clock: '持ち時間',
    stays: '今のまま',
    none: 'なし',
    move: '1手{n}秒',
  },
});

const SECONDS = [15, 30, 60, 120];

function variants(game: Game, facts: RoomFacts): HTMLElement {
  const now = facts.doc.game === game.id ? facts.doc.options.preset : undefined;
  const choices = game.presets.map((preset) => {
    const value = `${game.id} ${preset.id}`;
    const input = h('input', { type: 'radio', name: 'what', value, checked: preset.id === now });
    return h('label', { class: 'choice' }, input, h('span', {}, titleOf(preset)));
  });
  return h('fieldset', { class: 'setting' }, h('legend', {}, titleOf(game)), ...choices);
}

function clocks(): HTMLElement {
  const select = h('select', { class: 'field', name: 'clock' }, h('option', { value: '' }, t('stays')));
  select.append(h('option', { value: 'none' }, t('none')));
  for (const n of SECONDS) select.append(h('option', { value: `${n}` }, t('move', { n })));
  return h('label', { class: 'option' }, h('span', {}, t('clock')), select);
}

function clockOf(value: string): object {
  return value === 'none' ? { kind: 'none' } : { kind: 'move', limit_ms: 1000 * Number(value) };
}

// Asks the host, then sends the request.
export async function chooseAnother(facts: RoomFacts, request: (type: string, fields: object) => void): Promise<void> {
  const games = await api.games();
  const body = h('div', { class: 'another-game' }, ...games.map((game) => variants(game, facts)), clocks());
  const fields = await formDialog(t('title'), body, t('play'));
  const what = fields?.get('what');
  if (typeof what !== 'string') return;
  const [id, preset] = what.split(' ');
  const clock = fields?.get('clock');
  const timed = typeof clock === 'string' && clock !== '' && games.find((game) => game.id === id)?.simultaneous !== true;
  request('configure', { game: id, options: { preset }, ...(timed ? { clock: clockOf(clock) } : {}) });
}
