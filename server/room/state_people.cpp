// The people of a room: removed and muted guests, the host, and the known names.
#include <algorithm>

#include "server/room/event_text.hpp"
#include "server/room/state.hpp"

namespace engawa::server {

std::vector<Person> RoomState::people() const {
  std::vector<Person> all;
  for (auto const& seat : seats_)
    if (!seat.guest.empty()) all.push_back({seat.guest, seat.nick});
  auto const& lines = chat_.lines();
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) all.push_back({line->guest, line->nick});
  people_.list(all);
  return all;
}

// Programs are no people: whoever lets their own one play is still alone.
bool RoomState::people_play_together() const {
  return std::count_if(seats_.begin(), seats_.end(), [](SeatState const& seat) {
           return seat.kind == SeatKind::human && !seat.left && seat.program.empty();
         }) > 1;
}

// Everybody is told, and nothing else changes.
Result<void> RoomState::fold_hint(Input const& input, std::string& events) {
  if (auto const ready = require_phase(Phase::playing); !ready) return ready;
  if (input.seat < 0 || static_cast<std::size_t>(input.seat) >= seats_.size())
    return refuse("internal", "a hint for no seat");
  add_event(events, "hint", input.seat);
  return {};
}

Result<void> RoomState::fold_kick(Input const& input, std::string& events) {
  if (auto const allowed = people_.require_host(input.guest); !allowed) return allowed;
  bool const is_host = input.text == host();
  if (is_host && !input.guest.empty()) return refuse("forbidden", "the host cannot be removed");
  int const seat = seat_of(seats_, input.text);
  if (seat >= 0) {
    bool const bot_played = seats_[static_cast<std::size_t>(seat)].bot_plays();
    if (auto const done = change_seat(seats_, seat, stage(), SeatEvent::kick); !done) return done;
    player_changed(seat, bot_played, input.at);
  }
  people_.kick({input.text, input.nick});
  add_event(events, "kick", seat, input.nick);
  if (is_host) leave_without_host(events);
  begin_round_if_agreed(input.at, events);
  return {};
}

Result<void> RoomState::fold_pardon(Input const& input, std::string& events) {
  if (auto const allowed = people_.require_host(input.guest); !allowed) return allowed;
  auto const nick = people_.pardon(input.text);
  if (!nick) return refuse("not_found", "no such guest is in this room, and none was removed");
  add_event(events, "pardon", -1, *nick);
  return {};
}

Result<void> RoomState::fold_mute(Input const& input, std::string& events) {
  if (auto const allowed = people_.require_host(input.guest); !allowed) return allowed;
  int const seat = seat_of(seats_, input.text);
  if (input.kind == InputKind::mute) {
    if (input.text == host()) return refuse("forbidden", "the host cannot be muted");
    people_.mute({input.text, input.nick});
    add_event(events, "mute", seat, input.nick);
    return {};
  }
  auto const nick = people_.unmute(input.text);
  if (!nick) return refuse("not_found", "this guest is not muted");
  add_event(events, "unmute", seat, *nick);
  return {};
}

// Only to a person who can act as the host at once. Players who resigned still have a seat, and take part in the next
// round.
Result<void> RoomState::fold_hand_over(Input const& input, std::string& events) {
  if (auto const allowed = people_.require_host(input.guest); !allowed) return allowed;
  int const seat = seat_of(seats_, input.text);
  if (seat < 0) return refuse("forbidden", "only a person with a seat can be the host");
  auto const& heir = seats_[static_cast<std::size_t>(seat)];
  if (!heir.online)
    return refuse("forbidden", "this person is not connected; only somebody who is there can be the host");
  if (heir.left)
    return refuse("forbidden", "this person has left their seat; only a person with a seat can be the host");
  people_.set_host(input.text);
  add_event(events, "host", seat);
  // A host cannot be muted.
  if (auto const nick = people_.unmute(input.text)) add_event(events, "unmute", seat, *nick);
  return {};
}

Result<void> RoomState::fold_host(Input const& input, std::string& events) {
  if (input.guest.empty() || seat_of(seats_, input.guest) != input.seat)
    return refuse("internal", "nobody to be the host");
  people_.set_host(input.guest);
  if (input.seat >= 0) add_event(events, "host", input.seat);
  return {};
}

// All people have left, and nothing happens any more. An unfinished round has no result.
Result<void> RoomState::fold_close_room(Input const& input, std::string& events) {
  if (auto const allowed = people_.require_host(input.guest); !allowed) return allowed;
  if (closed_) return refuse("room_closed", "this room has been closed");
  for (auto& seat : seats_) seat.online = false;
  if (!asleep_) clock_.sleep(input.at);
  closed_ = asleep_ = true;
  spectators_ = 0;
  add_event(events, "room_closed", -1);
  return {};
}

// The operator has removed the host: a seated person is the next one, or else whoever sits down first.
void RoomState::leave_without_host(std::string& events) {
  auto const heir = people_.pass_host_on(host(), seats_);
  if (heir)
    add_event(events, "host", *heir);
  else
    people_.set_host({});
}

// A host who stood up or does not return is replaced by a seated person; if there is none, the host stays.
void RoomState::pass_host_on(std::string const& leaver, std::string& events) {
  if (auto const heir = people_.pass_host_on(leaver, seats_)) add_event(events, "host", *heir);
}

}  // namespace engawa::server
