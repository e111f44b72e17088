// The secrets that follow from a room's seed, each by a one-way function: who is told one of them learns nothing of the others.
// Pure functions; any thread.
#pragma once
#include <cstdint>
#include <string>

#include "games/core/seat.hpp"
#include "games/core/seed.hpp"

namespace engawa::server {

// Of one round; told in its record once it is over. A room whose seed is a number has numbers here too, as it always had.
games::Seed round_seed(games::Seed const& room, int round);

// What a bot thinks with about one position. Its moves are seen by all, so nothing of the round's chance may show in them.
// A hash for each move of a bot: a microsecond beside the milliseconds that it thinks.
std::uint64_t thinking_seed(games::Seed const& room, int round, std::uint64_t position, games::Seat seat);

// How long that bot waits before it moves: seen by all too, so it may tell nothing of what it thinks with either.
std::uint64_t pace_seed(games::Seed const& room, int round, std::uint64_t position, games::Seat seat);

}  // namespace engawa::server
