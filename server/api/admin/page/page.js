// The operator's page: lists from the admin port, drawn anew every few seconds, and a dialog for each act. It has no state but
// the secret, which is kept for the tab.
import { TEXTS } from './texts.js';

const LOOK_MS = 5000;
const LOGGED = 200; // acts that are shown
const SECRET = 'engawa.admin.secret';
const NAME = 'engawa.admin.name';
const LANGUAGE = 'engawa.admin.language';

// The fields of each act's dialog; what the act is about is given.
const FIELDS = {
  close: ['reason'],
  remove: ['reason'],
  ban: ['who', 'minutes', 'reason'],
  mute: ['minutes', 'reason'],
  forbid: ['word'],
  notice: ['en', 'ja'],
  drain: [],
};
const NEEDED = { who: ['ban'], reason: ['ban'], word: ['forbid'] };
const HINTED = ['who', 'minutes', 'reason', 'word', 'by'];

const $ = (id) => document.getElementById(id);
let language = kept(localStorage, LANGUAGE) ?? (navigator.language.startsWith('ja') ? 'ja' : 'en');
let acts = []; // all that are known, oldest first
let shown = {}; // the last answers, by path

function kept(place, key) {
  try {
    return place.getItem(key) ?? undefined;
  } catch {
    return undefined; // storage is off: asked again each time
  }
}

function keep(place, key, value) {
  try {
    place.setItem(key, value);
  } catch {}
}

function t(key, values = {}) {
  return TEXTS[language][key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'onclick') element.addEventListener('click', value);
    else if (value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat(Number.POSITIVE_INFINITY).filter((child) => child !== undefined));
  return element;
}

const time = (ms) => new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'short' }).format(ms);
// Nothing of a room that is not in memory.
const kibibytes = (bytes) => (bytes === undefined ? '' : `${Math.round(bytes / 1024).toLocaleString(language)} KiB`);
const code = (text) => h('span', { class: 'code' }, text);

function say(text, bad = false) {
  $('state').textContent = text;
  $('state').toggleAttribute('data-bad', bad);
}

// The answer to a request; throws an Error with the server's sentence.
async function call(path, body) {
  const secret = kept(sessionStorage, SECRET);
  const headers = { ...(secret && { Authorization: `Bearer ${secret}` }), ...(body && { 'Content-Type': 'application/json' }) };
  const response = await fetch(path, { method: body ? 'POST' : 'GET', headers, body: body && JSON.stringify(body), cache: 'no-store' });
  if (response.status === 401) throw new Unknown();
  if (/^text|jsonl/.test(response.headers.get('Content-Type'))) return response.text();
  const answer = await response.json();
  if (!response.ok && path !== '/readyz') throw new Error(answer.message);
  return answer;
}

class Unknown extends Error {}

function askForSecret() {
  const dialog = $('token-dialog');
  if (dialog.open) return;
  if (kept(sessionStorage, SECRET)) say(t('tokenWrong'), true);
  dialog.showModal();
  dialog.onclose = () => {
    const input = dialog.querySelector('input');
    keep(sessionStorage, SECRET, input.value);
    input.value = '';
    void look();
  };
}

// --- what is shown

// `what`: tells it from the others with the same name, so that it keeps the focus when the lists are drawn anew.
function button(key, what, act) {
  return h('button', { type: 'button', 'data-what': `${key} ${what}`, onclick: act }, t(key));
}

function table(id, columns, rows) {
  if (rows.length === 0) return $(id).replaceChildren(h('tbody', {}, h('tr', {}, h('td', {}, t('none')))));
  const head = h('thead', {}, h('tr', {}, columns.map((key) => h('th', { scope: 'col' }, t(key)))));
  $(id).replaceChildren(head, h('tbody', {}, rows.map((cells) => h('tr', {}, cells.map((cell) => h('td', {}, cell))))));
}

