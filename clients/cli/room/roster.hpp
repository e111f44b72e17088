// The bots that a server has, as its catalogue tells: names, levels and a sentence each. Values; any thread, but for the call that fetches.
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
  std::string id;  // what one types
  std::string title, about;
  int first_level = 1;
  int levels = 1;

  // "4-5", "3"; empty where the level says nothing: there is one, and it is on no ladder.
  std::string level_range() const;
};

// The bots of `game`, or of all games (empty), as the catalogue has them: of one game in the order of strength. Blocking.
Outcome<std::vector<BotRow>> fetch_bots(Address const& address, std::string_view game, Lang lang, Millis limit);
std::vector<BotRow> read_bots(Json const& catalog, std::string_view game, Lang lang);

// A line for each of them, for people; a sentence that does not fit `columns` goes on below (0: all in one line). With `games` the
// game stands in front.
std::vector<std::string> bot_lines(std::vector<BotRow> const& bots, bool games, int columns, Phrases const& say);

}  // namespace engawa::cli
