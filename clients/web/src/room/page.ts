// The page of one room: owns the connection and everything that outlives a redraw of the view (the log, the card).

import type { CardPanel } from '../card/panel';
import { cardSeen, noteCard } from '../card/seen';
import { h } from '../dom';
import { missingDoor } from '../door';
import { loadGame } from '../games/catalogue';
import type { GameModule } from '../games/module';
import { t } from '../i18n';
import { isElsewhere, keyOf } from '../keys';
import { api } from '../net/api';
import { Connection, type Status } from '../net/connection';
import { identity } from '../net/identity';
import { persist } from '../net/persist';
import type { Answer } from '../net/requests';
import { noteGame } from '../own-games';
import type { Game, Notice, RoomDocument, RoomEvent, Step } from '../protocol';
import { go, type Page } from '../router';
import { Previews } from '../rules/preview';
import type { KeyOfRoom } from '../texts/dialogs';
import { setGameKeys } from '../ui/dialogs';
import { explain, rare, tellRefusal as sayRefusal } from '../ui/refusal';
import { toggleSound } from '../ui/sound';
import { toast } from '../ui/toast';
import type { Unreachable } from '../unreachable';
import { describe, loadCommonEvents } from './describe';
import { isHost, mySeat } from './facts';
import type { PageFacts } from './page-facts';
import { Arrival } from './seats/arrival';
import { RoundLog, type Told } from './side/log';
import { buildView, confirmed, tellAttention, type View, type ViewActions } from './view';

const TICK_MS = 250;
const CARD_AFTER_MS = 1000;
const EVENTS_AFTER_MS = 1500; // their words are not needed for the first move