function personIn(room, { guest, nick, online }) {
  const away = online ? '' : ` (${t('away')})`;
  const remove = button('remove', `${room} ${guest}`, () => ask('remove', { room, guest }, `${nick} ${guest}`));
  return h('span', { class: 'person' }, nick, ' ', code(guest), away, ' ', remove);
}

function drawRooms({ rooms }) {
  const rows = rooms.map((room) => {
    const { code: name, state, phase, reason, people = [], bots = 0, spectators = 0 } = room;
    const words = [t(state), phase && t(phase)].filter(Boolean).join(' · ');
    const others = [bots > 0 && t('bots', { n: bots }), spectators > 0 && t('spectators', { n: spectators })].filter(Boolean).join(' · ');
    const act = state === 'broken' ? button('retry', name, () => void retry(name)) : button('close', name, () => ask('close', { room: name }, name));
    const mark = state === 'broken' ? h('span', { class: 'bad' }, `${words}: ${reason}`) : words;
    const chat = button('chat', name, () => void showChat(name));
    return [code(name), room.game, mark, [...people.map((one) => personIn(name, one)), others], kibibytes(room.memory_bytes), [chat, act]];
  });
  table('rooms', ['room', 'game', 'state', 'people', 'memory', 'actions'], rows);
}

function drawGuests({ guests }) {
  const rows = guests.map(({ guest, nick, rooms, addresses, since }) => [
    [nick, ' ', code(guest)],
    [...new Set(rooms)].flatMap((room, i) => (i === 0 ? code(room) : [' ', code(room)])),
    addresses.flatMap((block, i) => (i === 0 ? code(block) : [' ', code(block)])),
    time(since),
    [button('mute', guest, () => ask('mute', { guest }, `${nick} ${guest}`)), button('ban', guest, () => ask('ban', {}, '', guest))],
  ]);
  table('guests', ['guest', 'room', 'addresses', 'since', 'actions'], rows);
}

function drawHeld({ banned, muted, words }) {
  const line = (key, act, what, { until, reason }) =>
    h('li', {}, `${t(key)}: `, code(what), until ? ` ${t('until', { time: time(until) })}` : '', reason ? ` “${reason}”` : '', ' ', act);
  const lines = [
    ...banned.map((one) => line('ban', lift('unban', one), one.guest ?? one.addresses, one)),
    ...muted.map((one) => line('mute', lift('unmute', one), one.guest, one)),
    ...words.map((word) => h('li', {}, `${t('word')}: “${word}” `, lift('allow', { word }))),
  ];
  $('held').replaceChildren(...(lines.length > 0 ? lines : [h('li', {}, t('nobody'))]));
}

// The button that ends what holds for this guest, these addresses or this word.
function lift(act, { guest, addresses, word }) {
  return button(act, guest ?? addresses ?? word, () => void send({ act, guest, addresses, word }));
}

// A line of chat; `reported`: the one that a report is about.
function said({ nick, guest, text, at, reported = false }) {
  const mark = reported ? [' ', h('span', { class: 'mark' }, t('reportedLine'))] : [];
  return h('li', reported ? { class: 'reported' } : {}, at ? `${time(at)} ` : '', nick, ' ', code(guest), `: ${text}`, mark);
}

// Those that nobody has settled, with what was said just before.
function drawReports(open) {
  const reports = acts.filter(({ number }) => open.includes(number));
  const items = reports.map(({ number, at, room, guest, nick, message, reason, by, chat = [] }) =>
    h(
      'li',
      { value: number },
      h('p', {}, `${time(at)} `, nick, ' ', code(guest), reason ? ` “${reason}”` : '', ` (${t('reportedBy')} `, code(by), ')'),
      h('ul', {}, chat.map(said)),
      h(
        'p',
        {},
        button('chat', `report ${number}`, () => void showChat(room, message)),
        button('mute', `report ${number}`, () => ask('mute', { guest }, `${nick} ${guest}`)),
        button('ban', `report ${number}`, () => ask('ban', {}, '', guest)),
        button('settle', number, () => void send({ act: 'settle', report: number })),
      ),
    ),
  );
  $('reports').replaceChildren(...items);
  $('reports-section').hidden = items.length === 0;
}

