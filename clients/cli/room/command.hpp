// The words that people may type in a room besides moves: changing seats, removing guests. The same for lines (--plain)
// and for the full screen, where such a line is typed after `t` and begins with a slash. Pure functions; any thread.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_read.hpp"
#include "clients/cli/board/phrases.hpp"
#include "clients/cli/board/table.hpp"

namespace engawa::cli {

struct TableCommand {
  bool known = false;  // the first word is one of ours
  std::string body;    // the request as JSON; empty: the line is wrong
  std::string why;     // why it is wrong
};

// `stand`, `sit [SEAT]`, `seat N open|closed|bot|BOT:LEVEL`, `kick SEAT|NICK`, `pardon NICK`,
// `mute SEAT|NICK`, `unmute NICK`, `host SEAT|NICK`.
// `me`: our own seat.
TableCommand read_table_command(Table const& table, std::optional<int> me, std::string_view line, Phrases const& say);

// One line for each command.
std::vector<std::string> table_command_help(Phrases const& say);

}  // namespace engawa::cli
