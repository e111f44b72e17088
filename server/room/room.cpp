#include "server/room/room.hpp"

#include <algorithm>
#include <utility>

#include "base/expect.hpp"
#include "server/ops/fail_point.hpp"
#include "server/room/room_core.hpp"

namespace engawa::server {
namespace {

void begin(RoomCore& room) {
  EXPECT(room.members.empty() && !room.members.holds_steps());
  if (room.state().is_closed()) return;
  room.grace.begin_for_host();
  auto const here = [](SeatState const& seat) { return seat.online || seat.kind == SeatKind::held; };
  auto const& seats = room.state().seats();
  if (room.state().asleep() && !std::any_of(seats.begin(), seats.end(), here)) return schedule(room);
  Input input;
  input.kind = InputKind::restart;
  input.until = room.grace.end();
  (void)submit(room, std::move(input));
}

}  // namespace

Room::Room(RoomState state, RoomEnvironment& world, RoomTuning const& tuning)
    : core_(std::make_unique<RoomCore>(std::move(state), world, tuning)) {}

Room::~Room() = default;

Result<std::unique_ptr<Room>> Room::load(RoomSetup setup, std::vector<std::string> const& journal,
                                         RoomEnvironment& world, RoomTuning const& tuning, std::string_view snapshot) {
  auto state = RoomState::make(std::move(setup));
  if (!state) return refuse("internal", "damaged room: " + state.error().message);
  std::unique_ptr<Room> made(new Room(std::move(*state), world, tuning));
  auto& room = *made->core_;
  if (!snapshot.empty())
    if (auto const restored = room.ledger.restore(snapshot); !restored) return restored.error();
  for (auto const& line : journal)
    if (auto const done = room.ledger.replay(line); !done)
      return refuse("internal", "the journal does not replay after step " + std::to_string(room.state().seq()) + ": " +
                                    done.error().message);
  auto const last = std::max(room.state().parts().last_at, room.state().setup().created_at);
  if (!fail_point::on("bug.trust_clock")) room.time.go_on_from(last);
  room.shown = room.listing();
  room.bots.resume();
  return made;
}

std::string Room::snapshot() const { return core_->ledger.snapshot(); }

void Room::made() { begin(*core_); }

void Room::restarted() {
  if (!fail_point::on("bug.absent_while_down")) core_->grace.stop();
  begin(*core_);
}

void Room::woken(Lasting const& lasting) {
  auto& room = *core_;
  EXPECT(room.members.empty() && !room.members.holds_steps());
  room.grace.restore(lasting.host_until, lasting.unreachable);
  room.limits.restore(lasting.stored);
  room.time.restore(lasting.ahead);
  schedule(room);
}

Room::Lasting Room::lasting() const {
  auto const& room = *core_;
  return {room.grace.host_until(), room.limits.stored(), room.time.ahead(), room.grace.stopped()};
}

void Room::was_unreachable() {
  auto& room = *core_;
  if (room.state().asleep()) {
    room.grace.stop();
    return schedule(room);
  }
  room.grace.begin_again_for_absent_host();
  if (!awaits_somebody(room.state().seats())) return look_after_spectators(room);
  room.grace.stop();
  wake(room);
  look_after_spectators(room);
}

bool Room::dozing() const { return settled() && core_->state().asleep() && core_->bots.idle(); }

void Room::enter(Peer& peer, Guest const& guest, protocol::Hello const& hello, std::string_view re,
                 std::string_view token) {
  enter_room(*core_, peer, {guest.id, guest.nick, hello.program}, hello, re, token);
}

void Room::receive(Peer& peer, protocol::ClientFrame const& frame) { receive_request(*core_, peer, frame); }

void Room::leave(Peer& peer) {
  auto* const member = core_->members.find(peer);
  if (!member) return;
  auto const guest = member->guest.id;
  core_->members.remove(*member);
  part_with(*core_, guest);
}

void Room::resend_state(Peer& peer) {
  auto* const member = core_->members.find(peer);
  if (!member) return;
  member->since = core_->state().seq();
  ++member->collapses;
  core_->replies.state(*member);
}

Result<int> Room::hold_seat(Guest const& guest) {
  auto& room = *core_;
  auto const& seats = room.state().seats();
  if (int const own = seat_of(seats, guest.id); own >= 0) return own;
  if (room.members.empty()) return refuse("room_full", "nobody is in this room any more");
  if (room.state().phase() != Phase::lobby) return refuse("already_started", "the game has started");
  auto const open = std::find_if(seats.begin(), seats.end(), [](auto& seat) { return seat.kind == SeatKind::open; });
  if (open == seats.end()) return refuse("room_full", "no seat is open in this room");
  Input hold;
  hold.kind = InputKind::hold;
  hold.seat = static_cast<int>(open - seats.begin());
  hold.guest = guest.id;
  hold.nick = room.reader.name_of(guest);
  hold.until = room.now() + room.state().setup().hold_ms;
  auto const seat = hold.seat;
  if (auto const done = submit(room, std::move(hold)); !done) return done.error();
  if (auto const* here = room.members.find_guest(guest.id)) take_seat(room, here->guest);
  return seat;
}

Result<void> Room::close_room(Guest const& guest) {
  Input input;
  input.kind = InputKind::close_room;
  input.guest = guest.id;
  return submit(*core_, std::move(input));
}

// Inputs without a guest are not the host's, and need not be.
Result<void> Room::close_by_operator() { return close_room({}); }

Result<void> Room::remove_by_operator(std::string const& guest) {
  auto input = core_->reader.read_kick(guest);
  if (!input) return input.error();
  if (core_->state().asleep() && !core_->members.empty()) wake(*core_);  // a pause ends
  return submit(*core_, std::move(*input));
}

void Room::committed(std::uint64_t seq) { tell_committed(*core_, seq); }

void Room::failed(Refusal const& why) { fail(*core_, why); }

void Room::alarm() {
  auto& room = *core_;
  if (room.state().is_closed()) return;
  look_after_seats(room);
  let_time_pass(room);
  play_due_moves(room);
  let_clock_run_out(room);
  look_after_host(room);
  look_after_spectators(room);
}

void Room::thought(std::uint64_t ticket, Result<std::string> answer) {
  take_thought(*core_, ticket, std::move(answer));
}

void Room::broadcast_notice(Frame const& frame) { core_->members.tell_all(frame); }

void Room::close_all(int code, std::string_view reason) { core_->members.close_all(code, reason); }

RoomState const& Room::state() const { return core_->state(); }

std::size_t Room::members() const { return core_->members.size(); }

std::string Room::listing() const { return core_->listing(); }

bool Room::settled() const { return core_->members.empty() && !core_->members.holds_steps(); }

bool Room::broken() const { return core_->broken; }

std::size_t Room::unanswered() const { return core_->bots.hints(); }

}  // namespace engawa::server
