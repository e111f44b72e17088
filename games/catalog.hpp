// The list of games, with one line for each in games.def. Any thread.
#pragma once
#include <span>
#include <string_view>

#include "games/core/match.hpp"

namespace engawa::games {

std::span<GameEntry const> catalog();

// nullptr if there is no such game.
GameEntry const* find_game(std::string_view id);

}  // namespace engawa::games
