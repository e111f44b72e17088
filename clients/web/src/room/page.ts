// The page of one room: owns the connection and everything that must survive a redraw (the log), and assembles the
// parts.
import { h } from '../dom';
import { loadGame } from '../games/catalogue';
import type { GameModule } from '../games/module';
import { errorText, t } from '../i18n';
import { missingPage } from '../missing';
import { api } from '../net/api';
import { Connection, type Status } from '../net/connection';
import { identity } from '../net/identity';
import type { Answer } from '../net/requests';
import type { Game, Notice, RoomDocument, RoomEvent, Step } from '../protocol';
import { go, type Page } from '../router';
import { bar, iconButton } from '../ui/bar';
import { confirmDialog } from '../ui/dialog';
import { setGameKeys } from '../ui/dialogs';
import { toast } from '../ui/toast';
import { connectionBanner } from './banner';
import { describe } from './describe';
import { mayMove, mySeat, presetTitle, type RoomFacts, simultaneous } from './facts';
import { openInvite } from './invite';
import { RoundLog, type Told } from './log';
import { seatPicker } from './picker';
import { chatPanel, logPanel } from './side';
import { type RoomActions, table } from './table';

const TICK_MS = 250;

export function roomPage(code: string): Page {
  const host = h('div', { class: 'room-page' });
  let guest: string | undefined;
  let games: Game[] = [];
  let module: GameModule | undefined;
  let gameCode = 'none' as 'none' | 'asked' | 'failed'; // of the game
  let everOnline = false;
  let view: View | undefined;
  let missing: Page | undefined; // shown instead of the room if there is none
  const connection = new Connection<RoomDocument>(
    `/rooms/${code}/ws`,
    { onDocument, onStatus, onGuest, onNotice, onRefusal },
    true,
  );
  const timer = setInterval(() => view?.tick(), TICK_MS);

  const log = new RoundLog(
    (before) => connection.request('log', { before }),
    (told) => told.flatMap(linesOf).length,
  );

  const facts = (doc = connection.replica.doc): RoomFacts | undefined =>
    doc && { doc, guest, game: games.find((entry) => entry.id === doc.game), module };
  const actions: ViewActions = {
    request,
    rename(nick) {
      identity.nick = nick;
      connection.restart();
    },
    async move(move, quiet) {
      const { doc, hash } = connection.replica;
      return tellRefusal(await connection.request('move', { ply: doc?.ply ?? 0, hash, move }), quiet);
    },
    async hint() {
      const answer = tellRefusal(await connection.request('hint'));
      return answer.ok ? answer.hint : undefined;
    },
    leave,
    restart: () => connection.restart(),
    serverNow: () => connection.serverNow(),
  };

  async function request(type: string, fields: object = {}): Promise<boolean> {
    return tellRefusal(await connection.request(type, fields)).ok;
  }

  function tellRefusal(answer: Answer, quiet: string[] = []): Answer {
    if (!answer.ok && !quiet.includes(answer.code)) toast(errorText(answer.code), 'refusal');
    return answer;
  }

  // Loads the game's code, as soon as the game is known.
  async function load(id: string): Promise<void> {
    gameCode = 'asked';
    try {
      module = await loadGame(id);
      setGameKeys(() => module?.keys() ?? []);
    } catch {
      gameCode = 'failed';
      toast(t('room.gameFailed'), 'refusal');
    }
    redrawAll();
    showLog();
  }

  function redrawAll(): void {
    const now = facts();
    if (now) view?.update(now);
  }

  // The sentences about the events of one step.
  function linesOf({ events, doc }: Told): string[] {
    const now = facts(doc) as RoomFacts;
    return events.flatMap((event) => (module?.quiet?.(event, now) ? [] : (describe(event, now) ?? [])));
  }

  function showLog(): void {
    view?.showLog(log.told.flatMap(linesOf), log.cut);
  }

  async function leave(): Promise<void> {
    const now = facts();
    const seated = now && mySeat(now) !== undefined;
    if (seated && now.doc.phase === 'playing' && !(await confirmDialog(t('room.leaveSure'), t('room.leaveDo')))) return;
    // During a game a bot takes the seat at once, so that nobody waits; the seat can be taken back.
    if (seated && now.doc.phase !== 'over')
      await Promise.race([connection.request('stand'), new Promise((r) => setTimeout(r, 500))]);
    go('/');
  }

  function onDocument(doc: RoomDocument, before: RoomDocument | undefined, step?: Step): void {
    const now = facts(doc) as RoomFacts;
    if (gameCode === 'none') void load(doc.game);
    view?.update(now, step?.events);
    if (!step) {
      void log.catchUp(connection.replica.seq ?? 0, doc).then((changed) => changed && showLog());
      return;
    }
    const fresh = linesOf(log.add(step.seq, step.events, doc));
    if (before && before.round !== doc.round) showLog();
    else for (const line of fresh) view?.addLine(line);
    if (fresh.length > 0) view?.speak(fresh.join(' / '));
  }

  function onStatus(status: Status): void {
    if (status.kind === 'online') {
      // Some browsers do not request code again after it failed once. The room is on the server: nothing is lost.
      if (gameCode === 'failed') return location.reload();
      if (everOnline && view?.lost) toast(t('net.back'));
      everOnline = true;
    }
    view?.status(status, everOnline, connection?.roundTripMs);
    if (status.kind === 'stopped' && status.reason === 'noRoom') showMissing();
  }

  function showMissing(): void {
    view?.destroy();
    view = undefined;
    missing = missingPage('room');
    host.replaceChildren(missing.element);
  }

  function onGuest(id: string): void {
    if (id === guest) return;
    guest = id;
    redrawAll();
  }

  function onNotice(notice: Notice): void {
    if (notice.kind === 'draining') toast(t('net.draining', { n: notice.in_s ?? 0 }));
    if (notice.kind === 'history') toast(t('net.history'));
  }

  function onRefusal(refusal: string): void {
    toast(errorText(refusal), 'refusal');
  }

  function relabel(): void {
    if (missing) return missing.relabel();
    view?.destroy();
    view = buildView(code, actions);
    host.replaceChildren(view.element);
    showLog();
    view.status(connection.status, everOnline, connection.roundTripMs);
    redrawAll();
  }

  relabel();
  api.games().then(
    (found) => {
      games = found;
      const now = facts();
      if (now) view?.update(now, []);
      showLog();
    },
    () => {}, // names of bots are then shown as the server sends them
  );

  return {
    element: host,
    relabel,
    destroy() {
      clearInterval(timer);
      connection.close();
      view?.destroy();
      setGameKeys(() => []);
      document.title = t('app.name');
    },
  };
}

