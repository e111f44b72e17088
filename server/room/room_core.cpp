#include "server/room/room_core.hpp"

#include <utility>

#include "server/state/document.hpp"

namespace engawa::server {

RoomCore::RoomCore(RoomState state, RoomEnvironment& environment, RoomTuning const& wishes)
    : world(environment),
      tuning(wishes),
      time(environment),
      ledger(std::move(state), wishes),
      bots(ledger.state(), environment, time),
      limits(wishes, TurnClock::kSeats),
      lags(ledger.state(), members),
      reader(ledger.state(), members, ledger.history(), lags.quotas()),
      replies(ledger, members),
      grace(ledger.state(), members, time, wishes.grace_ms) {}

std::string RoomCore::listing() const {
  return state().setup().is_public && !state().asleep() ? room_summary(state().parts()) : std::string();
}

}  // namespace engawa::server
