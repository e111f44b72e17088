// Flat Monte Carlo for every game: the move after which random play makes the mover the unique winner most often.
// The article's MCS (rules.md 1.6), except that a playout keeps the real ply.
#pragma once
#include <algorithm>
#include <vector>

#include "games/bots/random.hpp"
#include "games/core/thinking.hpp"

namespace engawa::games::bots {

// Wins of `seat` in `playouts` playouts after each of its moves, in their order. The moves take turns, so that each has
// had the same number when `thinking` is over early.
template <Rules G>
std::vector<int> count_wins(typename G::State const& state, Seat seat, int playouts, Thinking& thinking) {
  std::vector<typename G::State> candidates;
  for (auto const& move : G::moves(state, seat)) G::apply(candidates.emplace_back(state), seat, move);
  std::vector<int> wins(candidates.size());
  std::vector<std::optional<Seat>> winners(candidates.size());
  for (int round = 0; round < playouts && !thinking.over(); ++round) {
    play_outs<G>(std::span<typename G::State const>(candidates), thinking.rng, winners);
    for (std::size_t i = 0; i < candidates.size(); ++i) wins[i] += winners[i] == seat;
  }
  return wins;
}

// Ties go to the first move. An only move is answered at once. REQUIRES: `seat` is to act.
template <Rules G>
typename G::Move flat_monte_carlo(typename G::State const& state, Seat seat, int playouts, Thinking& thinking) {
  auto const moves = G::moves(state, seat);
  if (moves.size() == 1) return moves[0];
  auto const wins = count_wins<G>(state, seat, playouts, thinking);
  return moves[static_cast<std::size_t>(std::max_element(wins.begin(), wins.end()) - wins.begin())];
}

}  // namespace engawa::games::bots
