// Creating a room, and joining one by its code.
import { h } from '../base/dom';
import { go } from '../base/router';
import { SITE } from '../base/site';
import { api } from '../net/api';
import type { Game } from '../protocol';
import { act, type Choice, optionsOf } from './choice';
import { otherServer, readCode } from './codes';
import { COUNTDOWN_MS, openSeats } from './friends';
import { tableSettings } from './table';
import { t } from './texts';

function radios(name: string, legend: string, entries: [string, string][]): HTMLElement {
  const group = h('fieldset', { class: 'setting' }, h('legend', {}, legend));
  entries.forEach(([value, label], i) => {
    group.append(
      h('label', { class: 'choice' }, h('input', { type: 'radio', name, value, checked: i === 0 }), h('span', {}, label)),
    );
  });
  return group;
}

export function makeForm(choice: () => Choice | undefined): { element: HTMLElement; update(game: Game | undefined): void } {
  const more = tableSettings();
  const button = h('button', { class: 'button', type: 'submit', id: 'make' }, t('lobby.makeButton'));
  const form = h(
    'form',
    { class: 'panel' },
    h('h2', {}, t('lobby.make')),
    h('p', { class: 'hint' }, t('lobby.makeHint')),
    radios('seats', t('lobby.seats'), [
      ['open', t('lobby.seatsOpen')],
      ['bots', t('lobby.seatsBots')],
    ]),
    radios('visibility', t('lobby.visibility'), [
      ['public', t('lobby.public')],
      ['private', t('lobby.private')],
    ]),
    more.element,
    button,
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const fields = new FormData(form);
    const wish = choice();
    if (!wish) return;
    act(button, async () => {
      const seats = fields.get('seats') === 'open' ? openSeats(wish.seats) : undefined; // else the preset's own
      const visibility = fields.get('visibility') === 'private' ? 'private' : 'public';
      const options = optionsOf(wish);
      const place = await api.makeRoom({
        game: wish.game,
        visibility,
        countdown_ms: COUNTDOWN_MS,
        unhurried: !seats, // no other person waits in a game against bots
        ...(options ? { options } : {}),
        ...(seats ? { seats } : {}),
        ...more.read(),
      });
      go(place.url);
    });
  });
  return { element: form, update: more.update };
}

export function joinForm(): HTMLElement {
  const input = h('input', {
    class: 'field code-field',
    id: 'code',
    name: 'code',
    maxlength: 2000, // of a message that contains a link
    autocomplete: 'off',
    autocapitalize: 'characters',
    spellcheck: 'false',
    'aria-describedby': 'code-hint',
  });
  const hint = h('p', { class: 'hint', id: 'code-hint', role: 'status' }, t('lobby.codeHint'));
  const button = h('button', { class: 'button', type: 'submit' }, t('lobby.joinButton'));
  const form = h(
    'form',
    { class: 'panel' },
    h('h2', {}, t('lobby.join')),
    h('label', { for: 'code' }, t('lobby.code')),
    h('div', { class: 'field-row' }, input, button),
    hint,
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const host = otherServer(input.value, location.host + SITE);
    const code = host === undefined ? readCode(input.value) : undefined;
    if (!code) {
      hint.textContent = host === undefined ? t('lobby.codeBad') : t('lobby.codeElsewhere', { host });
      hint.classList.add('wrong');
      return input.focus();
    }
    act(button, async () => {
      await api.room(code);
      go(`/r/${code}`);
    });
  });
  return form;
}
