// A rival for the bots of the bubble shooter, after the description of a bot that another bubble shooter has: one look ahead along 61
// angles, with points for what it takes, for neighbours of the same colour, and for staying high. Only to measure with.
#pragma once
#include "games/bubbles/rules.hpp"

namespace engawa::tests {

// `looks_ahead`: adds half of the best that the next bubble could do, over all free cells that touch something, reachable or not.
games::bubbles::Move rival_move(games::bubbles::Field const& field, bool looks_ahead);

}  // namespace engawa::tests
