// The client's copy of a document: applies `state` and `step`, and detects missing numbers.
import type { State, Step } from '../protocol';
import { type Json, mergePatch } from './merge';

export type Applied = 'done' | 'old' | 'gap';

export class Replica<Document> {
  doc: Document | undefined;
  seq: number | undefined; // of `doc`; undefined while there is none
  hash: string | undefined; // of the history up to `seq`; the lobby has none

  apply(message: State | Step): Applied {
    if (message.type === 'state') {
      this.doc = message.room as Document;
      this.seq = message.seq;
      this.hash = message.hash;
      return 'done';
    }
    if (this.seq === undefined) return 'gap';
    if (message.seq <= this.seq) return 'old';
    if (message.seq > this.seq + 1) return 'gap';
    this.doc = mergePatch(this.doc as Json, message.set as Json) as Document;
    this.seq = message.seq;
    this.hash = message.hash;
    return 'done';
  }
}
