// Shows moves one after the other: a move that arrives while another is being shown waits until that one has landed, with its
// turn line, its score, its sentence and its line in the log. A tap or a key on the board shows all at once; moves that nobody
// could follow do not wait. Loaded after the board.
import { change as changeSettings, chosen, reducedMotion, settings } from '../base/settings';
import { clockFace, mayMove, mySeat, simultaneous, timeLeft } from '../model/facts';
import type { DrawSince, Shown } from '../model/module';
import { persist } from '../net/persist';
import type { RoomDocument, Step } from '../protocol';
import { Again } from './again';
import { HurryingInput } from './hurrying-input';
import { isBusy, landed } from './landed';
import type { Change, Quick, Stage } from './stage';

const MOST_BEHIND = 2; // moves
const BEHIND_MS = 2500;
const RETURN_MS = 500; // after a reconnect, the missed moves arrive

export class Moves {
  #since: Shown[] = []; // this viewer's own move
  #waiting: Change[] = [];
  #run = 0; // an earlier wait is obsolete
  #running = false;
  #behind: ReturnType<typeof setTimeout> | undefined;
  #backUntil = 0;
  #draw: DrawSince | undefined;
  readonly #stage: Stage;
  readonly #again: Again;
  readonly #input: HurryingInput;

  constructor(stage: Stage) {
    this.#stage = stage;
    this.#again = new Again(stage, () => this.#drawSince());
    this.#input = new HurryingInput(
      () => this.#waiting.length > 0,
      () => this.#mayMove(),
      () => this.hurry(),
    );
    document.addEventListener('visibilitychange', this.#onHidden);
    void this.#load();
  }

  // Shows the moves since this viewer's own again.
  again(): void {
    if (this.#waiting.length === 0 && !isBusy(this.#place())) void this.#again.play(this.#since);
  }

  // The view has been recreated.
  refresh(): void {
    this.#drawSince();
  }

  take(change: Change): void {
    const { doc, step } = change;
    this.#again.stop();
    if (!step) {
      this.#waiting = [];
      this.#stop();
      return this.#show(change);
    }
    if (this.#waiting.length === 0 ? !this.#changesGame(doc) : isTalk(step)) return this.#besides(change);
    if (this.#isUrgent(doc, step)) {
      this.hurry();
      return this.#show(change);
    }
    this.#waiting.push(change);
    if (!this.#running) void this.#showAll();
    this.#watch();
  }

  // Shows all waiting moves at once.
  hurry(): void {
    this.#again.stop();
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#stop();
    waiting.forEach((change, i) => {
      this.#show(change, leadsTo(change, waiting[i + 1]) ? 'next' : true);
    });
  }

  // The connection is lost, or back.
  returned(): void {
    this.hurry();
    this.#backUntil = Date.now() + RETURN_MS;
  }

  close(): void {
    this.#waiting = [];
    this.#again.close();
    this.#stop();
    document.removeEventListener('visibilitychange', this.#onHidden);
    this.#input.close();
  }

  async #showAll(): Promise<void> {
    this.#run += 1;
    const mine = this.#run;
    this.#running = true;
    while (this.#waiting.length > 0) {
      const place = this.#place();
      if (isBusy(place)) await landed(place);
      if (mine !== this.#run) return;
      this.#show(this.#waiting.shift() as Change);
      this.#watch();
    }
    this.#running = false;
  }

  #stop(): void {
    this.#run += 1;
    this.#running = false;
    this.#watch();
  }

  // Limits how far the display falls behind.
  #watch(): void {
    const shown = this.#stage.facts()?.doc;
    const last = this.#waiting.at(-1)?.doc;
    const far = shown && last && (last.round !== shown.round || (last.ply ?? 0) - (shown.ply ?? 0) > MOST_BEHIND);
    if (far) this.#behind ??= setTimeout(() => this.hurry(), BEHIND_MS);
    else {
      clearTimeout(this.#behind);
      this.#behind = undefined;
    }
  }

  #show(change: Change, quick?: Quick): void {
    const before = this.#stage.facts()?.doc;
    this.#stage.show(change, quick);
    const { doc, step } = change;
    // Sound begins with one's own first move, softly; a choice made before it, or after it, stays.
    if (step?.move && step.by === this.#mine() && chosen.sound === undefined) changeSettings({ sound: 'soft' });
    const moved = step && before && before.round === doc.round && before.ply !== doc.ply;
    if (moved && step.by !== this.#mine()) this.#since = [...this.#since, { before, doc, events: step.events }];
    else if (!step || moved || before?.round !== doc.round) this.#since = [];
    else return;
    if (quick !== 'next') this.#drawSince();
  }

  #drawSince(): void {
    const middle = this.#stage.view()?.middle;
    if (!middle) return;
    middle.buttons.again.disabled = this.#since.length === 0;
    const seated = this.#mine() !== undefined;
    const part = middle.part?.element;
    if (part && seated) this.#draw?.(part, this.#since);
  }

  async #load(): Promise<void> {
    this.#draw = await persist(async () => this.#stage.facts()?.module?.since?.()).catch(() => undefined);
    this.#drawSince();
  }

  #mayMove(): boolean {
    const facts = this.#stage.facts();
    return facts !== undefined && mayMove(facts);
  }

  #place(): Element | undefined {
    return this.#stage.view()?.middle.element;
  }

  #mine(): string | undefined {
    const facts = this.#stage.facts();
    return facts && mySeat(facts);
  }

  #changesGame(doc: RoomDocument): boolean {
    const shown = this.#stage.facts()?.doc;
    return !shown || doc.ply !== shown.ply || doc.round !== shown.round || doc.phase !== shown.phase;
  }

  // Changes that are not moves do not wait. Chat does not even wait for the moves before it, whose documents then include it.
  #besides(change: Change): void {
    if (this.#waiting.length === 0) return this.#show(change);
    const { chat } = change.doc;
    const talking = (one: RoomDocument) => (chat === undefined ? one : { ...one, chat });
    this.#waiting = this.#waiting.map((one) => ({ ...one, doc: talking(one.doc) }));
    this.#stage.show({ ...change, doc: talking(this.#stage.facts()?.doc ?? change.doc) });
  }

  // The viewer's own move does not wait either.
  #isUrgent(doc: RoomDocument, step: Step): boolean {
    const facts = this.#stage.facts(doc);
    if (!facts || document.hidden || reducedMotion() || settings.speed === '0' || Date.now() < this.#backUntil) return true;
    const seat = mySeat(facts);
    return simultaneous(facts) || (seat !== undefined && (step.by === seat || this.#isShort(doc, seat)));
  }

  // This viewer's own clock runs, with little time left.
  #isShort(doc: RoomDocument, seat: string): boolean {
    const left = doc.clock.running === seat ? timeLeft(doc, seat, this.#stage.serverNow()) : undefined;
    return left !== undefined && clockFace(doc, left).low;
  }

  readonly #onHidden = (): void => {
    if (document.hidden) this.hurry();
  };
}

function isTalk({ events }: Step): boolean {
  return events.length > 0 && events.every(({ kind }) => kind === 'say');
}

// Whether the board of the first one need not be shown if both are shown at once.
function leadsTo({ doc }: Change, next: Change | undefined): boolean {
  return next !== undefined && next.doc.phase === doc.phase && next.doc.round === doc.round;
}
