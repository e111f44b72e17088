// Evaluates a position of reversi by random playouts, for bots::MaxNSearch. Pure functions, any thread.
#pragma once
#include "games/bots/rewards.hpp"
#include "games/reversi/many/playout.hpp"
#include "games/reversi/rules.hpp"

namespace engawa::games::reversi {

// By seat.
using Rewards = bots::RewardsOf<kPlayerCount>;

// The value of the final discs for every seat (bots/rewards.hpp). For players who do not compete it is their share of
// the board.
template <class Word>
Rewards rewards_of(Setup<Word> const& setup, Discs const& discs, float rank_weight);

template <class Word>
struct Rollouts {
  using Rewards = reversi::Rewards;
  using State = typename Reversi<Word>::State;

  static constexpr std::size_t kMostGames = 8;

  Playing playing = Playing::kTiers;
  std::size_t games = kMostGames;  // per value
  float rank_weight = 0.5f;

  Rewards finished(State const& state) const;
  Rewards rollout(State const& state, Rng& rng) const;
};

}  // namespace engawa::games::reversi
