// The round's log: what the server kept of it from before we came, and what has come since. Events and the document they speak of are
// held, not words, so that everything can be said again in another language.
import type { Answer } from '../net/requests';
import type { LogEntry, LogPage, RoomDocument, RoomEvent } from '../protocol';

export const MOST_LINES = 200; // shown
const MOST_TOLD = 1000; // held, with those that have no words for this viewer

export interface Told {
  seq: number;
  events: RoomEvent[];
  doc: RoomDocument; // as it was then, as far as words need it
}

type Ask = (before: number) => Promise<Answer>;

export class RoundLog {
  told: Told[] = [];
  cut = false; // there was more, which is not shown
  private round = 0;
  private asking = 0; // the number of the last question: answers to an older one are passed over

  // `ask`: asks the server for a page; `count`: how many lines these make.
  constructor(
    private readonly ask: Ask,
    private readonly count: (told: Told[]) => number,
  ) {}

  // A step came. With a new round the log begins anew.
  add(seq: number, events: RoomEvent[], doc: RoomDocument): Told {
    if (doc.round !== this.round) this.begin(doc.round);
    const told = { seq, events, doc };
    this.told.push(told);
    if (this.told.length > MOST_TOLD) this.thinOut();
    return told;
  }

  // A whole document came, of step `seq`: what led to it is asked for, page by page from the newest. True when the log has changed.
  async catchUp(seq: number, doc: RoomDocument): Promise<boolean> {
    if (doc.round !== this.round) this.begin(doc.round);
    this.asking += 1;
    const mine = this.asking;
    let past: Told[] = [];
    let page: LogPage | undefined;
    do {
      const answer = await this.ask(past[0]?.seq ?? seq + 1);
      if (mine !== this.asking || !answer.ok || !answer.log) return false;
      page = answer.log;
      past = [...asTold(page.entries, doc), ...past];
    } while (page.more && page.entries.length > 0 && this.count(past) < MOST_LINES);
    this.told = [...past, ...this.told.filter((told) => told.seq > seq)];
    this.cut = page.cut === true || page.more === true;
    return true;
  }

  private thinOut(): void {
    const worded = this.told.filter((told) => this.count([told]) > 0);
    this.cut ||= worded.length > MOST_LINES;
    this.told = worded.slice(-MOST_LINES);
  }

  private begin(round: number): void {
    this.round = round;
    this.asking += 1;
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
