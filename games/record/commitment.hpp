// The promise at the start of a round: the source of its randomness is fixed. Pure functions; any thread.
#pragma once
#include <string>
#include <string_view>

#include "games/core/seed.hpp"

namespace engawa::record {

// `K7WMA2QX-1`: round 1 of room K7WMA2QX.
std::string record_id(std::string_view room, int round);

// SHA-256, in hexadecimal digits, of three lines, each ended by a line feed: "engawa commitment 1", the record's id,
// and the round's seed in hexadecimal digits. It is published at the start. It reveals nothing about the seed, which
// has 256 bits, and no other seed matches it.
std::string commitment(std::string_view id, games::Seed::Key const& seed);

}  // namespace engawa::record
