// Evaluates a position by random playouts: an evaluation for MaxNSearch that works with every game.
#pragma once
#include "games/bots/random.hpp"
#include "games/bots/rewards.hpp"

namespace engawa::games::bots {

template <Rules G, std::size_t Seats>
struct RandomRollouts {
  using Rewards = RewardsOf<Seats>;

  float rank_weight = 0.5f;

  Rewards finished(typename G::State const& state) const { return rewards_of<Seats>(*G::outcome(state), rank_weight); }

  Rewards rollout(typename G::State state, Rng& rng) const {
    while (!G::to_act(state).empty()) {
      auto const seat = G::to_act(state).first();
      G::apply(state, seat, random_move<G>(state, seat, rng));
    }
    return finished(state);
  }
};

}  // namespace engawa::games::bots
