// The contents of the full screen as plain values, and painting them. Painting keeps no state: every cell is written
// again, and ncurses sends the differences.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "clients/cli/board/cursor.hpp"
#include "clients/cli/board/phrases.hpp"
#include "clients/cli/board/table.hpp"
#include "clients/cli/screen/help_window.hpp"
#include "clients/cli/screen/room_log.hpp"
#include "clients/cli/screen/terminal.hpp"

namespace engawa::cli {

struct Scene {
  Table table;
  std::optional<int> me;
  std::string guest;   // our id
  std::string invite;  // link for other people
  std::string nick;
  bool online = false;
  bool known = false;  // there is a document
  Aim aim;
  RoomLog log;
  std::int64_t server_now = 0;

  std::string status;  // the line above the keys
  Style status_style;
  std::optional<std::string> typing;  // the chat line being written, instead of the status
  std::string keys;                   // the bottom line
  HelpWindow help;                    // replaces all this while it is open

  Look look(Phrases const& say) const { return {table, me, say, table.game_time(server_now)}; }
};

void paint(Terminal& terminal, Scene const& scene, Phrases const& say);

// "0:47"; in byo-yomi with the periods left, "0:24 x2".
std::string clock_text(ClockFace const& face);

}  // namespace engawa::cli
