// The bots' thinking in games of two: the search as a Study, and the view of who looks one move ahead. Any thread.
#pragma once
#include "games/reversi/study.hpp"

namespace engawa::games::reversi::duel {

// nullptr: the board is not one that this search can play, or there is no evaluation for it.
std::unique_ptr<Study> make_study(Reversi<std::uint64_t>::State const& state, Plan const& plan);

// The mover's chance after each move, in the order of the game's moves; empty where make_study would be nullptr.
std::vector<float> look_ahead(Reversi<std::uint64_t>::State const& state);

}  // namespace engawa::games::reversi::duel
