// Records of rounds, from what the journal holds. Pure functions; any thread (it takes some ten microseconds for each input,
// so not a shard's).
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "server/room/input.hpp"

namespace engawa::server {

struct RoundRecord {
  std::string id;
  std::string text;           // JSON Lines, protocol/records.md
  bool finished = false;      // else the record so far: a prefix of what it will be
  std::int64_t ended_at = 0;  // server time, ms, when finished
};

// All rounds of a room that have begun, in order. Refuses with `internal` a journal that does not replay.
Result<std::vector<RoundRecord>> write_records(RoomSetup setup, std::vector<std::string> const& journal);

// One of them. Refuses with `not_found` a round that has not begun, and the unfinished round of a game that hides something in a room whose seed is a
// number (there the state's hashes would tell); with `internal` a journal that does not replay.
Result<RoundRecord> write_record(RoomSetup setup, std::vector<std::string> const& journal, int round);

}  // namespace engawa::server
