// Creates the records of rounds from a journal. Pure functions; any thread except a shard's, because it takes about ten
// microseconds per input.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "server/state/input.hpp"

namespace engawa::server {

struct RoundRecord {
  std::string id;
  std::string text;           // JSON Lines, protocol/records.md
  bool finished = false;      // otherwise a partial record: a prefix of the final one
  std::int64_t ended_at = 0;  // server time, ms, when finished
};

// All rounds of a room that have begun, in order. Refuses with `internal` if the journal does not replay.
Result<std::vector<RoundRecord>> write_records(RoomSetup setup, std::vector<std::string> const& journal);

// One round. Refuses with `not_found` a round that has not begun, and an unfinished round of a game with hidden
// information in a room whose seed is a number (the state's hashes would reveal it); with `internal` if the journal
// does not replay.
Result<RoundRecord> write_record(RoomSetup setup, std::vector<std::string> const& journal, int round);

}  // namespace engawa::server
