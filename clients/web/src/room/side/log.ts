// The round's log: the entries that the server kept from before we joined, and the live ones. It stores events and
// their document, not sentences, so that the log can be redrawn in another language.
import type { Told } from '../../model/describe';
import type { Answer } from '../../net/requests';
import type { LogEntry, LogPage, RoomDocument, RoomEvent } from '../../protocol';

export const MOST_LINES = 200; // lines shown
const MOST_TOLD = 1000; // entries kept, including those without words for this viewer

type Ask = (before: number) => Promise<Answer>;

export class RoundLog {
  told: Told[] = [];
  cut = false; // there are earlier entries, which are not shown
  #round = 0;
  #asking = 0; // the number of the last request: answers to older ones are ignored
  readonly #ask: Ask;
  readonly #count: (told: Told[]) => number;

  // `ask`: requests a page from the server; `count`: returns the number of lines for these entries.
  constructor(ask: Ask, count: (told: Told[]) => number) {
    this.#ask = ask;
    this.#count = count;
  }

  // Handles a step. A new round starts a new log.
  add(seq: number, events: RoomEvent[], doc: RoomDocument): Told {
    if (doc.round !== this.#round) this.#begin(doc.round);
    const told = { seq, events, doc };
    this.told.push(told);
    if (this.told.length > MOST_TOLD) this.#thinOut();
    return told;
  }

  // Handles a whole document, of step `seq`: requests the earlier events page by page, newest first. Returns true if
  // the log changed. Entries of later steps belong to a history that the server has discarded.
  async catchUp(seq: number, doc: RoomDocument): Promise<boolean> {
    if (doc.round !== this.#round) this.#begin(doc.round);
    this.told = this.told.filter((told) => told.seq <= seq);
    this.#asking += 1;
    const mine = this.#asking;
    let past: Told[] = [];
    let page: LogPage | undefined;
    do {
      const answer = await this.#ask(past[0]?.seq ?? seq + 1);
      if (mine !== this.#asking || !answer.ok || !answer.log) return false;
      page = answer.log;
      past = [...asTold(page.entries, doc), ...past];
    } while (page.more && page.entries.length > 0 && this.#count(past) < MOST_LINES);
    this.told = [...past, ...this.told.filter((told) => told.seq > seq)];
    this.cut = page.cut === true || page.more === true;
    return true;
  }

  #thinOut(): void {
    const worded = this.told.filter((told) => this.#count([told]) > 0);
    this.cut ||= worded.length > MOST_LINES;
    this.told = worded.slice(-MOST_LINES);
  }

  #begin(round: number): void {
    this.#round = round;
    this.#asking += 1;
    this.told = [];
    this.cut = false;
  }
}

function asTold(entries: LogEntry[], doc: RoomDocument): Told[] {
  let { seats } = doc;
  return entries.map((entry) => {
    seats = entry.seats ?? seats;
    return { seq: entry.seq, events: entry.events, doc: { ...doc, seats } };
  });
}
