// A room of the tutorial's game as the terminal reads it.
#pragma once
#include <vector>

#include "clients/cli/board/table.hpp"

namespace engawa {

// The room after these moves, made by the two seats in turn.
cli::Table room_at(std::vector<int> const& cells);

}  // namespace engawa
