// The room of the reference server: a document that begins like the examples', its steps, and the turn. It knows no
// rules: a move puts one disc, the bots' answers come as one step, and the seat to act may choose among a few empty
// cells. A client knows no rules either, so for a client this is a game like any other.
import { createHash } from 'node:crypto';
import { merge } from '../kit/engawa.mjs';
import { examples } from './contract.mjs';

const recorded = examples.find((example) => example.name === 'room-play').messages.map((entry) => entry.message);
const lobby = recorded.find((message) => message.type === 'state').room;
const opening = recorded.find((message) => message.set?.phase === 'playing').set;
const bot = { kind: 'bot', bot: 'random', level: 1 };

const hashOf = (text) => createHash('sha256').update(text).digest('hex').slice(0, 12);

export const CODE = lobby.code;
export const GUEST = { id: 'g_7H2K9QXM4B1C', nick: 'Tester', token: '5f0c2ab9d1e84c7791b3a6de40f8c215' };
const LEGAL = 6; // maximum number of cells to choose from

export class Table {
  constructor() {
    const seats = { s0: { kind: 'open' }, s1: bot, s2: bot, s3: bot, s4: bot };
    const { host, ...rest } = structuredClone(lobby);
    this.document = { ...rest, start: 'full', seats, clock: { kind: 'none' } };
    this.seq = 0;
    this.hash = hashOf('a new room');
    this.steps = [];
    this.past = new Map(); // seq -> the room at that step, as long as one may go back to it
    this.remember();
  }

  remember() {
    this.past.set(this.seq, { seq: this.seq, hash: this.hash, document: this.document });
  }

  // Makes the next step and returns its frame.
  step(set, events = [], more = {}) {
    this.seq += 1;
    this.hash = hashOf(this.hash + JSON.stringify(set));
    this.document = merge(this.document, set);
    const frame = { type: 'step', seq: this.seq, hash: this.hash, ...more, set, events };
    this.steps.push(frame);
    this.remember();
    return frame;
  }

  // As an operator does who restores a backup: the steps after `seq` have never been.
  goBackTo(seq) {
    Object.assign(this, this.past.get(seq));
    this.steps = this.steps.filter((step) => step.seq <= seq);
    for (const later of [...this.past.keys()]) if (later > seq) this.past.delete(later);
  }

  // As after a long time, whose steps nobody needs one by one.
  leap(set, steps) {
    this.document = merge(this.document, set);
    this.seq += steps;
    this.hash = hashOf(`${this.hash} and ${steps} steps`);
    this.steps = [];
    this.past.clear();
    this.remember();
  }

  state() {
    return { type: 'state', seq: this.seq, hash: this.hash, you: this.document.seats.s0.guest ? { seat: 0 } : {}, room: this.document };
  }

  // The missing steps after `seq`; or the whole state if `seq` is unknown, or `hash` says that it is of another history.
  since(seq, hash) {
    const mine = this.past.get(seq)?.hash;
    if (hash !== undefined && hash !== mine && (mine !== undefined || seq > this.seq)) return [{ type: 'notice', kind: 'history' }, this.state()];
    const missing = this.steps.filter((step) => step.seq > seq);
    const whole = Number.isInteger(seq) && seq <= this.seq && missing.length === this.seq - seq;
    return whole ? missing : [this.state()];
  }

  sit() {
    const seat = { kind: 'human', guest: GUEST.id, nick: GUEST.nick, online: true };
    return this.step({ host: GUEST.id, seats: { s0: seat } }, [{ kind: 'sit', seat: 's0' }], { by: 's0' });
  }

  start() {
    const { seats, clock, ...set } = structuredClone(opening);
    return this.step({ ...set, to_act: 's0', legal: this.choices(merge(this.document, set)) }, [{ kind: 'start' }]);
  }

  // The empty cells of a document.
  choices(document = this.document, most = LEGAL) {
    const cells = [];
    for (const [name, row] of Object.entries(document.view.rows))
      [...row].forEach((letter, x) => letter === '.' && cells.push(`${String.fromCharCode(97 + x)}${name.slice(1)}`));
    return cells.slice(0, most).join(' ');
  }

  put(cell, letter) {
    const name = `r${cell.slice(1)}`;
    const row = [...this.document.view.rows[name]];
    row[cell.charCodeAt(0) - 97] = letter;
    return { rows: { [name]: row.join('') }, last: cell };
  }

  isLegal(move) {
    return this.document.legal.split(' ').includes(move?.cell);
  }

  move(cell) {
    const set = { ply: this.document.ply + 1, to_act: 's1', legal: this.choices(), view: this.put(cell, 'B') };
    return this.step(set, [{ kind: 'put', seat: 's0', cell, lines: [] }], { by: 's0', move: { cell } });
  }

  // The bots' moves, after which it is the client's turn again.
  answer() {
    const cell = this.choices().split(' ').at(-1);
    const view = this.put(cell, 'W');
    const next = merge(this.document, { view });
    const set = { ply: this.document.ply + 1, to_act: 's0', legal: this.choices(next), view };
    return this.step(set, [{ kind: 'put', seat: 's1', cell, lines: [] }], { by: 's1', move: { cell } });
  }

  end() {
    const ranking = ['s0', 's1', 's2', 's3', 's4'].map((seat, i) => ({ seat, rank: i + 1, score: 10 - i }));
    return this.step({ phase: 'over', to_act: '', legal: '', result: { ranking, reason: 'all_pass', winner: 's0', record: `${CODE}-1` } }, [{ kind: 'over' }]);
  }
}
