// The page of one room: owns everything that outlives a redraw of the view (the connection, the game's code, the log, the card).

import { h } from '../base/dom';
import { t } from '../base/i18n';
import { identity } from '../base/identity';
import { isElsewhere, keyOf } from '../base/keys';
import { go, type Page } from '../base/router';
import type { Told } from '../model/describe';
import { loadCommonEvents, missedEvents, sentencesOf } from '../model/describe';
import { isHost, mySeat } from '../model/facts';
import { noteGame } from '../model/own-games';
import type { PageFacts } from '../model/page-facts';
import { api } from '../net/api';
import type { Status } from '../net/connection';
import { missingDoor } from '../pages/door';
import type { Game, RoomDocument, Step } from '../protocol';
import { Previews } from '../rules/preview';
import { toggleSound } from '../sound/sound';
import { setGameKeys } from '../ui/dialogs';
import { toast } from '../ui/toast';
import { FirstSteps } from './first-steps';
import { GameLoader } from './game-loader';
import { RoomLink } from './link/room-link';
import { Unreached } from './link/unreached';
import { Arrival } from './seats/arrival';
import { RoundLog } from './side/log';
import { confirmed, RoomView, tellAttention, type ViewActions } from './view';

const TICK_MS = 250;
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
  readonly #steps: FirstSteps;
  readonly #previews: Previews;
  readonly #arrival: Arrival;
  readonly #log: RoundLog;
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
    this.#steps = new FirstSteps(this.element, () => this.#facts());
    this.#previews = new Previews(
      (fields) => link.ask('preview', fields),
      () => link.doc,
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
    this.#view?.destroy();
    this.#steps.hide(); // it would be in the other language
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
    this.#loader.close();
    this.#unreached.close();
    clearInterval(this.#timer);
    this.#steps.close();
    document.removeEventListener('keydown', this.#onKey);
    this.#link.connection.close();
    tellAttention(undefined);
    this.#view?.destroy();
    setGameKeys(() => []);
    document.title = t('app.name');
  }

  #actions(): ViewActions {
    const link = this.#link;
    const steps = this.#steps;
    const { connection } = link;
    return {
      request: async (type, fields) => (await link.request(type, fields)).ok,
      card: () => void steps.show(false),
      rename(nick) {
        identity.nick = nick;
        connection.restart();
      },
      move(move, quiet) {
        steps.end(link.doc?.game);
        return link.move(move, quiet);
      },
      preview: (move) => this.#previews.of(move),
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
    };
  }

  // What is not needed for the first move.
  #loadLater(): void {
    const shown = () => this.#closed || this.#showLog();
    setTimeout(() => void loadCommonEvents().then(shown, () => {}), EVENTS_AFTER_MS);
    api.games().then(
      (found) => {
        this.#games = found;
        this.#redraw([]);
        this.#showLog();
      },
      () => {}, // names of bots are then shown as the server sends them
    );
  }

  #facts(doc = this.#link.doc): PageFacts | undefined {
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
    if (now) this.#steps.offer(now);
  }

  #onDocument(doc: RoomDocument, before: RoomDocument | undefined, step?: Step): void {
    const log = this.#log;
    const view = this.#view;
    const now = this.#facts(doc) as PageFacts;
    void this.#loader.load(doc.game);
    this.#arrival.see(now);
    noteGame(doc, now.guest);
    this.#steps.offer(now);
    if (before && before.host !== doc.host && isHost(now)) toast(t('people.youHost'));
    const told = step && log.add(step.seq, step.events, doc);
    view?.update(now, step?.events);
    if (told) return this.#tell(told, before !== undefined && before.round !== doc.round);
    void log.catchUp(this.#link.connection.replica.seq ?? 0, doc).then((changed) => changed && this.#showLog());
  }

  // `anew`: the log has begun anew.
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
    // Some browsers do not request code again after it failed once. The room is on the server: nothing is lost.
    if (status.kind === 'online' && this.#loader.failed) return location.reload();
    link.see(status, view?.lost === true);
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
