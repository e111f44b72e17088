// A bot's delay before a move in a turn-based game, so that people can follow and the bot seems natural. It is waiting
// time, not thinking time. Pure; any thread.
#pragma once
#include <cstdint>

#include "games/core/rng.hpp"

namespace engawa::server {

// Instead of a fixed delay (RoomSetup::bot_delay_ms). `slow`: for people in their first games.
inline constexpr std::int64_t kNaturalPace = -1, kSlowPace = -2;

// The median pause in milliseconds.
inline constexpr std::int64_t kUsualPause = 550;

// The shortest pause after the previous move if people watch: the web client shows a move for about half a second.
inline constexpr std::int64_t kWatchedPause = 600, kSlowWatchedPause = 900;

// Milliseconds: distributed like a person's, 300 to 1200, and 300 if there is only one move. Bots that move one after
// the other have 3 s in total, of which `paused` has been used: each takes at most half of the rest.
std::int64_t natural_pause(games::Rng rng, bool only_move, std::int64_t paused);

}  // namespace engawa::server
