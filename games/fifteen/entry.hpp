// The 15-puzzle's line in the catalogue.
#pragma once
#include "games/core/match.hpp"

namespace engawa::games::fifteen {

extern GameEntry const kEntry;
extern terminal::Board const kTerminal;

}  // namespace engawa::games::fifteen
