// For a game without a description of its board: its view as a table, and a list of its legal moves. Pure functions;
// any thread.
#pragma once
#include <string>
#include <vector>

#include "clients/cli/board/table.hpp"

namespace engawa::cli {

struct Choice {
  std::string name;  // as in `legal`
  std::string move;  // JSON
};

// Empty if the game has no `legal_member` (games/core/info.hpp); then moves are typed as JSON.
std::vector<Choice> choices(Table const& table);
std::vector<std::string> view_lines(Table const& table);

}  // namespace engawa::cli