interface ViewActions {
  request(type: string, fields?: object): Promise<boolean>;
  rename(nick: string): void;
  move: RoomActions['move'];
  hint: RoomActions['hint'];
  leave(): Promise<void>;
  restart(): void;
  serverNow(): number;
}

interface View {
  element: HTMLElement;
  lost: boolean;
  update(facts: RoomFacts, events?: RoomEvent[]): void;
  status(status: Status, ever: boolean, roundTripMs?: number): void;
  showLog(lines: string[], cut: boolean): void;
  addLine(line: string): void;
  speak(text: string): void;
  tick(): void;
  destroy(): void;
}

// Everything visible, in the current language.
function buildView(code: string, actions: ViewActions): View {
  const { request } = actions;
  const resign = async () => {
    if (await confirmDialog(t('play.resignSure'), t('play.resignDo'))) await request('resign');
  };
  const middle = table({
    move: actions.move,
    hint: actions.hint,
    rematch: () => void request('rematch', { accept: true }),
    resign,
    request: (type, fields) => void request(type, fields),
    serverNow: actions.serverNow,
  });
  const picker = seatPicker({ request: (type, fields) => void request(type, fields), rename: actions.rename });
  const chat = chatPanel((text) => void request('say', { text }));
  const log = logPanel();
  const banner = connectionBanner(actions.restart);
  const light = h('span', { class: 'light' });
  const heading = h('h1', { class: 'room-name' });
  const loading = h('p', { class: 'loading quiet' }, t('room.loading'));
  const main = h(
    'main',
    { class: 'room', id: 'main' },
    h(
      'div',
      { class: 'room-main' },
      h('div', { class: 'banner-place' }, banner.element),
      loading,
      picker.element,
      middle.element,
    ),
    h('aside', { class: 'side' }, chat.element, log.element),
  );
  const invite = iconButton('invite', t('room.invite'), () => openInvite(code));
  const leave = iconButton('leave', t('room.leave'), () => void actions.leave());
  const element = h('div', { class: 'shell' }, bar(light, heading, invite, leave), main);
  picker.element.hidden = true;
  middle.element.hidden = true;

  const view: View = {
    element,
    lost: false,
    update(facts, events) {
      const { doc } = facts;
      loading.hidden = true;
      // The host has scrolled down to the start button.
      if (doc.phase !== 'lobby' && !picker.element.hidden) scrollTo(0, 0);
      picker.element.hidden = doc.phase !== 'lobby';
      middle.element.hidden = doc.phase === 'lobby';
      heading.replaceChildren(
        h('span', { class: 'room-game' }, presetTitle(facts.game, doc.options)),
        ' ',
        h('span', { class: 'room-code' }, code),
      );
      if (doc.phase === 'lobby') picker.update(facts);
      else middle.update(facts, events);
      chat.update(facts);
      const mine = mayMove(facts) && !simultaneous(facts);
      document.title = mine ? `${t('room.titleYourTurn')} — ${code}` : `${t('room.title', { code })} — ${t('app.name')}`;
    },
    status(status, ever, roundTripMs) {
      view.lost = status.kind !== 'online' && ever;
      banner.update(status, ever);
      const online = status.kind === 'online';
      light.className = `light ${status.kind}`;
      light.title = online ? (roundTripMs === undefined ? t('net.onlinePlain') : t('net.online', { ms: roundTripMs })) : '';
      element.toggleAttribute('data-offline', !online);
      if (status.kind === 'stopped') loading.hidden = true;
      middle.tick(); // clocks stop or continue
    },
    showLog: log.show,
    addLine: log.add,
    speak: middle.speak,
    tick: () => middle.tick(),
    destroy: () => middle.destroy(),
  };
  return view;
}
