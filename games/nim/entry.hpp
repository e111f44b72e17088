// The 753 game's line in the catalogue.
#pragma once
#include "games/core/match.hpp"

namespace engawa::games::nim {

extern GameEntry const kEntry;
extern terminal::Board const kTerminal;

}  // namespace engawa::games::nim
