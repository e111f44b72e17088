// The people of a room: removed and muted guests, the host, and the known names.
#include <algorithm>

#include "server/room/event_text.hpp"
#include "server/room/state.hpp"

namespace engawa::server {
namespace {

constexpr std::size_t kKicked = 32;  // and as many muted

using People = std::deque<RoomState::Person>;

People::const_iterator find(People const& people, std::string_view guest) {
  return std::find_if(people.begin(), people.end(), [&](auto const& person) { return person.guest == guest; });
}

// Added at the end, once; the list stays short.
void put(People& people, std::string const& guest, std::string const& nick) {
  std::erase_if(people, [&](auto const& person) { return person.guest == guest; });
  people.push_back({guest, nick});
  if (people.size() > kKicked) people.pop_front();
}

}  // namespace

bool RoomState::is_kicked(std::string_view guest) const { return find(kicked_, guest) != kicked_.end(); }

bool RoomState::may_talk(std::string_view guest) const {
  return !is_kicked(guest) && find(muted_, guest) == muted_.end();
}

std::vector<RoomState::Person> RoomState::people() const {
  std::vector<Person> all;
  for (auto const& seat : seats_)
    if (!seat.guest.empty()) all.push_back({seat.guest, seat.nick});
  auto const& lines = chat_.lines();
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) all.push_back({line->guest, line->nick});
  all.insert(all.end(), kicked_.begin(), kicked_.end());
  all.insert(all.end(), muted_.begin(), muted_.end());
  return all;
}

Result<void> RoomState::fold_kick(Input const& input, std::string& events) {
  if (auto const allowed = require_host(input.guest); !allowed) return allowed;
  if (input.text == host_) return refuse("forbidden", "the host cannot be removed");
  int const seat = seat_of(seats_, input.text);
  if (seat >= 0) {
    bool const bot_played = seats_[static_cast<std::size_t>(seat)].bot_plays();
    if (auto const done = change_seat(seats_, seat, stage(), SeatEvent::kick); !done) return done;
    player_changed(seat, bot_played, input.at);
  }
  put(kicked_, input.text, input.nick);
  add_event(events, "kick", seat, input.nick);
  begin_round_if_agreed(input.at, events);
  return {};
}

Result<void> RoomState::fold_pardon(Input const& input, std::string& events) {
  if (auto const allowed = require_host(input.guest); !allowed) return allowed;
  auto const found = find(kicked_, input.text);
  if (found == kicked_.end()) return refuse("not_found", "this guest has not been removed");
  add_event(events, "pardon", -1, found->nick);
  kicked_.erase(found);
  return {};
}

Result<void> RoomState::fold_mute(Input const& input, std::string& events) {
  if (auto const allowed = require_host(input.guest); !allowed) return allowed;
  int const seat = seat_of(seats_, input.text);
  if (input.kind == InputKind::mute) {
    if (input.text == host_) return refuse("forbidden", "the host cannot be muted");
    put(muted_, input.text, input.nick);
    add_event(events, "mute", seat, input.nick);
    return {};
  }
  auto const found = find(muted_, input.text);
  if (found == muted_.end()) return refuse("not_found", "this guest is not muted");
  add_event(events, "unmute", seat, found->nick);
  muted_.erase(found);
  return {};
}

// To somebody who can act as the host at once. Whoever resigned still has a seat, and a part in the next round.
Result<void> RoomState::fold_hand_over(Input const& input, std::string& events) {
  if (auto const allowed = require_host(input.guest); !allowed) return allowed;
  if (input.text == host_) return refuse("forbidden", "this guest is the host already");
  int const seat = seat_of(seats_, input.text);
  if (seat < 0) return refuse("forbidden", "only a person with a seat can be the host");
  auto const& heir = seats_[static_cast<std::size_t>(seat)];
  if (!heir.online)
    return refuse("forbidden", "this person is not connected; only somebody who is there can be the host");
  if (heir.left)
    return refuse("forbidden", "this person has left their seat; only a person with a seat can be the host");
  host_ = input.text;
  add_event(events, "host", seat);
  auto const silent = find(muted_, host_);  // a host cannot be muted
  if (silent == muted_.end()) return {};
  add_event(events, "unmute", seat, silent->nick);
  muted_.erase(silent);
  return {};
}

Result<void> RoomState::fold_host(Input const& input, std::string& events) {
  if (input.guest.empty() || seat_of(seats_, input.guest) != input.seat)
    return refuse("internal", "nobody to be the host");
  host_ = input.guest;
  if (input.seat >= 0) add_event(events, "host", input.seat);
  return {};
}

// A host who stood up or does not return is replaced by a seated person; if there is none, the host stays.
void RoomState::pass_host_on(std::string const& leaver, std::string& events) {
  if (leaver != host_) return;
  for (std::size_t i = 0; i < seats_.size(); ++i) {
    if (!seats_[i].present() || seats_[i].guest == host_) continue;
    host_ = seats_[i].guest;
    add_event(events, "host", static_cast<int>(i));
    return;
  }
}

}  // namespace engawa::server
