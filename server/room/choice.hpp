// A host's choice of the next game, completed with all absent members. Pure function; any thread.
#pragma once
#include "base/result.hpp"
#include "protocol/messages.hpp"
#include "server/state/input.hpp"
#include "server/state/state.hpp"

namespace engawa::server {

// Absent members keep their values; but another game begins with its default options, and without a clock if it is
// simultaneous. A kept seat stays open, closed or a bot's; in another game the bot becomes that game's default bot.
// Refuses with `bad_message`.
Result<RoomChoice> choose(RoomState const& state, protocol::Configure const& wish);

}  // namespace engawa::server
