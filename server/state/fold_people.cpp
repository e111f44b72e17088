// The people of a room: removed and muted guests, the host, and the known names.
#include <algorithm>

#include "server/state/event_text.hpp"
#include "server/state/folds.hpp"

namespace engawa::server {
namespace {

// The operator has removed the host: a seated person is the next one, or else whoever sits down first.
void leave_without_host(RoomParts& room, std::string& events) {
  auto const heir = room.people.pass_host_on(room.people.host(), room.seats);
  if (heir)
    add_event(events, "host", *heir);
  else
    room.people.set_host({});
}

}  // namespace

// Everybody is told, and nothing else changes.
Result<void> fold_hint(RoomParts& room, Input const& input, std::string& events) {
  if (auto const ready = require_phase(room, Phase::playing); !ready) return ready;
  if (input.seat < 0 || static_cast<std::size_t>(input.seat) >= room.seats.size())
    return refuse("internal", "a hint for no seat");
  add_event(events, "hint", input.seat);
  return {};
}

Result<void> fold_kick(RoomParts& room, Input const& input, std::string& events) {
  if (auto const allowed = room.people.require_host(input.guest); !allowed) return allowed;
  bool const is_host = input.text == room.people.host();
  if (is_host && !input.guest.empty()) return refuse("forbidden", "the host cannot be removed");
  int const seat = seat_of(room.seats, input.text);
  if (seat >= 0) {
    bool const bot_played = room.seats[static_cast<std::size_t>(seat)].bot_plays();
    if (auto const done = change_seat(room.seats, seat, stage_of(room), SeatEvent::kick); !done) return done;
    player_changed(room, seat, bot_played, input.at);
  }
  room.people.kick({input.text, input.nick});
  add_event(events, "kick", seat, input.nick);
  if (is_host) leave_without_host(room, events);
  begin_round_if_agreed(room, input.at, events);
  return {};
}

Result<void> fold_pardon(RoomParts& room, Input const& input, std::string& events) {
  if (auto const allowed = room.people.require_host(input.guest); !allowed) return allowed;
  auto const nick = room.people.pardon(input.text);
  if (!nick) return refuse("not_found", "no such guest is in this room, and none was removed");
  add_event(events, "pardon", -1, *nick);
  return {};
}

Result<void> fold_mute(RoomParts& room, Input const& input, std::string& events) {
  if (auto const allowed = room.people.require_host(input.guest); !allowed) return allowed;
  int const seat = seat_of(room.seats, input.text);
  if (input.kind == InputKind::mute) {
    if (input.text == room.people.host()) return refuse("forbidden", "the host cannot be muted");
    room.people.mute({input.text, input.nick});
    add_event(events, "mute", seat, input.nick);
    return {};
  }
  auto const nick = room.people.unmute(input.text);
  if (!nick) return refuse("not_found", "this guest is not muted");
  add_event(events, "unmute", seat, *nick);
  return {};
}

// Only to a person who can act as the host at once. Players who resigned still have a seat, and take part in the next
// round.
Result<void> fold_hand_over(RoomParts& room, Input const& input, std::string& events) {
  if (auto const allowed = room.people.require_host(input.guest); !allowed) return allowed;
  int const seat = seat_of(room.seats, input.text);
  if (seat < 0) return refuse("forbidden", "only a person with a seat can be the host");
  auto const& heir = room.seats[static_cast<std::size_t>(seat)];
  if (!heir.online)
    return refuse("forbidden", "this person is not connected; only somebody who is there can be the host");
  if (heir.left)
    return refuse("forbidden", "this person has left their seat; only a person with a seat can be the host");
  room.people.set_host(input.text);
  add_event(events, "host", seat);
  // A host cannot be muted.
  if (auto const nick = room.people.unmute(input.text)) add_event(events, "unmute", seat, *nick);
  return {};
}

Result<void> fold_host(RoomParts& room, Input const& input, std::string& events) {
  if (input.guest.empty() || seat_of(room.seats, input.guest) != input.seat)
    return refuse("internal", "nobody to be the host");
  room.people.set_host(input.guest);
  if (input.seat >= 0) add_event(events, "host", input.seat);
  return {};
}

// All people have left, and nothing happens any more. An unfinished round has no result.
Result<void> fold_close_room(RoomParts& room, Input const& input, std::string& events) {
  if (auto const allowed = room.people.require_host(input.guest); !allowed) return allowed;
  if (room.closed) return refuse("room_closed", "this room has been closed");
  for (auto& seat : room.seats) seat.online = false;
  if (!room.asleep) room.round.clock.sleep(input.at);
  room.closed = room.asleep = true;
  room.spectators = 0;
  add_event(events, "room_closed", -1);
  return {};
}

// A host who stood up or does not return is replaced by a seated person; if there is none, the host stays.
void pass_host_on(RoomParts& room, std::string const& leaver, std::string& events) {
  if (auto const heir = room.people.pass_host_on(leaver, room.seats)) add_event(events, "host", *heir);
}

}  // namespace engawa::server
