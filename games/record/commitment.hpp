// The promise made at the start of a round: what its chance comes from is fixed. Pure functions; any thread.
#pragma once
#include <string>
#include <string_view>

#include "games/core/seed.hpp"

namespace engawa::record {

// `K7WMA2QX-1`: round 1 of room K7WMA2QX.
std::string record_id(std::string_view room, int round);

// SHA-256, in hexadecimal digits, of three lines, each ended by a line feed: "engawa commitment 1", the record's id, the round's seed
// in hexadecimal digits. Known from the first moment, it says nothing of the seed, which has 256 bits; and no other seed has it.
std::string commitment(std::string_view id, games::Seed::Key const& seed);

}  // namespace engawa::record