function drawLog() {
  const lines = acts.slice(-LOGGED).reverse().map((one) => {
    if (one.damaged) return h('li', { value: one.number, class: 'bad' }, t('damaged', { n: one.number }));
    const what = [one.room, one.guest, one.addresses, one.report].filter(Boolean).map((text) => [' ', code(text)]);
    const words = [one.word, one.en, one.ja, one.reason].filter(Boolean).map((text) => ` “${text}”`);
    const until = one.until ? ` ${t('until', { time: time(one.until) })}` : '';
    return h('li', { value: one.number }, `${time(one.at)} ${t(one.act)}`, what, until, words, one.by ? ` (${one.by})` : '');
  });
  $('log').replaceChildren(...lines);
}

// The sum over the labels of each metric.
function sums(text) {
  const found = {};
  for (const line of text.split('\n')) {
    const [, name, value] = /^(\w+)(?:\{.*\})? (\S+)$/.exec(line) ?? [];
    if (name) found[name] = (found[name] ?? 0) + Number(value);
  }
  return found;
}

function drawFigures(text, { memory_bytes: memory, node, nodes = [] }) {
  const of = sums(text);
  const megabytes = (bytes = 0) => `${(bytes / 1e6).toLocaleString(language, { maximumFractionDigits: 1 })} MB`;
  const figures = {
    connections: of.engawa_connections,
    roomsLive: of.engawa_rooms,
    botQueue: of.engawa_bot_queue_depth,
    journalQueue: of.engawa_journal_queue_depth,
    storeUp: t(of.engawa_store_up === 1 ? 'works' : 'fails'),
    storeBytes: megabytes(of.engawa_store_bytes),
    memory: megabytes(memory),
    ...(node && { node, nodes: nodes.join(' ') }),
  };
  $('figures').replaceChildren(...Object.entries(figures).flatMap(([key, value]) => [h('dt', {}, t(key)), h('dd', {}, String(value))]));
}

function drawState({ ready, reasons = [], store }) {
  say(ready ? t('ready') : t('notReady', { reasons: [...reasons, store].filter(Boolean).join(', ') }), !ready);
}

function draw() {
  document.documentElement.lang = language;
  document.title = t('title');
  for (const element of document.querySelectorAll('[data-t]')) element.textContent = t(element.dataset.t);
  if (!shown.rooms) return;
  const focused = document.activeElement?.dataset.what;
  drawRooms(shown.rooms);
  drawGuests(shown.guests);
  drawReports(shown.held.reports);
  drawHeld(shown.held);
  drawFigures(shown.metrics, shown.server);
  drawLog();
  if (focused) document.querySelector(`[data-what="${CSS.escape(focused)}"]`)?.focus();
}

// --- asking the server

async function readActs() {
  for (let next = acts.at(-1)?.number ?? 0; next !== undefined; ) {
    const answer = await call(`/acts?after=${next}`);
    const damaged = answer.damaged.map((number) => ({ number, damaged: true }));
    const known = acts.at(-1)?.number ?? 0;
    acts.push(...[...answer.acts, ...damaged].filter(({ number }) => number > known).sort((a, b) => a.number - b.number));
    next = answer.next;
    shown.held = answer.now;
  }
}

let timer;

// Reads everything and draws it, now and every few seconds.
async function look() {
  clearTimeout(timer);
  try {
    await readActs();
    const paths = ['/rooms', '/guests', '/readyz', '/metrics', '/server'];
    [shown.rooms, shown.guests, shown.ready, shown.metrics, shown.server] = await Promise.all(paths.map((path) => call(path)));
    $('main').hidden = false;
    draw();
    drawState(shown.ready);
  } catch (error) {
    if (error instanceof Unknown) return askForSecret();
    say(error instanceof TypeError ? t('unreachable') : error.message, true);
  }
  timer = setTimeout(look, LOOK_MS);
}

