// Reads the guests' requests: each becomes an input of the room, or is refused. It changes nothing. The room's shard
// only.
#pragma once
#include <string>
#include <vector>

#include "base/expect.hpp"
#include "base/result.hpp"
#include "protocol/messages.hpp"
#include "server/room/history.hpp"
#include "server/room/members.hpp"
#include "server/state/input.hpp"
#include "server/state/parts/turn_clock.hpp"
#include "server/state/state.hpp"

namespace engawa::server {

class RequestReader {
 public:
  // `lags`: one for each seat that the room has or may have. REQUIRES: all of them outlive the reader and keep their
  // addresses.
  RequestReader(RoomState const& state, Members const& members, History const& history,
                std::vector<LagQuota> const& lags)
      : state_(state), members_(members), history_(history), lags_(lags) {
    EXPECT(lags.size() >= state.seats().size(), lags.size());
  }

  // Without the guest and the request's id.
  Result<Input> read(Member const& member, protocol::Request const& request) const;
  Result<Input> read_move(Member const& member, protocol::Move const& move) const;
  // Removes a guest. Refuses with `not_found`.
  Result<Input> read_kick(std::string const& guest) const;
  static constexpr auto kNoPrograms = "programs have no seat in this room: they may watch and talk";
  // The guest is a program, in a room that admits only people.
  bool is_refused(Guest const& guest) const;
  // The guest's name in this room. A person who has neither sat nor chatted has only a nick.
  std::string name_of(Guest const& guest) const;

 private:
  Result<Input> read_seat(protocol::SetSeat const& set) const;
  Result<Input> read_hand_over(std::string const& guest) const;
  Result<Input> read_configure(protocol::Configure const& wish) const;
  Result<Input> read_mute(protocol::Mute const& mute) const;
  Result<Input> read_pause(Member const& member, protocol::Pause const& pause) const;
  // Empty: unknown here.
  std::string known_name(std::string const& guest) const;

  RoomState const& state_;
  Members const& members_;
  History const& history_;
  std::vector<LagQuota> const& lags_;
};

}  // namespace engawa::server
