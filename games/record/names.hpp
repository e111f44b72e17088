// Names of games and players for people. Pure functions; any thread.
#pragma once
#include <string>
#include <string_view>

#include "base/json_read.hpp"
#include "games/core/info.hpp"

namespace engawa::record {

struct Name {
  std::string en, ja;
};

// The name of a seat's player, or of a winner, as in a room's document: the nick, or the bot with its level. Without
// characters that change the direction of text, because a record may come from a file.
Name name_of(games::Info const& info, Json const& seat);

// The name of the preset of these options, otherwise of the game.
games::Text title_of(games::Info const& info, Json const& options);

// The longest prefix of the text within that width; East Asian characters are twice as wide as others. REQUIRES: valid
// UTF-8.
std::string clipped(std::string_view text, int width);

}  // namespace engawa::record
