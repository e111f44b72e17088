// Learns the weights of an evaluation of reversi for two (games/reversi/two) from games against itself with one ply of
// search. The last cells are played exactly, and the earlier positions learn from that result: TD(lambda), with a
// separate rate for each weight, which falls with its past errors (Duchi, Hazan, Singer, "Adaptive subgradient
// methods", JMLR 2011). The same options give the same weights, bit for bit.
//
// One thread at a time. Memory: 50 MB.
#pragma once
#include <span>
#include <vector>

#include "games/core/rng.hpp"
#include "games/reversi/two/near.hpp"
#include "tools/lab/learner.hpp"

namespace engawa::training {

class DuelLearner {
 public:
  static constexpr std::size_t kTogether = 32;

  // REQUIRES: the preset has patterns for two. Of the options, `blur` has no effect.
  DuelLearner(games::reversi::Variant const& variant, Options const& options);

  // Plays the next games and learns from them.
  void play_games();
  std::uint64_t games() const { return games_; }

  // The difference between values and the results of the last games, in discs: the root of the mean square.
  double surprise() const;

  // The weights as they are now, in whole units.
  games::reversi::duel::Evaluation evaluation() const;

 private:
  using Node = games::reversi::duel::Node;
  using Bits = games::reversi::duel::Bits;

  // A position of a game, and its data until the game is over; values are for the mover.
  struct Step {
    Node node;
    int empty = 0;
    float value = 0;       // by the weights
    float best_value = 0;  // after the best move, or the exact one
    bool exact = false;
    bool best = false;  // whether that move was played
    float target = 0;   // its target value
  };

  struct Reply {
    Node node;
    float value;  // for the mover
  };

  Bits empty_of(Node const& node) const;
  void begin(Node& node);
  void play(std::vector<Step>& steps);
  void look_at_replies(Node const& node, Bits legal);
  float evaluate(Node const& node) const;
  void set_targets(std::vector<Step>& steps);
  void learn(Step const& step);

  Options options_;
  games::reversi::duel::Board start_;
  games::reversi::duel::Evaluation shape_;  // for its patterns
  std::vector<float> weights_, squares_;    // the sum of the squares of a weight's errors
  std::array<float, 65> by_empty_{}, empty_squares_{};
  std::vector<std::vector<Step>> together_;
  std::vector<Reply> replies_;
  games::Rng rng_;
  std::uint64_t games_ = 0;
  float rate_ = 0, chance_ = 0;
  double square_ = 400;
};

}  // namespace engawa::training
