// The bots' thinking in games of two: the search as a Study. Any thread.
#pragma once
#include "games/reversi/study.hpp"

namespace engawa::games::reversi::duel {

// nullptr: this search cannot play the board, or has no evaluation for it.
std::unique_ptr<Study> make_study(Reversi<std::uint64_t>::State const& state, Plan const& plan);

// The logit of the mover's chance after each move, in the order of the game's moves, without any search. Empty: as
// above.
std::vector<float> look_ahead(Reversi<std::uint64_t>::State const& state);

}  // namespace engawa::games::reversi::duel
