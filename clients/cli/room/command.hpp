// The words that people may type in a room besides moves: changing seats, removing guests, reporting them. The same for
// lines (--plain) and for the full screen, where such a line is typed after `t` and begins with a slash. Pure functions;
// any thread.
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
  std::string target;  // where to POST the body with our token; empty: it is a message to the room
};

// Who types.
struct Self {
  std::optional<int> seat;
  std::string guest;  // id
};

// `stand`, `sit [SEAT]`, `seat N open|closed|bot|BOT:LEVEL`, `kick SEAT|NICK`, `pardon NICK`,
// `mute SEAT|NICK`, `unmute NICK`, `host SEAT|NICK`, `report [last] SEAT|NICK [REASON]`.
TableCommand read_table_command(Table const& table, Self const& self, std::string_view line, Phrases const& say);

// One line for each command.
std::vector<std::string> table_command_help(Phrases const& say);

}  // namespace engawa::cli
