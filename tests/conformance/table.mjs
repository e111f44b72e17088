// The room of the reference server: a document that begins like the examples', its steps, and the turn. It knows no
// rules: a move puts one disc, the bots' answers come as one step. Only one of the few empty cells in `legal` may be
// played: the one that is not a member of `view.closed`, whose members come and go. The client's seat also changes in
// mid-game. So a client finds its move only if its whole document is right.
import { createHash } from 'node:crypto';
import { merge } from '../../clients/sdk/javascript/engawa.mjs';
import { examples } from './contract.mjs';

const recorded = examples.find((example) => example.name === 'room-play').messages.map((entry) => entry.message);
const lobby = recorded.find((message) => message.type === 'state').room;
const opening = recorded.find((message) => message.set?.phase === 'playing').set;
const bot = { kind: 'bot', bot: 'random', level: 1 };

const hashOf = (text) => createHash('sha256').update(text).digest('hex').slice(0, 12);

export const CODE = lobby.code;
export const GUEST = { id: 'g_7H2K9QXM4B1C', nick: 'Tester', token: '5f0c2ab9d1e84c7791b3a6de40f8c215' };
const LEGAL = 6; // maximum number of cells in `legal`
const SEATS = ['s0', 's2', 's3'];

export class Table {
  constructor() {
    const seats = { s0: { kind: 'open' }, s1: bot, s2: bot, s3: bot, s4: bot };
    const { host, ...rest } = structuredClone(lobby);
    this.document = { ...rest, start: 'full', seats, clock: { kind: 'none' } };
    this.seq = 0;
    this.hash = hashOf('a new room');
    this.steps = [];
    this.seat = SEATS[0]; // the client's
    this.past = new Map(); // seq -> the room at that step, while the script may go back to it
    this.remember();
  }

  remember() {
    this.past.set(this.seq, { seq: this.seq, hash: this.hash, document: this.document, seat: this.seat });
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

  // As when an operator restores a backup: the steps after `seq` never happened.
  goBackTo(seq) {
    Object.assign(this, this.past.get(seq));
    this.steps = this.steps.filter((step) => step.seq <= seq);
    for (const later of [...this.past.keys()]) if (later > seq) this.past.delete(later);
  }

  // As after a long time: single steps are no longer kept.
  leap(set, steps) {
    this.document = merge(this.document, set);
    this.seq += steps;
    this.hash = hashOf(`${this.hash} and ${steps} steps`);
    this.steps = [];
    this.past.clear();
    this.remember();
  }

  state() {
    return { type: 'state', seq: this.seq, hash: this.hash, you: this.document.seats[this.seat].guest ? { seat: Number(this.seat[1]) } : {}, room: this.document };
  }

  // The missing steps after `seq`; or the whole state if `seq` is unknown, or if `hash` shows another history.
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
    const opened = merge(this.document, set);
    const legal = this.choices(opened);
    return this.step({ ...set, view: { ...set.view, ...this.shut(legal, opened) }, to_act: this.seat, legal }, [{ kind: 'start' }]);
  }

  // The next `view.closed`, so that one of these cells is open: one that was closed before, if there is one.
  shut(legal, document = this.document) {
    const cells = legal.split(' ');
    const before = document.view.closed ?? {};
    const wasClosed = cells.filter((cell) => cell in before);
    const open = (wasClosed.length > 0 ? wasClosed : cells)[this.seq % (wasClosed.length || cells.length)];
    const closed = {};
    for (const cell of Object.keys(before)) if (cell === open || !cells.includes(cell)) closed[cell] = null;
    for (const cell of cells) if (cell !== open && !(cell in before)) closed[cell] = true;
    return { closed };
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
    return this.document.legal.split(' ').includes(move?.cell) && !(move.cell in this.document.view.closed);
  }

  move(cell) {
    const set = { ply: this.document.ply + 1, to_act: 's1', legal: this.choices(), view: this.put(cell, 'B') };
    return this.step(set, [{ kind: 'put', seat: this.seat, cell, lines: [] }], { by: this.seat, move: { cell } });
  }

  // The client swaps seats with a bot.
  moveSeat() {
    const from = this.seat;
    this.seat = SEATS[(SEATS.indexOf(from) + 1) % SEATS.length];
    const nobody = { guest: null, nick: null, online: null };
    return { [from]: { ...bot, ...nobody }, [this.seat]: { kind: 'human', guest: GUEST.id, nick: GUEST.nick, online: true, bot: null, level: null } };
  }

  // The bots' moves, after which it is the client's turn again, at another seat.
  answer() {
    const cell = this.choices().split(' ').at(-1);
    const put = this.put(cell, 'W');
    const legal = this.choices(merge(this.document, { view: put }));
    const set = { ply: this.document.ply + 1, seats: this.moveSeat(), to_act: this.seat, legal, view: { ...put, ...this.shut(legal) } };
    return this.step(set, [{ kind: 'put', seat: 's1', cell, lines: [] }], { by: 's1', move: { cell } });
  }

  end() {
    const ranking = ['s0', 's1', 's2', 's3', 's4'].map((seat, i) => ({ seat, rank: i + 1, score: 10 - i }));
    return this.step({ phase: 'over', to_act: '', legal: '', result: { ranking, reason: 'all_pass', winner: 's0', record: `${CODE}-1` } }, [{ kind: 'over' }]);
  }
}
