// The network delay that the players of a room do not pay for: their clocks run out later by it. Room time, ms; the
// room's shard only.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "server/room/members.hpp"
#include "server/state/state.hpp"

namespace engawa::server {

class PlayerLags {
 public:
  // REQUIRES: both outlive it and keep their addresses.
  PlayerLags(RoomState const& state, Members const& members)
      : state_(state), members_(members), quotas_(TurnClock::kSeats) {}

  // One for each seat that the room has or may have.
  std::vector<LagQuota> const& quotas() const { return quotas_; }
  // When the time of the seat whose time runs is up: a move made in time may still be in transit.
  std::optional<Deadline> deadline() const;
  // A move of the seat was made, and this lag was given back to it.
  void spend(games::Seat seat, std::int64_t lag) { quotas_[seat].spend(lag); }
  // A round begins.
  void begin_round() { quotas_.assign(quotas_.size(), LagQuota()); }

 private:
  RoomState const& state_;
  Members const& members_;
  std::vector<LagQuota> quotas_;
};

}  // namespace engawa::server
