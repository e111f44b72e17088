// The way of an input through a room: applied, stored, and only then told to the members.
#include <utility>

#include "base/expect.hpp"
#include "server/ops/fail_point.hpp"
#include "server/room/room_core.hpp"

namespace engawa::server {
namespace {

void start_if_full(RoomCore& room) {
  auto const& state = room.state();
  if (!state.setup().start_when_full || state.phase() != Phase::lobby) return;
  bool people = false;
  for (auto const& seat : state.seats()) {
    if (seat.kind == SeatKind::open || seat.kind == SeatKind::held || (seat.kind == SeatKind::human && !seat.online))
      return;
    people = people || seat.kind == SeatKind::human;
  }
  if (!people) return;
  Input start;
  start.kind = InputKind::start;
  (void)submit(room, std::move(start));
}

void after_change(RoomCore& room) {
  room.bots.drop_stale(room.members);
  if (room.state().parts().seats_since == room.state().seq()) note_spectators(room);
  look_after_host(room);
  start_if_full(room);
  room.bots.drive(room.members);
  room.bots.ask_for_solution();
  schedule(room);
}

void show(RoomCore& room) {
  auto listing = room.listing();
  if (listing == room.shown) return;
  room.shown = std::move(listing);
  room.world.listing_changed(room.shown);
}

void dismiss(RoomCore& room, std::string const& guest) {
  auto* const member = room.members.find_guest(guest);
  if (!member) return;
  member->peer->close(4005, "the host has removed you");
  room.members.remove(*member);
  part_with(room, guest);
}

}  // namespace

Result<void> submit(RoomCore& room, Input input, Member const* asker, Moment move_received) {
  if (room.broken) return refuse("internal", "the room failed and is rebuilt");  // nothing follows a failed input
  input.at = room.now();
  auto applied = room.ledger.apply(input);
  if (!applied) return applied.error();
  auto& [seq, step, line, moved] = *applied;
  if (asker) {
    room.limits.charge_stored(input.at, line.size());
    asker->peer->stored(room.time.server_time(input.at), line.size());
  }
  bool const kicks = input.kind == InputKind::kick;
  room.members.hold({seq,
                     std::move(step),
                     asker ? asker->id : 0,
                     input.request,
                     kicks ? input.text : std::string(),
                     {},
                     move_received});
  room.world.append(seq, line);
  if (fail_point::on("bug.tell_before_journal")) tell_committed(room, seq);
  if (room.ledger.takes_snapshot()) room.world.keep_snapshot(seq, room.ledger.snapshot());
  if (room.bots.applied(input, moved)) room.lags.begin_round();
  after_change(room);
  if (!moved || room.state().phase() != Phase::playing) show(room);
  return {};
}

void tell_committed(RoomCore& room, std::uint64_t seq) {
  EXPECT(seq <= room.state().seq(), seq, room.state().seq());  // only appended inputs can be stored
  while (auto const held = room.members.take_stored(seq)) {
    EXPECT(held->seq <= seq, held->seq, seq);  // only stored steps can be sent
    room.members.tell(*held);
    if (held->received != Moment() && room.members.find(held->asker)) room.world.move_acknowledged(held->received);
    if (!held->dismissed.empty()) dismiss(room, held->dismissed);
  }
  if (room.state().is_closed() && !room.members.holds_steps())
    room.members.close_all(4008, "this room has been closed");
}

void fail(RoomCore& room, Refusal const& why) {
  room.broken = true;
  room.members.refuse_held(why);
  room.bots.stop();
  room.world.set_alarm(0);
  room.members.close_all(1011, "the room failed and is being rebuilt");
}

void give_up(RoomCore& room, std::string const& what) {
  room.world.log_error(what);
  fail(room, refuse("internal", "the room failed and is rebuilt; this was not done, ask again"));
}

}  // namespace engawa::server
