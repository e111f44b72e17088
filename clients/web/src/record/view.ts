// A record on the screen: its board at every move, the moves in words, the graph and the analysis. It has the same
// positions for everybody who has the link, and needs no room.
import { botTitle } from '../bots';
import { afterPicture, h, setText } from '../dom';
import { helpOf } from '../games/help';
import type { GameModule, GamePart } from '../games/module';
import { t as common, isolated, language, percent, titleOf } from '../i18n';
import { identity } from '../net/identity';
import { learnReach, sharedOrigin } from '../net/reach';
import type { Game, Replay, RoomEvent } from '../protocol';
import { describe, reason } from '../room/describe';
import { presetTitle, seatNames, seatWho } from '../room/facts';
import { type PageFacts, seatName } from '../room/page-facts';
import { headline } from '../room/result/outcome';
import { copyText } from '../room/seats/invite';
import { playerCards, seatIcon } from '../room/table/players';
import { bar } from '../ui/bar';
import { openKeys, openRules, setGameKeys } from '../ui/dialogs';
import { icon } from '../ui/icons';
import { play as playSound } from '../ui/sound';
import { toast } from '../ui/toast';
import { type AnalysisSource, hintsAt, type Judged, judgeAll } from './analysis';
import type { Frames } from './frames';
import { type Line, scoreGraph } from './graph';
import { finalChance, type JudgeModule, markOf } from './judge';
import { moveList } from './moves';
import { analysisPanel, bestShown, judgementShown, type Person } from './panel';
import { player } from './player';
import { t } from './texts';

const SLICE_MS = 8; // of work at a time, so that the page answers meanwhile

export interface Loaded {
  replay: Replay;
  module: GameModule;
  judge: JudgeModule | undefined;
  game: Game | undefined;
  frames: Frames;
  note?: string; // under the result
}

export interface View {
  element: HTMLElement;
  at: number;
  analysed(): void; // the analysis has changed
  destroy(): void;
}

