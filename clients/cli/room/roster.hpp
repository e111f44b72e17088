// The bots of a server from its catalogue: names, levels and one sentence each. Values; any thread, except for the call
// that fetches.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/json_read.hpp"
#include "clients/cli/board/phrases.hpp"
#include "clients/cli/net/address.hpp"
#include "clients/cli/text/exit_code.hpp"
#include "clients/console/loop.hpp"

namespace engawa::cli {

struct BotRow {
  std::string game;
  std::string id;  // the word to type
  std::string title, about;
  int first_level = 1;
  int levels = 1;

  // "4-5", "3"; empty if the bot has only one level and is on no ladder.
  std::string level_range() const;
};

// The bots of `game`, or of all games (empty), from the catalogue; those of one game in order of strength. Blocking.
Outcome<std::vector<BotRow>> fetch_bots(Address const& address, std::string_view game, Lang lang, Millis limit);
std::vector<BotRow> read_bots(Json const& catalog, std::string_view game, Lang lang);

// One line per bot, for people; a sentence that does not fit in `columns` continues on the next line (0: all in one
// line). With `games` each line begins with the game.
std::vector<std::string> bot_lines(std::vector<BotRow> const& bots, bool games, int columns, Phrases const& say);

}  // namespace engawa::cli
