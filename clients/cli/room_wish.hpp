// What the command line wishes of a room, as the bodies of `POST /api/play` and `POST /api/rooms`. Pure.
#pragma once
#include <optional>

#include "base/json_read.hpp"
#include "clients/cli/exit_code.hpp"
#include "clients/cli/options.hpp"

namespace engawa::cli {

// The game and its options. REQUIRES: --options is a JSON object.
Json game_wish(Options const& options);

// Adds the settings of --make, or says what is wrong with them.
std::optional<Failure> add_room_wish(Options const& options, Json& body);

}  // namespace engawa::cli
