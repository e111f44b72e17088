// The move with the smallest or the largest value of a measure, one ply deep, without search.
#pragma once
#include "base/expect.hpp"
#include "games/core/rules.hpp"

namespace engawa::games::bots {

enum class Extreme { kLeast, kMost };

// `measure(move)` is an int. Ties go to the LAST of the best moves, as in the article's program
// (docs/reference/rules.md 1.6).
template <Rules G, class Measure>
typename G::Move extreme_move(typename G::State const& state, Seat seat, Extreme wanted, Measure measure) {
  EXPECT(G::to_act(state).has(seat), seat);
  auto const moves = G::moves(state, seat);
  auto best = moves[0];
  int best_value = measure(best);
  for (auto const& move : moves) {
    int const value = measure(move);
    if (wanted == Extreme::kMost ? value < best_value : value > best_value) continue;
    best = move;
    best_value = value;
  }
  return best;
}

}  // namespace engawa::games::bots
