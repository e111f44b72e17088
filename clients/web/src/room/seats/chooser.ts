// The host's choice for a seat: open, closed, or a bot at one of its levels. All choices are one group of radio
// buttons, weakest bot first, so that arrow keys climb the ladder.

import { h } from '../../base/dom';
import { t as common, language, titleOf } from '../../base/i18n';
import { botTitle, levelsOf, onLadder } from '../../model/bots';
import { type RoomFacts, seatLabel, seatNames, seatNumber } from '../../model/facts';
import type { BotKind, SeatDocument } from '../../protocol';
import { formDialog } from '../../ui/dialog';
import { t } from '../texts';

// "open", "closed" or "bot mcs 2".
function choiceOf(seat: SeatDocument | undefined): string {
  return seat?.kind === 'bot' ? `bot ${seat.bot} ${seat.level ?? 1}` : (seat?.kind ?? 'open');
}

function radio(value: string, now: string, name: string, about: string | undefined): HTMLInputElement {
  return h('input', {
    type: 'radio',
    name: 'who',
    value,
    checked: value === now,
    'aria-label': name,
    'aria-describedby': about,
  });
}

function words(title: string, about: string, id: string): HTMLElement {
  return h('span', { class: 'who-words' }, h('b', {}, title), about !== '' && h('span', { class: 'hint', id }, about));
}

// One card with one choice: the whole card is clickable.
function plainCard(value: string, now: string, title: string, about: string): HTMLElement {
  const id = `about-${value.replaceAll(' ', '-')}`;
  const choice = radio(value, now, title, about === '' ? undefined : id);
  return h('label', { class: 'who pick' }, choice, words(title, about, id));
}

// A bot on the ladder: its levels are next to its description, which selects the first level.
function ladderCard(bot: BotKind, now: string, about: string): HTMLElement {
  const id = `about-bot-${bot.id}`;
  const title = titleOf(bot);
  const radios = levelsOf(bot).map((level) => {
    const name = common('seat.botLevel', { bot: title, level });
    return radio(`bot ${bot.id} ${level}`, now, name, about === '' ? undefined : id);
  });
  const face = words(title, about, id);
  face.addEventListener('click', () => {
    if (!radios.some((one) => one.checked)) radios[0]?.click();
  });
  const levels = radios.map((one, i) =>
    h('label', { class: 'level' }, one, h('span', { 'aria-hidden': 'true' }, levelsOf(bot)[i])),
  );
  return h('div', { class: 'who pick' }, face, h('span', { class: 'levels' }, ...levels));
}

function card(bot: BotKind, now: string): HTMLElement {
  const about = bot.about?.[language()] ?? '';
  return onLadder(bot)
    ? ladderCard(bot, now, about)
    : plainCard(`bot ${bot.id} ${bot.first_level ?? 1}`, now, titleOf(bot), about);
}

// Seats of this room that the host can give to a bot at the same time.
function othersWithout(facts: RoomFacts, seat: string): string[] {
  return seatNames(facts.doc).filter((other) => {
    const kind = facts.doc.seats[other]?.kind;
    return other !== seat && kind !== 'human' && kind !== 'held';
  });
}

function fieldsOf(choice: string): object {
  const [to, bot, level] = choice.split(' ');
  return bot ? { to, bot, level: Number(level) } : { to };
}

// Asks the host, then the server: `request` is called once per seat.
export async function chooseSeat(
  facts: RoomFacts,
  seat: string,
  request: (type: string, fields: object) => void,
): Promise<void> {
  const { doc, game } = facts;
  const state = doc.seats[seat];
  const now = choiceOf(state);
  const ladder = game?.bots.some(onLadder) === true;
  const cards = [
    plainCard('open', now, common('seat.open'), t('seat.openAbout')),
    plainCard('closed', now, common('seat.closed'), t('seat.closedAbout')),
    ladder &&
      h('p', { class: 'whos-head', 'aria-hidden': 'true' }, h('span', {}, t('seat.bots')), h('span', {}, t('seat.level'))),
    ...(game?.bots ?? []).map((bot) => card(bot, now)),
  ];
  const list = h('div', { class: 'whos' }, ...cards);
  // A level or a bot that is no longer in the catalogue.
  if (!list.querySelector('input:checked'))
    list.prepend(plainCard(now, now, botTitle(game, state?.bot ?? '', state?.level ?? 1), ''));
  const others = othersWithout(facts, seat);
  const all = h('input', { type: 'checkbox', name: 'all' });
  const title = t('seat.choose', { n: seatLabel(seat) });
  const fields = await formDialog(
    title,
    h('fieldset', { 'aria-label': title }, list),
    t('seat.take'),
    others.length > 0 && h('label', { class: 'choice' }, all, h('span', {}, t('seat.alsoOthers'))),
  );
  const choice = fields?.get('who');
  if (typeof choice !== 'string') return;
  for (const one of all.checked ? [seat, ...others] : [seat])
    if (choice !== choiceOf(doc.seats[one])) request('seat', { seat: seatNumber(one), ...fieldsOf(choice) });
}
