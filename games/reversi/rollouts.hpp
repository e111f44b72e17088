// What random play to the end says of a position of reversi: an evaluation for bots::MaxNSearch. Pure functions, any thread.
#pragma once
#include "games/bots/rewards.hpp"
#include "games/reversi/playout.hpp"
#include "games/reversi/rules.hpp"

namespace engawa::games::reversi {

// By seat.
using Rewards = bots::RewardsOf<5>;

// What the discs at the end are worth to every seat (bots/rewards.hpp). Who does not compete strives for discs: their share of the
// board.
template <class Word>
Rewards rewards_of(Setup<Word> const& setup, Discs const& discs, float rank_weight);

template <class Word>
struct Rollouts {
  using Rewards = reversi::Rewards;
  using State = typename Reversi<Word>::State;

  static constexpr std::size_t kMostGames = 8;

  Playing playing = Playing::kTiers;
  std::size_t games = kMostGames;  // for one value; eight side by side cost little more than one with AVX-512
  float rank_weight = 0.5f;

  Rewards finished(State const& state) const;
  Rewards rollout(State const& state, Rng& rng) const;
};

}  // namespace engawa::games::reversi
