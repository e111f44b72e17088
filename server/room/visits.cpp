// Members come to a room, and leave it.
#include <utility>

#include "protocol/frames.hpp"
#include "server/room/room_core.hpp"

namespace engawa::server {
namespace {

// Whether this guest must not enter; then they have been notified.
bool turns_away(RoomCore const& room, Peer& peer, Guest const& visitor, std::string_view re) {
  auto const tell = [&](char const* code, char const* sentence, int close_code, char const* reason) {
    peer.send(Frame(protocol::error(re, refuse(code, sentence))), FrameKind::answer);
    peer.close(close_code, reason);
    return true;
  };
  auto const& state = room.state();
  if (state.is_closed()) {
    if (room.members.holds_steps()) return tell("busy", "the room is being closed; try again", 1013, "busy");
    return tell("room_closed", "this room has been closed", 4008, "this room has been closed");
  }
  bool const seated = seat_of(state.seats(), visitor.id) >= 0;
  if (seated && room.reader.is_refused(visitor))
    return tell("forbidden", RequestReader::kNoPrograms, 4005, "no programs in this room");
  bool const full = room.members.spectators(state.seats()) >= room.tuning.max_spectators;
  if (full && !seated && !room.members.find_guest(visitor.id))
    return tell("limit_reached", "this room has the maximum number of spectators", 1013, "too many spectators");
  return false;
}

// The snapshot first, then the steps caused by the arrival itself.
void welcome_back(RoomCore& room, Member& member, protocol::Hello const& hello) {
  member.since = room.state().seq();
  room.replies.steps(member, hello.seq, hello.hash);
  auto const guest = member.guest;
  if (room.state().asleep()) wake(room);
  take_seat(room, guest);
  look_after_spectators(room);
}

}  // namespace

void enter_room(RoomCore& room, Peer& peer, Guest const& visitor, protocol::Hello const& hello, std::string_view re,
                std::string_view token) {
  if (turns_away(room, peer, visitor, re)) return;
  if (auto* const old = room.members.find_guest(visitor.id)) {
    old->peer->close(4004, "replaced by a newer connection");
    room.members.remove(*old);
  }
  auto& member = room.members.add(peer, visitor);
  protocol::WelcomeGuest const who{visitor.id, visitor.nick, token};
  room.replies.answer(
      member, protocol::welcome(re, who, room.state().seq(), room.ledger.history().text(), room.tuning.heartbeat_s));
  welcome_back(room, member, hello);
}

void wake(RoomCore& room) {
  Input wake;
  wake.kind = InputKind::wake;
  if (room.grace.go_on()) wake.until = room.grace.end();
  (void)submit(room, std::move(wake));
}

void take_seat(RoomCore& room, Guest const& guest) {
  int const seat = seat_of(room.state().seats(), guest.id);
  if (seat < 0) return;
  auto const& mine = room.state().seats()[static_cast<std::size_t>(seat)];
  auto name = room.reader.name_of(guest);
  if (mine.online && mine.nick == name && mine.program == guest.program) return;
  Input back;
  back.kind = InputKind::online;
  back.seat = seat;
  back.nick = std::move(name);
  back.program = guest.program;
  (void)submit(room, std::move(back));
}

void part_with(RoomCore& room, std::string const& guest) {
  if (guest == room.state().host()) room.grace.begin_for_host();
  int const seat = seat_of(room.state().seats(), guest);
  if (seat >= 0 && room.state().seats()[static_cast<std::size_t>(seat)].online) {
    Input gone;
    gone.kind = InputKind::offline;
    gone.seat = seat;
    gone.until = room.grace.end();
    (void)submit(room, std::move(gone));
  }
  if (!room.members.empty() || room.state().asleep()) return look_after_spectators(room);
  Input sleep;
  sleep.kind = InputKind::sleep;
  (void)submit(room, std::move(sleep));
}

}  // namespace engawa::server
