// Draws a board: painted for the full screen, or as lines of text. Pure functions; any thread.
#pragma once
#include "clients/cli/board/cursor.hpp"
#include "clients/cli/board/picture.hpp"

namespace engawa::cli {

// As large as fits.
Picture paint_board(Look const& look, Aim const& aim, Size room);
std::vector<std::string> board_lines(Look const& look);

}  // namespace engawa::cli
