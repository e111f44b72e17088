// The page of one room: owns everything that outlives a redraw of the view (the connection, the game's code, the log, the card).

import { h } from '../base/dom';
import { t } from '../base/i18n';
import { isElsewhere, keyOf } from '../base/keys';
import { go, type Page } from '../base/router';
import type { Told } from '../model/describe';
import { loadCommonEvents, missedEvents, sentencesOf } from '../model/describe';
import { isHost, mySeat, simultaneous } from '../model/facts';
import { noteGame } from '../model/own-games';
import type { PageFacts } from '../model/page-facts';
import { api } from '../net/api';
import type { Status } from '../net/connection';
import { persist } from '../net/persist';
import { missingDoor } from '../pages/door';
import type { Game, RoomDocument, Step } from '../protocol';
import type { Previews } from '../rules/preview';
import { toggleSound } from '../sound/sound';
import { setGameKeys } from '../ui/dialogs';
import { toast } from '../ui/toast';
import type { FirstSteps } from './first-steps';
import { GameLoader } from './game-loader';
import { RoomLink } from './link/room-link';
import { Unreached } from './link/unreached';
import type { Moves } from './moves';
import { Arrival } from './seats/arrival';
import { RoundLog } from './side/log';
import type { Change, Quick } from './stage';
import { confirmed, RoomView, tellAttention, type ViewActions } from './view';

const TICK_MS = 250;
const STEPS_AFTER_MS = 1000; // the board comes first
const MOVES_AFTER_MS = 400; // after the board, unless a player moves before
const EVENTS_AFTER_MS = 1500; // their words are not needed for the first move

export function roomPage(code: string): Page {
  return new RoomPage(code);
}

class RoomPage implements Page {
  readonly element = h('div', { class: 'room-page' });
  #view: RoomView | undefined;
  #missing: Page | undefined; // shown instead of the room if there is none
  #games: Game[] = [];
  #zen = false; // the board and the players alone
  #closed = false;
  readonly #link: RoomLink;
  readonly #unreached: Unreached;
  readonly #loader: GameLoader;
  #steps: FirstSteps | undefined; // once loaded
  #stepsAsked: Promise<void> | undefined;
  #previews: Promise<Previews | undefined> | undefined; // once the person looks at a move
  readonly #arrival: Arrival;
  readonly #log: RoundLog;
  #shown: RoomDocument | undefined; // may be some moves behind
  #moves: Moves | undefined; // loaded after the board
  #ready = false; // the board is there, and changes are queued in them
  #loading: Promise<void> | undefined;
  readonly #timer = setInterval(() => this.#view?.tick(), TICK_MS);
  readonly #code: string;

