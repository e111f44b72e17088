// The room of the reference server: a document that begins like the examples', its steps, and the turn. It knows no
// rules but the form of the moves (games.mjs): a move changes the view, the bots' answers come as one step. Only one of
// the few moves in `legal` may be made: the one that is not a member of `view.closed`, whose members come and go. The
// client's seat also changes in mid-game. So a client finds its move only if its whole document is right.
import { createHash } from 'node:crypto';
import { merge } from '../../clients/sdk/javascript/engawa.mjs';
import { examples } from './contract.mjs';
import { GAMES } from './games.mjs';

// The document before the start, and what the start changes in it.
function recorded(name) {
  const messages = examples.find((example) => example.name === name).messages.map((entry) => entry.message);
  return { lobby: messages.find((message) => message.type === 'state').room, opening: messages.find((message) => message.set?.phase === 'playing').set };
}

const bot = { kind: 'bot', bot: 'random', level: 1 };

const hashOf = (text) => createHash('sha256').update(text).digest('hex').slice(0, 12);

export const CODE = recorded('room-play').lobby.code;
export const GUEST = { id: 'g_7H2K9QXM4B1C', nick: 'Tester', token: '5f0c2ab9d1e84c7791b3a6de40f8c215' };

export class Table {
  constructor(name) {
    this.game = GAMES[name];
    const { lobby, opening } = structuredClone(recorded(this.game.example));
    const { host, ...rest } = lobby;
    const seats = Object.fromEntries(Object.keys(lobby.seats).map((seat) => [seat, seat === 's0' ? { kind: 'open' } : bot]));
    this.document = { ...rest, code: CODE, options: this.game.options ?? rest.options, start: 'full', seats, clock: { kind: 'none' } };
    this.opening = opening;
    this.seq = 0;
    this.hash = hashOf('a new room');
    this.steps = [];
    this.seat = this.game.seats[0]; // the client's
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
    const { seats, clock, view, ...set } = this.opening;
    return this.step({ ...set, ...this.turn({ ...view, ...this.game.open?.() }) }, [{ kind: 'start' }]);
  }

  // It is the client's turn, at this view, of which the document has not yet the members of `change`.
  turn(change) {
    const view = merge(this.document.view ?? {}, change);
    return { to_act: this.game.together ? this.game.seats.join(' ') : this.seat, legal: this.legal(view), view: { ...change, closed: this.shut(view) } };
  }

  legal(view) {
    return this.game.legal((seat) => this.game.words(view, seat), this.seat);
  }

  // The change of `view.closed` that leaves one word of the client open: one that was closed before, if there is one.
  shut(view) {
    const words = this.game.words(view, this.seat);
    const before = view.closed ?? {};
    const wasClosed = words.filter((word) => word in before);
    const open = (wasClosed.length > 0 ? wasClosed : words)[this.seq % (wasClosed.length || words.length)];
    const closed = {};
    for (const word of Object.keys(before)) if (word === open || !words.includes(word)) closed[word] = null;
    for (const word of words) if (word !== open && !(word in before)) closed[word] = true;
    return closed;
  }

  get clientActs() {
    return this.document.to_act.split(' ').includes(this.seat);
  }

  // The moves that the client may make, of which `view.closed` closes all but one.
  get open() {
    const { view } = this.document;
    return this.game.words(view, this.seat).filter((word) => !(word in view.closed));
  }

  isLegal(move) {
    return this.open.includes(this.game.word(move, this.document.view, this.seat));
  }

  // `ply` of a move; where all act together, a move needs none.
  isForThisPly({ ply }) {
    return ply === this.document.ply || (this.game.together && ply === undefined);
  }

  get bot() {
    return this.game.seats.includes('s1') && this.seat === 's1' ? 's0' : 's1';
  }

  // One of its legal moves.
  move(move) {
    const word = this.game.word(move, this.document.view, this.seat);
    const [view, event] = this.game.put(this.document.view, word, this.seat, false);
    const set = { ply: this.document.ply + 1, to_act: this.bot, legal: this.legal(merge(this.document.view, view)), view };
    return this.step(set, [event], { by: this.seat, move });
  }

  // The client swaps seats with a bot.
  moveSeat() {
    const from = this.seat;
    const { seats } = this.game;
    this.seat = seats[(seats.indexOf(from) + 1) % seats.length];
    const nobody = { guest: null, nick: null, online: null };
    return { [from]: { ...bot, ...nobody }, [this.seat]: { kind: 'human', guest: GUEST.id, nick: GUEST.nick, online: true, bot: null, level: null } };
  }

  // The bots' moves, after which it is the client's turn again, at another seat.
  answer() {
    const by = this.bot;
    const { view } = this.document;
    const word = this.game.words(view, by).at(-1);
    const [change, event] = this.game.put(view, word, by, true);
    const seats = this.moveSeat();
    return this.step({ ply: this.document.ply + 1, seats, ...this.turn(change) }, [event], { by, move: this.game.move(word, view, by) });
  }

  // As after a long absence: the view is another one, the chat is gone, and single steps are no longer kept.
  leapToAnotherView() {
    const view = this.game.renew(this.document.view);
    const seats = this.moveSeat();
    const steps = 31;
    this.document = merge(this.document, { ply: 40, seats, chat: null, ...this.turn(view) });
    this.seq += steps;
    this.hash = hashOf(`${this.hash} and ${steps} steps`);
    this.steps = [];
    this.past.clear();
    this.remember();
  }

  end() {
    const ranking = Object.keys(this.document.seats).map((seat, i) => ({ seat, rank: i + 1, score: 10 - i }));
    return this.step({ phase: 'over', to_act: '', legal: '', result: { ranking, reason: 'all_pass', winner: 's0', record: `${CODE}-1` } }, [{ kind: 'over' }]);
  }
}
