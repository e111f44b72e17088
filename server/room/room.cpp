#include "server/room/room.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/expect.hpp"
#include "base/hex.hpp"
#include "protocol/errors.hpp"
#include "protocol/frames.hpp"
#include "server/ops/fail_point.hpp"
#include "server/room/usual_content.hpp"

namespace engawa::server {
namespace {

std::uint64_t hash_of(std::string const& hex) {
  auto const hash = read_hex(hex);
  if (!hash) throw std::runtime_error("its hash is none");
  return *hash;
}

// Buffers for writing steps and answers. A thread writes one after the other, so it has one set for all its rooms, and
// while rooms are running these buffers no longer grow. REQUIRES: a function that uses them calls no other that does.
struct Workbench {
  Change change;
  std::string line, text;
};

Workbench& workbench() {
  thread_local Workbench workbench;
  return workbench;
}

}  // namespace

Room::Room(RoomState state, RoomEnvironment& world, RoomTuning const& tuning)
    : state_(std::move(state)),
      world_(world),
      tuning_(tuning),
      time_(world),
      history_(state_.setup()),
      bots_(state_, world, time_),
      limits_(tuning, TurnClock::kSeats),
      lags_(TurnClock::kSeats),
      reader_(state_, members_, history_, lags_),
      host_until_(state_.setup().created_at + state_.setup().hold_ms) {}

Result<std::unique_ptr<Room>> Room::load(RoomSetup setup, std::vector<std::string> const& journal,
                                         RoomEnvironment& world, RoomTuning const& tuning, std::string_view snapshot) {
  auto state = RoomState::make(std::move(setup));
  if (!state) return refuse("internal", "damaged room: " + state.error().message);
  std::unique_ptr<Room> room(new Room(std::move(*state), world, tuning));
  if (!snapshot.empty())
    if (auto const restored = room->restore(snapshot); !restored) return restored.error();
  for (auto const& line : journal)
    if (auto const done = room->replay(line); !done)
      return refuse("internal", "the journal does not replay after step " + std::to_string(room->state_.seq()) + ": " +
                                    done.error().message);
  auto const last = std::max(room->state_.last_at(), room->state_.setup().created_at);
  if (!fail_point::on("bug.trust_clock")) room->time_.go_on_from(last);
  room->listing_ = room->listing();
  room->bots_.resume();
  return room;
}

std::string Room::snapshot() const {
  std::string out = R"({"answers":)";
  out.reserve(24 * answers_.size() + 1024);
  answers_.write_oks(out);
  out.append(R"(,"hash":")").append(to_hex(history_.hash())).append(R"(","log":)");
  log_.write(out);
  out.append(R"(,"state":)").append(state_.snapshot());
  out += '}';
  return out;
}

Result<void> Room::restore(std::string_view snapshot) try {
  auto const json = Json::parse(snapshot);
  answers_.restore(json.at("answers"));
  log_.restore(json.at("log"));
  auto const restored = state_.restore(json.at("state").dump());
  snapshot_at_ = state_.seq();
  history_.restore(state_.seq(), hash_of(json.at("hash").get<std::string>()));
  return restored;
} catch (std::exception const& error) {
  return refuse("internal", error.what());
}

// At the start of the first round, and later occasionally at the start of another: a snapshot costs as much as five
// moves, and is used only when the room is loaded. Occasionally also before the first round.
void Room::keep_snapshot() {
  if (!state_.can_be_snapshot()) return;
  bool const first = state_.phase() == Phase::playing && state_.round() == 1;
  if (!first && !fail_point::on("room.every_round") && state_.seq() - snapshot_at_ < tuning_.snapshot_inputs) return;
  snapshot_at_ = state_.seq();
  world_.keep_snapshot(snapshot_at_, snapshot());
}

Result<void> Room::replay(std::string const& line) try {
  fail_point::hit("room.replay");
  auto const input = read_input(line);
  if (!input) return input.error();
  auto& change = workbench().change;
  auto const ply = state_.ply();
  if (auto const done = state_.apply(*input, change); !done) return done;
  auto const seq = state_.seq();
  (void)keep_step(change, line);
  log_.add(state_, change.events);
  auto const content = input->content != 0 ? input->content : usual_content(*input, ply);
  if (!input->request.empty()) answers_.remember(input->guest, input->request, {seq, {}, content});
  return {};
} catch (std::exception const& error) {
  return refuse("internal", error.what());
} catch (...) {
  return refuse("internal", "unknown exception");
}

void Room::made() { begin(); }

void Room::restarted() {
  unreachable_ = !fail_point::on("bug.absent_while_down");
  begin();
}

void Room::begin() {
  EXPECT(members_.empty() && !members_.holds_steps());
  if (state_.is_closed()) return;
  host_until_ = now() + grace_ms();
  auto const here = [](SeatState const& seat) { return seat.online || seat.kind == SeatKind::held; };
  bool const anybody = std::any_of(state_.seats().begin(), state_.seats().end(), here);
  if (!anybody && state_.asleep()) return schedule();
  Input input;
  input.kind = InputKind::restart;
  input.until = now() + grace_ms();
  (void)submit(std::move(input));
}

void Room::woken(Lasting const& lasting) {
  EXPECT(members_.empty() && !members_.holds_steps());
  host_until_ = lasting.host_until;
  limits_.restore(lasting.stored);
  time_.restore(lasting.ahead);
  unreachable_ = lasting.unreachable;
  schedule();
}

void Room::was_unreachable() {
  if (state_.asleep()) {
    unreachable_ = true;
    return schedule();
  }
  if (host_until_ != 0 && !members_.find_guest(state_.host())) host_until_ = now() + grace_ms();
  if (!state_.awaits_somebody()) return look_after_spectators();
  unreachable_ = true;
  wake();
  look_after_spectators();
}

bool Room::dozing() const { return settled() && state_.asleep() && bots_.idle(); }

void Room::deliver_since(Member const& member, std::optional<std::uint64_t> seq, std::string_view hash) {
  if (!members_.deliver_since(member, history_, seq, hash)) deliver_state(member);
}

void Room::deliver_state(Member const& member) {
  int const seat = seat_of(state_.seats(), member.guest.id);
  auto text = protocol::state(state_.seq(), history_.text(), seat, state_.document());
  members_.deliver(member, Frame(text), FrameKind::state);
}

void Room::answer_ok(Member const& member, std::string_view request, std::uint64_t seq) {
  members_.deliver(member, Frame(protocol::ok(request, seq)), FrameKind::answer);
}

void Room::answer_error(Member const& member, std::string_view request, Refusal const& refusal, std::int64_t retry_ms) {
  members_.deliver(member, Frame(error_text(request, refusal, retry_ms)), FrameKind::answer);
}

// For a request that would have changed something: its repetition gets the same refusal, unless waiting may help.
void Room::refuse_request(Member const& member, protocol::ClientFrame const& frame, Refusal const& refusal,
                          std::int64_t retry_ms) {
  auto text = error_text(frame.id, refusal, retry_ms);
  if (!protocol::may_retry(refusal.code)) unstored_.remember(member.guest.id, frame.id, {0, text, frame.content});
  members_.deliver(member, Frame(text), FrameKind::answer);
}

std::string Room::error_text(std::string_view request, Refusal const& refusal, std::int64_t retry_ms) const {
  protocol::ErrorContext context{state_.seq(), {}, {}};
  if (state_.match()) context.ply = state_.ply();
  if (retry_ms > 0) context.retry_ms = retry_ms;
  return protocol::error(request, refusal, context);
}

// Whether this guest must not enter; then they have been notified.
bool Room::turns_away(Peer& peer, Guest const& visitor, std::string_view re) const {
  auto const tell = [&](char const* code, char const* sentence, int close_code, char const* reason) {
    peer.send(Frame(protocol::error(re, refuse(code, sentence))), FrameKind::answer);
    peer.close(close_code, reason);
    return true;
  };
  if (state_.is_closed()) {
    if (members_.holds_steps()) return tell("busy", "the room is being closed; try again", 1013, "busy");
    return tell("room_closed", "this room has been closed", 4008, "this room has been closed");
  }
  bool const seated = seat_of(state_.seats(), visitor.id) >= 0;
  if (seated && reader_.is_refused(visitor))
    return tell("forbidden", RequestReader::kNoPrograms, 4005, "no programs in this room");
  bool const full = members_.watchers(state_.seats()) >= tuning_.max_watchers;
  if (full && !seated && !members_.find_guest(visitor.id))
    return tell("limit_reached", "this room has the maximum number of spectators", 1013, "too many spectators");
  return false;
}

void Room::enter(Peer& peer, Guest const& guest, protocol::Hello const& hello, std::string_view re,
                 std::string_view token) {
  Guest const visitor{guest.id, guest.nick, hello.program};
  if (turns_away(peer, visitor, re)) return;
  if (auto* const old = members_.find_guest(guest.id)) {
    old->peer->close(4004, "replaced by a newer connection");
    members_.remove(*old);
  }
  auto& member = members_.add(peer, visitor);
  protocol::WelcomeGuest const who{guest.id, guest.nick, token};
  auto welcome = protocol::welcome(re, who, state_.seq(), history_.text(), tuning_.heartbeat_s);
  members_.deliver(member, Frame(welcome), FrameKind::answer);
  welcome_back(member, hello);
}

// The snapshot first, then the steps caused by the arrival itself.
void Room::welcome_back(Member& member, protocol::Hello const& hello) {
  member.since = state_.seq();
  deliver_since(member, hello.seq, hello.hash);
  auto const guest = member.guest;
  if (state_.asleep()) wake();
  take_seat(guest);
  look_after_spectators();
}

// A person is connected. Reconnect times and holds that were stopped begin again.
void Room::wake() {
  Input wake;
  wake.kind = InputKind::wake;
  if (std::exchange(unreachable_, false)) {
    wake.until = now() + grace_ms();
    if (host_until_ != 0) host_until_ = wake.until;
  }
  (void)submit(std::move(wake));
}

// A connected guest is shown as online at their seat, under their current name.
void Room::take_seat(Guest const& guest) {
  int const seat = seat_of(state_.seats(), guest.id);
  if (seat < 0) return;
  auto const& mine = state_.seats()[static_cast<std::size_t>(seat)];
  auto name = reader_.name_of(guest);
  if (mine.online && mine.nick == name && mine.program == guest.program) return;
  Input back;
  back.kind = InputKind::online;
  back.seat = seat;
  back.nick = std::move(name);
  back.program = guest.program;
  (void)submit(std::move(back));
}

void Room::leave(Peer& peer) {
  auto* const member = members_.find(peer);
  if (!member) return;
  auto const guest = member->guest.id;
  members_.remove(*member);
  part_with(guest);
}

// The guest's last connection has ended.
void Room::part_with(std::string const& guest) {
  if (guest == state_.host()) host_until_ = now() + grace_ms();
  int const seat = seat_of(state_.seats(), guest);
  if (seat >= 0 && state_.seats()[static_cast<std::size_t>(seat)].online) {
    Input gone;
    gone.kind = InputKind::offline;
    gone.seat = seat;
    gone.until = now() + grace_ms();
    (void)submit(std::move(gone));
  }
  if (!members_.empty() || state_.asleep()) return look_after_spectators();
  Input sleep;
  sleep.kind = InputKind::sleep;
  (void)submit(std::move(sleep));
}

void Room::resend_state(Peer& peer) {
  auto* const member = members_.find(peer);
  if (!member) return;
  member->since = state_.seq();
  ++member->collapses;
  deliver_state(*member);
}

Result<int> Room::hold_seat(Guest const& guest) {
  if (int const own = seat_of(state_.seats(), guest.id); own >= 0) return own;
  if (members_.empty()) return refuse("room_full", "nobody is in this room any more");
  if (state_.phase() != Phase::lobby) return refuse("already_started", "the game has started");
  for (std::size_t i = 0; i < state_.seats().size(); ++i) {
    if (state_.seats()[i].kind != SeatKind::open) continue;
    Input hold;
    hold.kind = InputKind::hold;
    hold.seat = static_cast<int>(i);
    hold.guest = guest.id;
    hold.nick = reader_.name_of(guest);
    hold.until = now() + state_.setup().hold_ms;
    if (auto const done = submit(std::move(hold)); !done) return done.error();
    if (auto const* here = members_.find_guest(guest.id)) take_seat(here->guest);
    return static_cast<int>(i);
  }
  return refuse("room_full", "no seat is open in this room");
}

Result<void> Room::close_room(Guest const& guest) {
  Input input;
  input.kind = InputKind::close_room;
  input.guest = guest.id;
  return submit(std::move(input));
}

// Inputs without a guest are not the host's, and need not be.
Result<void> Room::close_by_operator() { return close_room({}); }

Result<void> Room::remove_by_operator(std::string const& guest) {
  auto input = reader_.read_kick(guest);
  if (!input) return input.error();
  if (state_.asleep() && !members_.empty()) wake();  // a pause ends
  return submit(std::move(*input));
}

Result<void> Room::submit(Input input, Member const* asker, Moment move_received) {
  if (broken_) return refuse("internal", "the room failed and is rebuilt");  // nothing follows a failed input
  input.at = now();
  auto const asker_id = asker ? asker->id : 0;
  auto& change = workbench().change;
  auto& line = workbench().line;
  auto const ply = state_.ply();
  EXPECT(input.at >= state_.last_at() || fail_point::on("bug.trust_clock"), input.at, state_.last_at());
  if (auto const done = state_.apply(input, change); !done) {
    EXPECT(state_.seq() == history_.seq(), state_.seq(), history_.seq());  // a refused input gets no number
    return done;
  }
  fail_point::hit("room.throw");
  auto const seq = state_.seq();
  bool const has_move = !change.move.empty();
  bool const moved = has_move || input.kind == InputKind::tick;
  if (has_move) input.move.swap(change.move);
  line.clear();
  auto const content = input.content;
  if (content == usual_content(input, ply)) input.content = 0;
  write_input(line, input);
  input.content = content;
  if (has_move) input.move.swap(change.move);
  EXPECT(line.find('\n') == line.npos, line);  // separates the lines, so that the hash is unambiguous
  if (asker) {
    limits_.charge_stored(input.at, line.size());
    asker->peer->stored(time_.server_time(input.at), line.size());
  }
  auto frame = keep_step(change, line);
  log_.add(state_, change.events);
  if (!input.request.empty()) answers_.remember(input.guest, input.request, {seq, {}, content});
  bool const kicks = input.kind == InputKind::kick;
  members_.hold(
      {seq, std::move(frame), asker_id, input.request, kicks ? input.text : std::string(), {}, move_received});
  world_.append(seq, line);
  if (fail_point::on("bug.tell_before_journal")) committed(seq);
  keep_snapshot();
  if (bots_.applied(input, moved)) lags_.assign(lags_.size(), LagQuota());
  after_change();
  if (!moved || state_.phase() != Phase::playing) show();
  return {};
}

void Room::show() {
  if (auto listing = this->listing(); listing != listing_) {
    listing_ = std::move(listing);
    world_.listing_changed(*this);
  }
}

// Makes the step of an input that has been applied; `line` is the input as the journal has it.
Frame Room::keep_step(Change const& change, std::string_view line) {
  history_.add(line);
  EXPECT(history_.seq() == state_.seq(), history_.seq(), state_.seq());  // one line, one number
  auto& text = workbench().text;
  text.clear();
  protocol::write_step(text, state_.seq(), history_.text(), change.by, change.move, change.set, change.events);
  Frame step(text);
  history_.keep(step, tuning_.history_steps, tuning_.history_bytes);
  return step;
}

void Room::committed(std::uint64_t seq) {
  EXPECT(seq <= state_.seq(), seq, state_.seq());  // only appended inputs can be stored
  while (auto const held = members_.take_stored(seq)) {
    EXPECT(held->seq <= seq, held->seq, seq);  // only stored steps can be sent
    members_.tell(*held);
    if (held->received != Moment() && members_.find(held->asker)) world_.move_acknowledged(*this, held->received);
    if (!held->dismissed.empty()) dismiss(held->dismissed);
  }
  if (state_.is_closed() && !members_.holds_steps()) close_all(4008, "this room has been closed");
}

void Room::dismiss(std::string const& guest) {
  auto* const member = members_.find_guest(guest);
  if (!member) return;
  member->peer->close(4005, "the host has removed you");
  members_.remove(*member);
  part_with(guest);
}

void Room::failed(Refusal const& why) {
  broken_ = true;
  members_.refuse_held(why);
  bots_.stop();
  world_.set_alarm(0);
  close_all(1011, "the room failed and is being rebuilt");
}

void Room::give_up(std::string const& what) {
  world_.log_error(*this, what);
  failed(refuse("internal", "the room failed and is rebuilt; this was not done, ask again"));
}

void Room::thought(std::uint64_t ticket, Result<std::string> answer) {
  if (auto const question = bots_.take_question(ticket)) return pass_on(*question, std::move(answer));
  if (!bots_.awaits_move(ticket)) return;
  if (!answer) return give_up("a bot had no answer: " + answer.error().message);
  bots_.keep_move(ticket, std::move(*answer));
  play_due_moves();
  schedule();
}

void Room::pass_on(BotDesk::Question const& question, Result<std::string> answer) {
  if (question.asker != 0) {
    auto const* const member = members_.find(question.asker);
    if (!member) return;
    if (!answer) return answer_error(*member, question.request, answer.error());
    auto const text = protocol::hint(question.request, question.seq, *answer);
    tell_of_hint(question);  // first: nobody has a hint of which the others do not hear
    if (auto const* const asker = members_.find(question.asker))
      members_.deliver(*asker, Frame(text), FrameKind::answer);
    return;
  }
  Input input;
  input.kind = InputKind::solution;
  if (answer) input.move = std::move(*answer);
  auto const done = answer ? submit(std::move(input)) : Result<void>(answer.error());
  if (!done) give_up("no solution: " + done.error().message);
}

void Room::tell_of_hint(BotDesk::Question const& question) {
  if (!bots_.must_be_told(question)) return;
  Input input;
  input.kind = InputKind::hint;
  input.seat = question.seat;
  (void)submit(std::move(input));
}

void Room::play_due_moves() {
  auto const now = this->now();
  while (auto move = bots_.take_due_move(now))
    if (auto const played = submit(std::move(*move)); !played)
      return give_up("a bot's move was refused: " + played.error().message);
}

void Room::after_change() {
  bots_.drop_stale(members_);
  if (state_.seats_since() == state_.seq()) note_spectators();
  look_after_host();
  start_if_full();
  bots_.drive(members_);
  bots_.ask_for_solution();
  schedule();
}

void Room::start_if_full() {
  if (!state_.setup().start_when_full || state_.phase() != Phase::lobby) return;
  bool people = false;
  for (auto const& seat : state_.seats()) {
    if (seat.kind == SeatKind::open || seat.kind == SeatKind::held || (seat.kind == SeatKind::human && !seat.online))
      return;
    people = people || seat.kind == SeatKind::human;
  }
  if (!people) return;
  Input start;
  start.kind = InputKind::start;
  (void)submit(std::move(start));
}

}  // namespace engawa::server