  constructor(code: string) {
    this.#code = code;
    const link = new RoomLink(code, {
      onDocument: (...all) => this.#onDocument(...all),
      onStatus: (status) => this.#onStatus(status),
      onGuest: (id) => this.#onGuest(id),
      onPong: () => this.#view?.showLink(),
    });
    this.#link = link;
    this.#unreached = new Unreached(this.element, link);
    this.#loader = new GameLoader(
      () => this.#view?.settle(),
      () => this.#onGameCode(),
    );
    this.#arrival = new Arrival((seat) => link.ask('sit', { seat }));
    this.#log = new RoundLog(
      (before) => link.ask('log', { before }),
      (told) => this.#linesOf(told).length,
    );
    document.addEventListener('keydown', this.#onKey);
    this.relabel();
    this.#loadLater();
  }

  relabel(): void {
    const link = this.#link;
    if (this.#missing) return this.#missing.relabel();
    this.#moves?.hurry();
    this.#view?.destroy();
    this.#steps?.hide(); // its text is in the other language
    const view = new RoomView(this.#code, this.#actions());
    this.#view = view;
    this.#unreached.page?.relabel();
    this.element.replaceChildren((this.#unreached.page ?? view).element);
    this.#showLog();
    view.status(link.connection.status, link.everOnline);
    view.showZen(this.#zen);
    this.#redraw();
    if (this.#loader.failed) view.settle();
  }

  destroy(): void {
    this.#closed = true;
    this.#moves?.close();
    this.#loader.close();
    this.#unreached.close();
    clearInterval(this.#timer);
    this.#steps?.close();
    document.removeEventListener('keydown', this.#onKey);
    this.#link.connection.close();
    tellAttention(undefined);
    this.#view?.destroy();
    setGameKeys(() => []);
    document.title = t('app.name');
  }

  #actions(): ViewActions {
    const link = this.#link;
    const { connection } = link;
    return {
      request: async (type, fields) => (await link.request(type, fields)).ok,
      card: () => void this.#loadSteps().then(() => this.#steps?.show(false)),
      rename: (nick) => link.rename(nick),
      move: (move, quiet) => {
        this.#steps?.end(link.doc?.game);
        const ply = this.#shown?.ply; // its purpose
        this.#moves?.hurry();
        return link.move(move, quiet, ply);
      },
      preview: async (move) => (await this.#foretell())?.of(move),
      async hint() {
        const answer = await link.request('hint');
        return answer.ok ? answer.hint : undefined;
      },
      leave: () => this.#leave(),
      restart: () => connection.restart(),
      serverNow: () => connection.serverNow(),
      link: () => connection,
      ping: () => connection.ping(),
      missed: () => missedEvents(this.#log.told, this.#facts()),
      zen: () => this.#toggleZen(),
      failed: () => this.#loader.fail(),
      settled: () => this.#onSettled(),
      again: () => this.#moves?.again(),
    };
  }

  // Loads the code that the first move does not need. Undefined: without a connection; the next move tries again.
  #foretell(): Promise<Previews | undefined> {
    const link = this.#link;
    this.#previews ??= persist(() => import('../rules/preview')).then(
      (code) =>
        new code.Previews(
          (fields) => link.ask('preview', fields),
          () => link.doc,
        ),
      () => {
        this.#previews = undefined;
        return undefined;
      },
    );
    return this.#previews;
  }

  #loadSteps(): Promise<void> {
    const link = this.#link;
    const pause = async (paused: boolean) => (await link.ask('pause', { paused })).ok;
    this.#stepsAsked ??= persist(() => import('./first-steps')).then(
      (code) => {
        if (!this.#closed) this.#steps = new code.FirstSteps(this.element, () => this.#facts(), pause);
      },
      () => {}, // nothing is offered
    );
    return this.#stepsAsked;
  }

  #onSettled(): void {
    if (this.#moves) return this.#moves.refresh();
    this.#ready = true;
    setTimeout(() => void this.#loadMoves(), MOVES_AFTER_MS);
  }

  // Without this code moves would overlap.
  #loadMoves(): Promise<void> {
    this.#loading ??= persist(() => import('./moves')).then(
      ({ Moves }) => {
        if (!this.#closed)
          this.#moves = new Moves({
            view: () => this.#view,
            facts: (doc) => this.#facts(doc),
            show: (...change) => this.#show(...change),
            serverNow: () => this.#link.connection.serverNow(),
          });
        this.#ready = false;
      },
      () => {
        this.#ready = false;
      },
    );
    return this.#loading;
  }

  #loadLater(): void {
    setTimeout(() => void this.#loadSteps().then(() => this.#steps?.begin()), STEPS_AFTER_MS);
    const words = () => this.#redrawWords();
    setTimeout(() => void loadCommonEvents().then(words, () => {}), EVENTS_AFTER_MS);
    api.games().then(
      (found) => {
        this.#games = found;
        words();
      },
      () => {}, // bots then keep the names that the server sends
    );
  }

  // More of the page's words are there.
  #redrawWords(): void {
    if (this.#closed) return;
    this.#redraw([]);
    this.#showLog();
  }

  #facts(doc = this.#shown): PageFacts | undefined {
    const { guest } = this.#link;
    return doc && { doc, guest, game: this.#games.find((entry) => entry.id === doc.game), module: this.#loader.module };
  }

  #redraw(events?: []): void {
    const now = this.#facts();
    if (now) this.#view?.update(now, events);
  }

  #linesOf(told: Told[]): string[] {
    return told.flatMap(({ events, doc }) => sentencesOf(events, this.#facts(doc) as PageFacts));
  }

  #showLog(): void {
    this.#view?.showLog(this.#linesOf(this.#log.told), this.#log.cut);
  }

  #onGameCode(): void {
    this.#redraw();
    this.#showLog();
    const now = this.#facts();
    if (now) this.#steps?.offer(now);
  }

  #onDocument(doc: RoomDocument, before: RoomDocument | undefined, step?: Step): void {
    const now = this.#facts(doc) as PageFacts;
    // The host has chosen another game: the page starts again, with its code.
    if (before && before.game !== doc.game) return location.reload();
    void this.#loader.load(doc.game);
    this.#arrival.see(now);
    noteGame(doc, now.guest);
    this.#steps?.offer(now);
    if (before && before.host !== doc.host && isHost(now)) toast(t('people.youHost'));
    this.#take({ doc, before, step });
  }

  #take(change: Change): void {
    const now = this.#facts(change.doc) as PageFacts;
    if (this.#moves) this.#moves.take(change);
    // The viewer's own move, and every move in simultaneous games, is shown at once, because its answer follows immediately.
    else if (this.#ready && !simultaneous(now) && change.step?.by !== mySeat(now))
      void this.#loadMoves().then(() => this.#take(change));
    else this.#show(change);
  }

  #show({ doc, before, step }: Change, quick?: Quick): void {
    const log = this.#log;
    this.#shown = doc;
    const told = step && log.add(step.seq, step.events, doc);
    if (quick !== 'next') this.#view?.update(this.#facts() as PageFacts, step?.events, quick);
    if (told) return this.#tell(told, before !== undefined && before.round !== doc.round);
    void log.catchUp(this.#link.connection.replica.seq ?? 0, doc).then((changed) => changed && this.#showLog());
  }

  // `anew`: the log was restarted.
  #tell(told: Told, anew: boolean): void {
    const lines = this.#linesOf([told]);
    if (anew) this.#showLog();
    else for (const line of lines) this.#view?.addLine(line);
    if (lines.length > 0) this.#view?.tell(lines.join(' / '));
  }

  #onStatus(status: Status): void {
    const link = this.#link;
    const unreached = this.#unreached;
    const view = this.#view;
    // Some browsers do not request code again after it failed once. The room is on the server, so a reload loses nothing.
    if (status.kind === 'online' && this.#loader.failed) return location.reload();
    this.#moves?.returned();
    link.see(status, view?.lost === true);
    if (status.kind === 'online') void this.#steps?.wait();
    view?.status(status, link.everOnline);
    if (status.kind === 'waiting') void unreached.show();
    else if (status.kind !== 'connecting') unreached.hide(view?.element);
    if (status.kind === 'stopped' && status.reason === 'noRoom') this.#showMissing();
  }

  #showMissing(): void {
    this.#view?.destroy();
    this.#view = undefined;
    this.#missing = missingDoor('room');
    this.element.replaceChildren(this.#missing.element);
  }

  #onGuest(id: string): void {
    if (id === this.#link.guest) return;
    this.#link.guest = id;
    const now = this.#facts();
    if (now) {
      this.#arrival.see(now);
      noteGame(now.doc, id);
    }
    this.#redraw();
  }

  #toggleZen(): void {
    this.#zen = !this.#zen;
    this.#view?.showZen(this.#zen);
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (isElsewhere(event)) return;
    const key = keyOf(event);
    if (key === 'z') this.#toggleZen();
    else if (key === 'm') toggleSound();
    else if (key === 'Escape' && this.#zen) this.#toggleZen();
    else void this.#view?.middle.key(event);
  };

  async #leave(): Promise<void> {
    const now = this.#facts();
    const seated = now && mySeat(now) !== undefined;
    if (seated && now.doc.phase === 'playing' && !(await confirmed('leave'))) return;
    // During a game a bot takes the seat at once, so that nobody waits; the seat can be taken back.
    if (seated && now.doc.phase !== 'over')
      await Promise.race([this.#link.ask('stand'), new Promise((r) => setTimeout(r, 500))]);
    go('/');
  }
}