// Carries out an act. Returns whether the server did it; `wrong`: where a refusal is told.
async function send(body, wrong) {
  try {
    const { number } = await call('/acts', body);
    done(t('done', { n: number }));
  } catch (error) {
    return refused(error, wrong);
  }
  return true;
}

async function retry(room) {
  try {
    await call(`/rooms/${room}/retry`, {});
    done(t('doneRetry'));
  } catch (error) {
    refused(error);
  }
}

// What has been said in a room, from its journal. `message`: the name of a line, which is its number there after an `m`.
async function showChat(room, message) {
  try {
    const lines = (await call(`/rooms/${room}/journal`)).trim().split('\n').map((line) => JSON.parse(line));
    const says = lines.filter(({ input }) => input?.in === 'say').map(({ seq, input }) => said({ ...input, reported: `m${seq}` === message }));
    $('chat').replaceChildren(...(says.length > 0 ? says : [h('li', {}, t('none'))]));
    $('chat-title').textContent = t('chatOf', { what: room });
    $('chat-dialog').showModal();
    $('chat').querySelector('.reported')?.scrollIntoView({ block: 'center' });
  } catch (error) {
    refused(error);
  }
}

async function drain(wrong) {
  try {
    await call('/drain', {});
  } catch (error) {
    return refused(error, wrong);
  }
  done(t('doneDrain'));
  return true;
}

function done(text) {
  void look().then(() => say(text));
}

function refused(error, wrong) {
  if (error instanceof Unknown) askForSecret();
  else if (wrong) wrong.textContent = error.message;
  else say(error.message, true);
  return false;
}

// --- the dialog of an act

function field(act, name, value = '') {
  const hint = HINTED.includes(name) ? h('span', { class: 'hint' }, t(`${name}Hint`)) : undefined;
  const needed = NEEDED[name]?.includes(act) ? '' : undefined;
  const numeric = name === 'minutes' ? { type: 'number', min: 1, max: 5256000 } : { maxlength: 200 };
  return h('label', {}, t(name), h('input', { name, value, required: needed, autocomplete: 'off', ...numeric }), hint);
}

function bodyOf(act, given, form) {
  const body = { act, ...given };
  for (const [name, text] of new FormData(form)) {
    const value = text.trim();
    if (value === '') continue;
    if (name === 'who') body[/[.:/]/.test(value) ? 'addresses' : 'guest'] = value;
    else body[name] = name === 'minutes' ? Number(value) : value;
  }
  return body;
}

// `given`: what the act is about; `who`: the suggestion for its field.
function ask(act, given = {}, what = '', who = '') {
  const dialog = $('act-dialog');
  const form = dialog.querySelector('form');
  const about = `about${act[0].toUpperCase()}${act.slice(1)}`;
  $('act-title').textContent = t(act);
  $('act-about').textContent = about in TEXTS[language] ? t(about, { what }) : '';
  $('act-do').textContent = t(act);
  $('act-wrong').textContent = '';
  const names = act === 'drain' ? [] : [...FIELDS[act], 'by'];
  $('act-fields').replaceChildren(...names.map((name) => field(act, name, { who, by: kept(localStorage, NAME) }[name])));
  form.onsubmit = async (event) => {
    if (event.submitter?.value !== 'do') return;
    event.preventDefault(); // it stays open if the server refuses
    const body = bodyOf(act, given, form);
    if (body.by) keep(localStorage, NAME, body.by);
    const ok = act === 'drain' ? await drain($('act-wrong')) : await send(body, $('act-wrong'));
    if (ok) dialog.close();
  };
  dialog.showModal();
}

$('language').addEventListener('click', () => {
  language = language === 'ja' ? 'en' : 'ja';
  keep(localStorage, LANGUAGE, language);
  draw();
  if (shown.ready) drawState(shown.ready);
});
for (const element of document.querySelectorAll('[data-act]')) element.addEventListener('click', () => ask(element.dataset.act));
draw();
void look();
