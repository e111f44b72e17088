// A rival for the bots of the bubble shooter, after the description of another bubble shooter's bot: one shot of
// lookahead along 61 angles, with points for removed bubbles, for neighbours of the same colour, and for staying high.
// Only for measuring.
#pragma once
#include "games/bubbles/rules.hpp"

namespace engawa::tests {

// `looks_ahead`: adds half of the next bubble's best value, over all free cells that touch something, reachable or not.
games::bubbles::Move rival_move(games::bubbles::Field const& field, bool looks_ahead);

}  // namespace engawa::tests
