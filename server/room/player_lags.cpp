#include "server/room/player_lags.hpp"

#include "base/expect.hpp"

namespace engawa::server {

std::optional<Deadline> PlayerLags::deadline() const {
  auto deadline = clock_deadline(state_.parts());
  if (!deadline) return deadline;
  EXPECT(deadline->seat < quotas_.size(), deadline->seat, quotas_.size());
  if (auto const* const member = members_.find_guest(state_.seats()[deadline->seat].guest))
    deadline->at += quotas_[deadline->seat].allowance(member->peer->round_trip_ms());
  return deadline;
}

}  // namespace engawa::server
