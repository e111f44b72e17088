// What people may say at a table besides their moves, as words: who sits where, who is sent away. The same for lines (--plain) and
// for the full screen, where such a line is typed after `t` and begins with a slash. Pure functions; any thread.
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
  std::string body;    // the request as JSON; empty: it cannot be meant
  std::string why;     // then this is why
};

// `stand`, `sit [SEAT]`, `seat N open|closed|bot|BOT:LEVEL`, `kick SEAT|NICK`, `pardon NICK`,
// `mute SEAT|NICK`, `unmute NICK`, `host SEAT|NICK`.
// `me`: our own seat.
TableCommand read_table_command(Table const& table, std::optional<int> me, std::string_view line, Phrases const& say);

// A line for each of them.
std::vector<std::string> table_command_help(Phrases const& say);

}  // namespace engawa::cli
