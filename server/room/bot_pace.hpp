// How long a bot waits before it moves in a game of turns, so that people can follow, and so that it plays as they do. It is a time
// that passes, not one to think in. Pure; any thread.
#pragma once
#include <cstdint>

#include "games/core/rng.hpp"

namespace engawa::server {

// In the place of a fixed delay (RoomSetup::bot_delay_ms).
inline constexpr std::int64_t kNaturalPace = -1;

// Milliseconds of a pause of median length.
inline constexpr std::int64_t kUsualPause = 550;

// Milliseconds: as spread out as a person's, 300 to 1200, and 300 when there is but one move. Bots that move one after the other have
// 3 s in all, of which `paused` is over: none takes more than half of what is left.
std::int64_t natural_pause(games::Rng rng, bool only_move, std::int64_t paused);

}  // namespace engawa::server