export function roomPage(code: string): Page {
  const host = h('div', { class: 'room-page' });
  let guest: string | undefined;
  let games: Game[] = [];
  let module: GameModule | undefined;
  let gameCode = 'none' as 'none' | 'asked' | 'failed'; // of the game
  let everOnline = false;
  let view: View | undefined;
  let missing: Page | undefined; // shown instead of the room if there is none
  let away: Unreachable | undefined; // shown instead of the room until the server was reached once
  let zen = false; // the board and the players alone
  const connection = new Connection<RoomDocument>(
    `/rooms/${code}/ws`,
    { onDocument, onStatus, onGuest, onNotice, onRefusal, onPong: () => view?.showLink(), explain },
    true,
  );
  const timer = setInterval(() => view?.tick(), TICK_MS);
  const previews = new Previews(
    (fields) => connection.request('preview', fields),
    () => connection.replica.doc,
  );
  const arrival = new Arrival((seat) => connection.request('sit', { seat }));

  const log = new RoundLog(
    (before) => connection.request('log', { before }),
    (told) => told.flatMap(linesOf).length,
  );

  const facts = (doc = connection.replica.doc): PageFacts | undefined =>
    doc && { doc, guest, game: games.find((entry) => entry.id === doc.game), module };
  let card: CardPanel | 'asked' | undefined; // the first steps in this game
  let offered = false;
  let closed = false;
  const actions: ViewActions = {
    request,
    card: () => void showCard(false),
    rename(nick) {
      identity.nick = nick;
      connection.restart();
    },
    async move(move, quiet) {
      closeCard();
      const { doc, hash } = connection.replica;
      return tellRefusal(await connection.request('move', { ply: doc?.ply ?? 0, hash, move }), quiet);
    },
    preview: (move) => previews.of(move),
    async hint() {
      const answer = tellRefusal(await connection.request('hint'));
      return answer.ok ? answer.hint : undefined;
    },
    leave,
    restart: () => connection.restart(),
    serverNow: () => connection.serverNow(),
    link: () => connection,
    ping: () => connection.ping(),
    missed,
    zen: toggleZen,
    failed,
  };

  async function request(type: string, fields: object = {}): Promise<boolean> {
    return tellRefusal(await connection.request(type, fields)).ok;
  }

  function tellRefusal(answer: Answer, quiet: string[] = []): Answer {
    if (!answer.ok && !quiet.includes(answer.code)) void sayRefusal(answer.code);
    return answer;
  }

  // Code of this room did not come.
  async function failed(): Promise<void> {
    const more = await rare();
    if (closed || (await more?.loadAnew())) return;
    if (!more) toast(t('error.offline'), 'refusal');
    gameCode = 'failed';
    view?.settle();
  }

  // Loads the game's code, as soon as the game is known.
  async function load(id: string): Promise<void> {
    gameCode = 'asked';
    try {
      module = await loadGame(id);
      setGameKeys(
        () => module?.keys() ?? [],
        () => ROOM_KEYS.slice(module?.ear ? 0 : EAR_KEYS),
      );
    } catch {
      await failed();
    }
    redrawAll();
    showLog();
    const now = facts();
    if (now) offerCard(now);
  }

  // By itself once for each game and device, when the first game begins; and when it is asked for.
  async function showCard(first: boolean): Promise<void> {
    const now = closed ? undefined : facts();
    if (card || !now?.module || (first && cardSeen(now.doc.game))) return;
    card = 'asked';
    const { openCard } = await persist(() => import('../card/panel')).catch(() => ({ openCard: undefined }));
    const small = !matchMedia('(min-width: 1100px) and (min-height: 620px)').matches;
    const { module: game, doc, game: entry } = now;
    const opened = await openCard?.({
      id: doc.game,
      entry,
      module: game,
      folded: first && small,
      closed: () => {
        card = undefined;
      },
    });
    const wanted = card === 'asked';
    card = wanted ? opened : undefined;
    if (wanted && opened) host.append(opened.element);
  }

  function offerCard(now: PageFacts): void {
    if (offered || !now.module || now.doc.phase !== 'playing' || mySeat(now) === undefined) return;
    offered = true;
    setTimeout(() => void showCard(true), CARD_AFTER_MS); // the board comes first
  }

  // A player no longer needs it.
  function closeCard(): void {
    if (card === 'asked') card = undefined;
    else card?.close();
    const id = connection.replica.doc?.game;
    if (id) noteCard(id);
  }

  function redrawAll(): void {
    const now = facts();
    if (now) view?.update(now);
  }

  // The sentences about the events of one step.
  function linesOf({ events, doc }: Told): string[] {
    const now = facts(doc) as PageFacts;
    return events.flatMap((event) => (module?.quiet?.(event, now) ? [] : (describe(event, now) ?? [])));
  }

  // What has happened since this viewer's last move: a move is what the game has words for.
  function missed(): RoomEvent[] {
    const now = facts();
    const mine = now && mySeat(now);
    const all = log.told.flatMap(({ events }) => events).filter((event) => event.kind !== 'say');
    for (let i = all.length - 1; now && i >= 0; i -= 1) {
      const event = all[i] as RoomEvent;
      if ('seat' in event && event.seat === mine && module?.describe(event, now) !== undefined) return all.slice(i + 1);
    }
    return all;
  }

  function toggleZen(): void {
    zen = !zen;
    view?.showZen(zen);
  }

  function onKey(event: KeyboardEvent): void {
    if (isElsewhere(event)) return;
    const key = keyOf(event);
    if (key === 'z') toggleZen();
    else if (key === 'm') toggleSound();
    else if (key === 'Escape' && zen) toggleZen();
  }

  function showLog(): void {
    view?.showLog(log.told.flatMap(linesOf), log.cut);
  }

  async function leave(): Promise<void> {
    const now = facts();
    const seated = now && mySeat(now) !== undefined;
    if (seated && now.doc.phase === 'playing' && !(await confirmed('leave'))) return;
    // During a game a bot takes the seat at once, so that nobody waits; the seat can be taken back.
    if (seated && now.doc.phase !== 'over')
      await Promise.race([connection.request('stand'), new Promise((r) => setTimeout(r, 500))]);
    go('/');
  }

  function onDocument(doc: RoomDocument, before: RoomDocument | undefined, step?: Step): void {
    const now = facts(doc) as PageFacts;
    if (gameCode === 'none') void load(doc.game);
    arrival.see(now);
    noteGame(doc, guest);
    offerCard(now);
    if (before && before.host !== doc.host && isHost(now)) toast(t('people.youHost'));
    const told = step && log.add(step.seq, step.events, doc);
    view?.update(now, step?.events);
    if (!told) {
      void log.catchUp(connection.replica.seq ?? 0, doc).then((changed) => changed && showLog());
      return;
    }
    const fresh = linesOf(told);
    if (before && before.round !== doc.round) showLog();
    else for (const line of fresh) view?.addLine(line);
    if (fresh.length > 0) view?.tell(fresh.join(' / '));
  }

  function onStatus(status: Status): void {
    if (status.kind === 'online') {
      // Some browsers do not request code again after it failed once. The room is on the server: nothing is lost.
      if (gameCode === 'failed') return location.reload();
      if (everOnline && view?.lost) toast(t('net.back'));
      everOnline = true;
    }
    view?.status(status, everOnline);
    if (status.kind === 'waiting') void showAway();
    else if (status.kind !== 'connecting') hideAway();
    if (status.kind === 'stopped' && status.reason === 'noRoom') showMissing();
  }

  // Where nothing is on the screen yet. A room that is there stays, with a banner.
  async function showAway(): Promise<void> {
    away?.tell('still');
    away?.because(connection.trouble);
    const code = everOnline || away ? undefined : await rare();
    const { kind } = connection.status;
    if (!code || away || everOnline || closed || kind === 'online' || kind === 'stopped') return;
    away = code.unreachablePage(() => connection.restart());
    away.because(connection.trouble);
    host.replaceChildren(away.element);
  }

  function hideAway(): void {
    if (away && view) host.replaceChildren(view.element);
    away?.destroy();
    away = undefined;
  }

  function showMissing(): void {
    view?.destroy();
    view = undefined;
    missing = missingDoor('room');
    host.replaceChildren(missing.element);
  }

  function onGuest(id: string): void {
    if (id === guest) return;
    guest = id;
    const now = facts();
    if (now) {
      arrival.see(now);
      noteGame(now.doc, guest);
    }
    redrawAll();
  }

  function onNotice(notice: Notice): void {
    // A newer server may have others.
    if (notice.kind !== 'draining' && notice.kind !== 'history') return;
    void rare().then((code) => code && toast(code.wordsOf(notice)));
  }

  function onRefusal(refusal: string): void {
    void sayRefusal(refusal);
  }

  function relabel(): void {
    if (missing) return missing.relabel();
    view?.destroy();
    if (card !== 'asked') card?.close(); // it would be in the other language
    view = buildView(code, actions);
    away?.relabel();
    host.replaceChildren((away ?? view).element);
    showLog();
    view.status(connection.status, everOnline);
    view.showZen(zen);
    redrawAll();
    if (gameCode === 'failed') view.settle();
  }

  document.addEventListener('keydown', onKey);
  relabel();
  setTimeout(
    () =>
      void loadCommonEvents().then(
        () => closed || showLog(),
        () => {},
      ),
    EVENTS_AFTER_MS,
  );
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
      closed = true;
      clearInterval(timer);
      if (card !== 'asked') card?.close();
      document.removeEventListener('keydown', onKey);
      connection.close();
      tellAttention(undefined);
      view?.destroy();
      setGameKeys(() => []);
      document.title = t('app.name');
    },
  };
}

// The first four need the game's answers (voice.ts).
const EAR_KEYS = 4;
const ROOM_KEYS: KeyOfRoom[] = ['score', 'own', 'rowAround', 'missed', 'zen', 'mute'];
