// Tic-tac-toe's line in the catalogue.
#pragma once
#include "games/core/match.hpp"

namespace engawa::games::tictactoe {

extern GameEntry const kEntry;
extern terminal::Board const kTerminal;

}  // namespace engawa::games::tictactoe
