// The command line's settings for a room, as the bodies of `POST /api/play` and `POST /api/rooms`. Pure.
#pragma once
#include <optional>

#include "base/json_read.hpp"
#include "clients/cli/room/options.hpp"
#include "clients/cli/text/exit_code.hpp"

namespace engawa::cli {

// The game and its options. REQUIRES: --options is a JSON object.
Json game_wish(Options const& options);

// "mcs" or "mcs:2" in the form of the protocol. Null: neither.
Json bot_wish(std::string_view text);

// The players of the seats: we take the first of the `own` seats; the rest of them are open. All others have the
// server's default.
Json own_seats(std::size_t own);
// Adds the bots of --bots on the seats that `body` leaves. REQUIRES: `body` has our seats, and there is at least one
// bot.
std::optional<Failure> add_seat_bots(std::string_view bots, std::size_t seats, Json& body);

// Adds the settings of --make, or returns what is wrong with them.
std::optional<Failure> add_room_wish(Options const& options, Json& body);

}  // namespace engawa::cli
