// The room's timed actions: grace times, game time, clocks, a host who does not return.
#include <algorithm>
#include <utility>

#include "base/expect.hpp"
#include "server/room/room.hpp"

namespace engawa::server {

void Room::alarm() {
  if (state_.is_closed()) return;
  look_after_seats();
  look_after_rematch();
  let_time_pass();
  play_due_moves();
  let_clock_run_out();
  look_after_host();
  look_after_spectators();
}

// The time that is given back to the player of a seat for the network delay of their next move.
std::int64_t Room::lag_allowance(games::Seat seat) {
  EXPECT(seat < lags_.size(), seat, lags_.size());
  auto* const member = members_.find_guest(state_.seats()[seat].guest);
  return member ? lags_[seat].allowance(member->peer->round_trip_ms()) : 0;
}

// A move made in time may still be in transit.
std::optional<RoomState::Deadline> Room::clock_deadline() {
  auto deadline = state_.clock_deadline();
  if (deadline) deadline->at += lag_allowance(deadline->seat);
  return deadline;
}

void Room::let_clock_run_out() {
  auto const deadline = clock_deadline();
  if (!deadline || deadline->at > now() || bots_.is_thinking(deadline->seat)) return;
  if (!state_.setup().timeout_forfeits) return bots_.think_for_late(deadline->seat);
  Input flag;
  flag.kind = InputKind::flag;
  flag.seat = deadline->seat;
  (void)submit(std::move(flag));
}

// The players whose reconnect time or hold is over, in the order in which they left. None before the first return after
// a time in which nobody could return.
std::vector<std::size_t> Room::overdue_seats() const {
  std::vector<std::size_t> overdue;
  if (unreachable_ || state_.phase() == Phase::over) return overdue;
  auto const& seats = state_.seats();
  for (std::size_t i = 0; i < seats.size(); ++i)
    if (seats[i].until != 0 && seats[i].until <= now() && !seats[i].online) overdue.push_back(i);
  std::sort(overdue.begin(), overdue.end(),
            [&](auto a, auto b) { return std::pair(seats[a].until, a) < std::pair(seats[b].until, b); });
  return overdue;
}

// During a game a bot takes over; in the lobby phase the seat opens.
void Room::look_after_seats() {
  for (auto const seat : overdue_seats())
    if (state_.phase() != Phase::over && state_.seats()[seat].until != 0) (void)submit(grace_input(seat));
}

// After a round, if the next one waits for players who may return: their time is over. In an empty room nobody waits.
void Room::look_after_rematch() {
  for (std::size_t i = 0; i < state_.seats().size(); ++i) {
    auto const until = state_.phase() == Phase::over ? state_.waits_until(state_.seats()[i]) : 0;
    if (until != 0 && until <= now() && !members_.empty()) (void)submit(grace_input(i));
  }
}

// A player who has finished a simultaneous game has nothing left to forfeit.
Input Room::grace_input(std::size_t seat) const {
  bool const plays = state_.phase() == Phase::playing && !state_.seats()[seat].resigned;
  bool const may_forfeit =
      plays && (!state_.info().simultaneous || state_.to_act().has(static_cast<games::Seat>(seat)));
  Input input;
  input.seat = static_cast<int>(seat);
  input.kind = state_.phase() == Phase::lobby                  ? InputKind::vacate
               : state_.setup().absent_forfeits && may_forfeit ? InputKind::forfeit
                                                               : InputKind::stand_in;
  return input;
}

// Neither connected nor expected back at a seat.
bool Room::host_is_gone() const {
  if (state_.host().empty() || members_.find_guest(state_.host())) return false;
  int const seat = seat_of(state_.seats(), state_.host());
  if (seat < 0) return true;
  auto const status = status_of(state_.seats()[static_cast<std::size_t>(seat)]);
  return status != SeatStatus::held && status != SeatStatus::away;
}

// A room always has a person who can start it: a host who does not return is replaced by a seated person, or, before a
// game, by any connected person.
void Room::look_after_host() {
  if (broken_ || host_until_ == 0 || host_until_ > now()) return;
  if (members_.find_guest(state_.host())) host_until_ = 0;
  if (!host_is_gone()) return;
  Input host;
  host.kind = InputKind::host;
  for (std::size_t i = state_.seats().size(); i-- > 0;) {
    if (!state_.seats()[i].present() || !members_.find_guest(state_.seats()[i].guest)) continue;
    host.seat = static_cast<int>(i);
    host.guest = state_.seats()[i].guest;
  }
  for (auto const& member : members_)
    if (host.guest.empty() && state_.phase() == Phase::lobby && !state_.is_kicked(member.guest.id))
      host.guest = member.guest.id;
  if (!host.guest.empty()) (void)submit(std::move(host));
}

// While the store does not work, the number stays as it is: an input that nobody asked for would end the room.
void Room::note_spectators() {
  bool const stays = broken_ || state_.is_closed() || !world_.may_store();
  auto const told = state_.spectators();
  spectators_.note(stays ? told : members_.watchers(state_.seats()), told, now());
}

void Room::look_after_spectators() {
  note_spectators();
  if (spectators_.take(now())) {
    Input input;
    input.kind = InputKind::spectators;
    input.count = static_cast<int>(members_.watchers(state_.seats()));
    (void)submit(std::move(input));
  }
  schedule();
}

// A due game event happens before anything else at the same time.
void Room::let_time_pass() {
  for (auto due = state_.due(); due && due->at <= now(); due = state_.due()) {
    Input tick;
    tick.kind = InputKind::tick;
    tick.seat = due->seat;
    if (auto const done = submit(std::move(tick)); !done)
      return give_up("time could not pass: " + done.error().message);
  }
}

// Sets the single alarm to the earliest waiting event.
void Room::schedule() {
  std::int64_t next = 0;
  auto const sooner = [&](std::int64_t at) { next = next == 0 ? at : std::min(next, at); };
  if (state_.phase() != Phase::over && !unreachable_)
    for (auto const& seat : state_.seats())
      if (seat.until != 0 && !seat.online) sooner(seat.until);
  if (state_.phase() == Phase::over && !members_.empty())
    for (auto const& seat : state_.seats())
      if (auto const until = state_.waits_until(seat); until != 0) sooner(until);
  if (auto const due = bots_.next_due(); due != 0) sooner(due);
  if (spectators_.due() != 0) sooner(spectators_.due());
  if (auto const deadline = clock_deadline(); deadline && !bots_.is_thinking(deadline->seat)) sooner(deadline->at);
  if (host_until_ > now() && host_is_gone()) sooner(host_until_);
  if (auto const due = state_.due()) sooner(due->at);
  world_.set_alarm(next == 0 ? 0 : std::max<std::int64_t>(1, time_.server_time(next)));
}

}  // namespace engawa::server
