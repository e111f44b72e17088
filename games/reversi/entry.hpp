// Reversi's line in the catalogue.
#pragma once
#include "games/core/match.hpp"

namespace engawa::games::reversi {

extern GameEntry const kEntry;
extern terminal::Board const kTerminal;

}  // namespace engawa::games::reversi
