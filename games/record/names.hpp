// What a game and its players are called where people read it. Pure functions; any thread.
#pragma once
#include <string>
#include <string_view>

#include "base/json_read.hpp"
#include "games/core/info.hpp"

namespace engawa::record {

struct Name {
  std::string en, ja;
};

// Of a seat, or of a winner, as in a room's document: the nick, or the bot with its level. Without the characters that
// turn the text around them: a record may come from a file.
Name name_of(games::Info const& info, Json const& seat);

// Of the preset that these options name, else of the game.
games::Text title_of(games::Info const& info, Json const& options);

// As much of the text as is so wide, where East Asian characters are twice as wide as others. REQUIRES: valid UTF-8.
std::string clipped(std::string_view text, int width);

}  // namespace engawa::record
