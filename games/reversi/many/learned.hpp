// The learned evaluation in the form that bots::MaxNSearch needs: the values of all moves at once, and rollouts, which
// may give a share of a leaf's value.
#pragma once
#include <span>

#include "games/reversi/many/evaluation.hpp"
#include "games/reversi/many/rollouts.hpp"

namespace engawa::games::reversi {

struct Learned {
  using Rewards = reversi::Rewards;
  using G = Reversi<std::uint64_t>;

  Evaluation const* evaluation;  // valid as long as the process runs

  Rewards finished(G::State const& state) const {
    return rewards_of(*state.setup, count_discs(state.position.planes), 0);
  }
  Rewards rollout(G::State const& state, Rng& rng) const { return Rollouts<std::uint64_t>{}.rollout(state, rng); }
  // `moves` contains all moves of the state.
  void values(G::State const& state, Seat mover, G::Moves const& moves, std::span<Rewards> values) const;
};

}  // namespace engawa::games::reversi
