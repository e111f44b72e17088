// What a host wants to play next, completed to a whole choice. Pure function; any thread.
#pragma once
#include "base/result.hpp"
#include "protocol/messages.hpp"
#include "server/room/input.hpp"
#include "server/room/state.hpp"

namespace engawa::server {

// What is absent stays: another game begins with its default options, and without a clock where everybody plays at
// once. A seat that stays is open, closed or a bot's as it was; of another game it is that game's default bot. Refuses
// with `bad_message`.
Result<RoomChoice> choose(RoomState const& state, protocol::Configure const& wish);

}  // namespace engawa::server
