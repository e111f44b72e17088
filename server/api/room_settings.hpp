// The settings of a new room about time and people: the part of `POST /api/rooms` that does not depend on the game.
// Pure.
#pragma once
#include <string>

#include "base/json_read.hpp"
#include "base/result.hpp"
#include "games/core/rules.hpp"
#include "server/state/input.hpp"

namespace engawa::server {

// Reads clock, timeout, grace_ms, absent, join, programs, stand_in, visibility, start and bot_delay_ms into `setup`;
// absent members leave it unchanged. Refuses with `bad_message`.
Result<void> read_room_settings(Json const& body, games::Info const& info, RoomSetup& setup);

struct BotChoice {
  std::string bot;
  int level = 1;
};
// `{"bot":"...","level":1}` as a bot of this game. REQUIRES: `json` is an object.
Result<BotChoice> read_bot(Json const& json, games::Info const& info);

}  // namespace engawa::server
