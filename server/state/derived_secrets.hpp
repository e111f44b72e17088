// The secrets derived from a room's seed, each by a one-way function: one of them reveals nothing about the others.
// Pure functions; any thread.
#pragma once
#include <cstdint>
#include <string>

#include "games/core/seat.hpp"
#include "games/core/seed.hpp"

namespace engawa::server {

// For one round; published in its record at the end. A room whose seed is a number has numbers here too.
games::Seed round_seed(games::Seed const& room, int round);

// For a bot's thinking about one position. All players see the bot's moves, so they must not depend on the round's
// randomness. One hash per bot move: a microsecond, compared with milliseconds of thinking.
std::uint64_t thinking_seed(games::Seed const& room, int round, std::uint64_t position, games::Seat seat);

// For that bot's delay. It is visible to all players, too, so it must not reveal anything about the bot's thinking
// either.
std::uint64_t pace_seed(games::Seed const& room, int round, std::uint64_t position, games::Seat seat);

}  // namespace engawa::server