// Everything visible, in the current language. Without a source it is from a file, which the server need not know. `inSteps`: one
// picture after the other, so that none takes long.
export function buildView(
  id: string,
  loaded: Loaded,
  source: AnalysisSource | undefined,
  start: number,
  inSteps: boolean,
): View {
  const { replay, module, judge, game, frames, note } = loaded;
  const path = source ? `/g/${id}` : '/g/';
  const facts = (ply: number): PageFacts => ({
    doc: (frames.list[ply] ?? frames.list[0])?.doc as PageFacts['doc'],
    guest: undefined,
    game,
    module,
  });
  const first = facts(0);
  const simultaneous = game?.simultaneous === true;
  const plies = frames.plies;
  const nameOf = (seat: string) =>
    [seatName(first, seat), isolated(seatWho(first, seat))].filter((word) => word !== '').join(' · ');
  const people: Person[] = seatNames(first.doc).map((seat) => ({
    seat,
    name: nameOf(seat),
    icon: () => seatIcon(facts(0), seat),
  }));
  const rules = () => helpOf(module, first.doc, first.doc.view);
  const mine = people.find(({ seat }) => identity.nick && replay.seats[seat]?.nick === identity.nick)?.seat;
  const human = people.filter(({ seat }) => replay.seats[seat]?.kind === 'human');
  const whose = mine ?? (human.length === 1 ? human[0]?.seat : undefined) ?? '';
  const view: View = { element: h('div', { class: 'shell' }), at: start, analysed, destroy };
  let stopped = false;
  let shown = -1; // the ply on the board
  let judged: Judged[] = [];
  let chosen = 'score' as 'score' | 'chances';

  const part: GamePart = module.part({
    move: async () => ({ ok: false, code: 'forbidden' }) as never,
    speak: () => {},
    serverNow: () => Date.now(),
    refresh: () => draw(view.at, undefined),
    offer: () => {},
    preview: async () => undefined,
    play: playSound,
  });
  const cards = playerCards(() => Date.now());
  const spoken = h('p', { class: 'spoken', role: 'status' });
  const verdict = h('div', { class: 'judgement' });
  const moves = moveList((ply) => controls.go(ply));
  const graph = scoreGraph((ply) => controls.go(ply));
  const panel = analysisPanel(
    people,
    whose,
    () => void source?.ask(true),
    (ply) => controls.go(ply),
  );
  const which = h('div', { class: 'graph-which', role: 'group', 'aria-label': t('graph.which'), hidden: true });
  const controls = player(show, (ply) => (ply === 0 ? t('player.start') : `${t('moves.ply', { n: ply })}: ${wordsOf(ply)}`));

  function wordsOf(ply: number): string {
    const frame = frames.list[ply];
    if (!frame) return '';
    const now = facts(ply);
    const said = frame.events.flatMap((event) => describe(event, now) ?? []);
    return [...(ply === 0 ? [t('moves.start')] : []), ...said].join(' / ');
  }

  function show(ply: number, before: number): void {
    view.at = ply;
    if (!frames.list[ply]) return; // still being made; `make` draws it then
    const step = ply === shown + 1 && before === shown;
    draw(ply, step ? frames.list[ply]?.events : undefined);
    rememberPlace();
  }

  function draw(ply: number, events: RoomEvent[] | undefined): void {
    const now = facts(ply);
    shown = ply;
    main.dataset.ply = String(ply);
    part.update(now, events);
    cards.update(now, part);
    setText(spoken, wordsOf(ply));
    moves.at(ply);
    graph.at(ply);
    panel.at(ply);
    drawVerdict();
  }

  function drawVerdict(): void {
    const index = judged.findIndex(({ ply }) => ply === view.at);
    const one = judged[index];
    const next = simultaneous ? undefined : judged[index + 1]?.chances;
    const last = frames.done && view.at === plies;
    const final =
      last && !next && one?.chances
        ? Object.fromEntries(Object.keys(one.chances).map((seat) => [seat, finalChance(facts(plies).doc, seat) ?? 0]))
        : undefined;
    const best = drawBest();
    verdict.replaceChildren(...judgementShown(one, final ?? next, people).filter((node) => node !== false), ...best);
    verdict.hidden = judged.length === 0 && best.length === 0;
  }

  // The best move of the shown position, on the board and in words.
  function drawBest(): HTMLElement[] {
    for (const { seat, hint } of hintsAt(source?.items ?? [], view.at, simultaneous)) {
      const words = hint && judge?.bestMove(hint);
      if (!hint || !words || part.showHint?.(hint, seat) !== true) continue;
      return [bestShown(words, simultaneous && people.length > 1 ? nameOf(seat) : undefined)];
    }
    return [];
  }

  // The address follows, but not every step: browsers allow few changes of it at a time.
  let addressTimer: ReturnType<typeof setTimeout> | undefined;
  function rememberPlace(): void {
    clearTimeout(addressTimer);
    addressTimer = setTimeout(() => history.replaceState(history.state, '', `${path}${view.at > 0 ? `#${view.at}` : ''}`), 400);
  }

  function lines(values: (seat: string, ply: number) => number | undefined): Line[] {
    return people.flatMap(({ seat, name, icon: token }) => {
      const all = frames.list.map((_, ply) => values(seat, ply));
      if (all.every((value) => value === undefined)) return [];
      return [{ seat, name, icon: token, color: module.color?.(first.doc, seat), values: all }];
    });
  }

  function chanceLines(): Line[] {
    const byPly = new Map(judged.map((one) => [one.ply - 1, one.chances]));
    return lines(
      (seat, ply) => byPly.get(ply)?.[seat] ?? (ply === plies ? finalChance(facts(plies).doc, seat) : undefined),
    ).filter((line) => judged.some(({ chances }) => chances?.[line.seat] !== undefined));
  }

  function drawGraph(): void {
    const { measure } = module;
    const chances = judged.some((one) => one.chances) && source?.answer?.state === 'done';
    const kind = chances && (chosen === 'chances' || !measure) ? 'chances' : 'score';
    which.hidden = !chances || !measure;
    if (!which.hidden) {
      const button = (name: 'score' | 'chances', text: string) =>
        h(
          'button',
          {
            class: 'chip',
            type: 'button',
            'aria-pressed': String(kind === name),
            'data-graph': name,
            onclick: () => choose(name),
          },
          text,
        );
      which.replaceChildren(button('score', measure?.title() ?? ''), button('chances', t('graph.chances')));
    }
    if (kind === 'chances') graph.draw({ title: t('graph.chances'), lines: chanceLines(), plies, show: percent });
    else if (measure)
      graph.draw({
        title: measure.title(),
        lines: lines((seat, ply) => measure.value(facts(ply).doc, seat)),
        plies,
        show: String,
      });
    else graph.draw(undefined);
    graph.at(view.at);
  }

  function choose(name: 'score' | 'chances'): void {
    chosen = name;
    drawGraph();
    which.querySelector<HTMLElement>(`[data-graph=${name}]`)?.focus();
  }

  function analysed(): void {
    if (!frames.done || !source) return;
    const { answer, items } = source;
    const before = judged.length;
    judged = judgeAll(items, frames.list, judge?.judge, simultaneous);
    const bot = answer?.bot ? botTitle(game, answer.bot, answer.level ?? 1) : '';
    panel.show({ state: answer?.state ?? 'none', n: items.length, all: answer?.of ?? 0, bot }, judged);
    for (const one of judged) moves.mark(one.ply, markOf(one.loss));
    if (before === 0 && judged.length > 0) chosen = 'chances';
    if (answer?.state === 'done') drawGraph();
    drawVerdict();
  }

  // Makes the positions up to this ply and the next, as many as can be had in a slice.
  function advanceTo(ply: number): void {
    const until = performance.now() + SLICE_MS;
    while (!frames.done && frames.list.length <= ply + 1 && performance.now() < until) frames.advance();
  }

  // Makes the positions, and the list of moves with them.
  function make(): void {
    if (stopped) return;
    const until = performance.now() + SLICE_MS;
    const from = listed;
    advanceTo(plies);
    // The newest position may still change until the next one begins.
    const ready = frames.done ? frames.list.length : frames.list.length - 1;
    const words: string[] = [];
    while (listed < ready && (listed - from < 40 || performance.now() < until)) words.push(wordsOf(listed++));
    moves.add(words);
    if (shown !== view.at && ready > view.at) draw(view.at, undefined);
    if (frames.done && listed >= frames.list.length) return finish();
    setTimeout(make, 0);
  }

  function finish(): void {
    controls.go(view.at);
    drawGraph();
    analysed();
  }

  function destroy(): void {
    stopped = true;
    clearTimeout(addressTimer);
    controls.destroy();
    part.destroy?.();
  }

  const copy = async () => {
    const field = h('input', { class: 'field', value: `${sharedOrigin()}/g/${id}${view.at > 0 ? `#${view.at}` : ''}` });
    tools.append(field);
    if (await copyText(field)) toast(t('page.copied'));
    field.remove();
  };
  const share = () => void navigator.share({ title: document.title, url: `${sharedOrigin()}/g/${id}` }).catch(() => {});
  const served = source !== undefined;
  if (served) void learnReach();
  const tools = h(
    'div',
    { class: 'record-tools' },
    served &&
      h('button', { class: 'button small', type: 'button', 'data-do': 'copy', onclick: () => void copy() }, t('page.copy')),
    served &&
      typeof navigator.share === 'function' &&
      h('button', { class: 'button small', type: 'button', onclick: share }, t('page.share')),
    served && h('a', { class: 'button small', href: `/api/records/${id}`, download: `${id}.jsonl` }, t('page.download')),
    h(
      'button',
      { class: 'button small', type: 'button', onclick: () => openRules(titleOf(game, replay.game), rules, false) },
      icon('rules'),
      t('page.rules'),
    ),
    h('button', { class: 'button small keys-button', type: 'button', onclick: openKeys }, icon('keys'), t('page.keys')),
    served
      ? h('a', { class: 'button small', href: `/r/${first.doc.code}`, 'data-link': true }, t('page.room'))
      : h('a', { class: 'button small', href: '/g/', 'data-link': true }, t('page.other')),
  );

  const over: PageFacts = { ...first, doc: { ...first.doc, phase: 'over', result: replay.result } };
  const date = new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' }).format(replay.ended);
  const title = presetTitle(game, replay.options) || replay.game;
  const result = h(
    'div',
    { class: 'record-result' },
    h('h1', {}, headline(over) || title),
    h('p', { class: 'quiet' }, `${title} · ${reason(over)}\u00a0· `, h('span', { class: 'whole' }, date)),
    note !== undefined && h('p', { class: 'record-note' }, note),
  );
  const main = h('main', { class: 'record', id: 'main', 'data-game': replay.game }, result);
  view.element.append(bar(), main);
  document.title = `${headline(over) || title} — ${common('app.name')}`;
  setGameKeys(() => [t('keys.step'), t('keys.ends'), t('keys.play')]);
  let listed = 0;
  controls.setLength(plies);
  view.at = Math.min(start, plies);
  const steps = [
    () => {
      advanceTo(view.at);
      controls.go(view.at);
      const place = h('div', { class: 'game-place' }, part.element);
      main.append(h('div', { class: 'record-board' }, place, controls.element, spoken, verdict, tools));
    },
    () => main.append(h('div', { class: 'record-beside' }, cards.element, moves.element)),
    () =>
      main.append(
        h('div', { class: 'record-more' }, h('div', { class: 'graph-place' }, which, graph.element), served && panel.element),
      ),
    make,
  ];
  const bringNext = (): void => {
    if (stopped) return;
    steps.shift()?.();
    if (steps.length > 0) afterPicture(bringNext);
  };
  if (inSteps) bringNext();
  else for (const step of steps) step();
  return view;
}
