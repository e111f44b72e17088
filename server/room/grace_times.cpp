#include "server/room/grace_times.hpp"

#include <algorithm>
#include <utility>

namespace engawa::server {

GraceTimes::GraceTimes(RoomState const& state, Members const& members, RoomTime const& time, std::int64_t usual_ms)
    : state_(state),
      members_(members),
      time_(time),
      usual_ms_(usual_ms),
      host_until_(state.setup().created_at + state.setup().hold_ms) {}

std::int64_t GraceTimes::end() const {
  auto const own = state_.setup().grace_ms;
  return time_.now() + (own >= 0 ? own : usual_ms_);
}

bool GraceTimes::go_on() {
  if (!std::exchange(stopped_, false)) return false;
  if (host_until_ != 0) begin_for_host();
  return true;
}

void GraceTimes::begin_again_for_absent_host() {
  if (host_until_ != 0 && !members_.find_guest(state_.host())) begin_for_host();
}

void GraceTimes::restore(std::int64_t host_until, bool stopped) {
  host_until_ = host_until;
  stopped_ = stopped;
}

std::vector<std::size_t> GraceTimes::overdue_seats() const {
  std::vector<std::size_t> overdue;
  if (stopped_ || state_.phase() == Phase::over) return overdue;
  auto const& seats = state_.seats();
  for (std::size_t i = 0; i < seats.size(); ++i)
    if (seats[i].until != 0 && seats[i].until <= time_.now() && !seats[i].online) overdue.push_back(i);
  std::sort(overdue.begin(), overdue.end(),
            [&](auto a, auto b) { return std::pair(seats[a].until, a) < std::pair(seats[b].until, b); });
  return overdue;
}

std::vector<std::size_t> GraceTimes::overdue_for_rematch() const {
  std::vector<std::size_t> overdue;
  if (state_.phase() != Phase::over || members_.empty()) return overdue;
  for (std::size_t i = 0; i < state_.seats().size(); ++i)
    if (auto const until = waits_until(state_.parts(), state_.seats()[i]); until != 0 && until <= time_.now())
      overdue.push_back(i);
  return overdue;
}

// A player who has finished a simultaneous game has nothing left to forfeit.
Input GraceTimes::input_of(std::size_t seat) const {
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
bool GraceTimes::host_is_gone() const {
  if (state_.host().empty() || members_.find_guest(state_.host())) return false;
  int const seat = seat_of(state_.seats(), state_.host());
  if (seat < 0) return true;
  auto const status = status_of(state_.seats()[static_cast<std::size_t>(seat)]);
  return status != SeatStatus::held && status != SeatStatus::away;
}

std::optional<Input> GraceTimes::next_host() {
  if (host_until_ == 0 || host_until_ > time_.now()) return std::nullopt;
  if (members_.find_guest(state_.host())) host_until_ = 0;
  if (!host_is_gone()) return std::nullopt;
  Input host;
  host.kind = InputKind::host;
  for (std::size_t i = state_.seats().size(); i-- > 0;) {
    if (!state_.seats()[i].present() || !members_.find_guest(state_.seats()[i].guest)) continue;
    host.seat = static_cast<int>(i);
    host.guest = state_.seats()[i].guest;
  }
  for (auto const& member : members_)
    if (host.guest.empty() && state_.phase() == Phase::lobby && !state_.parts().people.is_kicked(member.guest.id))
      host.guest = member.guest.id;
  return host.guest.empty() ? std::nullopt : std::optional(std::move(host));
}

std::int64_t GraceTimes::next_end() const {
  std::int64_t next = 0;
  auto const sooner = [&](std::int64_t at) { next = next == 0 ? at : std::min(next, at); };
  if (state_.phase() != Phase::over && !stopped_)
    for (auto const& seat : state_.seats())
      if (seat.until != 0 && !seat.online) sooner(seat.until);
  if (state_.phase() == Phase::over && !members_.empty())
    for (auto const& seat : state_.seats())
      if (auto const until = waits_until(state_.parts(), seat); until != 0) sooner(until);
  if (host_until_ > time_.now() && host_is_gone()) sooner(host_until_);
  return next;
}

}  // namespace engawa::server
