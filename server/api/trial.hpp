// Moves that are only tried out: played by the real rules from a start position, without a room and without state: each
// request contains all its moves. For cards that explain a game, and for pages that cannot run the rules themselves.
#pragma once
#include <string>
#include <string_view>

#include "base/json_read.hpp"
#include "base/result.hpp"
#include "games/core/match.hpp"

namespace engawa::server {

inline constexpr std::size_t kMostTried = 64;  // moves

// The answer to POST /api/games/GAME/try: the position after the moves of `body`, and the effects of the last one.
// Refuses with `bad_message` a malformed body, and with the game's own code (`illegal_move`, `not_your_turn`,
// `too_soon`, `game_over`, `bad_message`) an impossible move; the sentence then begins with "moves[N]: ". `retry_ms`:
// set with `too_soon`, to the missing game time.
Result<std::string> try_moves(games::GameEntry const& game, Json const& body, std::int64_t& retry_ms);

}  // namespace engawa::server
