// The random bot, and random play to the end, for every game.
#pragma once
#include "games/core/ranking.hpp"
#include "games/core/rules.hpp"

namespace engawa::games::bots {

// Uniform over the moves in their order. REQUIRES: `seat` is to act.
template <Rules G>
typename G::Move random_move(typename G::State const& state, Seat seat, Rng& rng) {
  auto const moves = G::moves(state, seat);
  return moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
}

// Plays to the end at random; the seat that alone came first. A game that has a faster way of its own offers
// G::play_out.
template <Rules G>
std::optional<Seat> play_out(typename G::State state, Rng& rng) {
  if constexpr (requires { G::play_out(state, rng); }) {
    return G::play_out(state, rng);
  } else {
    for (auto acting = G::to_act(state); !acting.empty(); acting = G::to_act(state)) {
      auto const seat = acting.first();
      G::apply(state, seat, random_move<G>(state, seat, rng));
    }
    return unique_winner(*G::outcome(state));
  }
}

}  // namespace engawa::games::bots
