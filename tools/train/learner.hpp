// Learns the weights of an evaluation of reversi from whole games of it against itself: TD(lambda) (Sutton, Machine Learning 3, 1988)
// with one ply of search, as bots of one ply play afterwards. The same options give the same weights, bit for bit.
//
// One thread at a time. Memory: 20 MB.
#pragma once
#include <string>
#include <vector>

#include "games/core/rng.hpp"
#include "games/reversi/evaluation_core.hpp"

namespace engawa::training {

struct Options {
  std::uint64_t games = 0;
  std::uint64_t seed = 0;
  float lambda = 0.8f;
  // How far a weight goes at its first use towards what would have been right, and by how much less at the end of all games. In
  // between it falls evenly, and for each weight with the root of how often it was used.
  float rate = 0.04f;
  float last_rate = 0.1f;
  // How often a move is random instead of the best, at first and in the end.
  float chance = 0.25f;
  float last_chance = 0.05f;
  // So many random moves begin a game at most, evenly from none.
  std::uint32_t most_random = 12;
};

class Learner {
 public:
  // REQUIRES: the variant's board has patterns.
  Learner(games::reversi::Variant const& variant, Options const& options);

  // Plays and learns from the next game.
  void play_game();
  std::uint64_t games() const { return games_; }

  // How badly the chances fitted the outcomes of the last games, as -log of the winner's chance; for a person to see it fall.
  double surprise() const { return surprise_; }

  // The weights as they are now, in whole units. Weights that were used less than `least_uses` times are 0.
  games::reversi::Model model(std::uint32_t least_uses) const;

 private:
  using Word = std::uint64_t;
  using Model = games::reversi::ModelOf<float>;
  using Value = games::reversi::Value;
  using Lanes = games::reversi::Lanes;

  // A position of the game and what is remembered of it until the game is over.
  struct Step {
    games::reversi::Position<Word> position;
    Value value;       // when it was reached
    Value best_value;  // after the best move
    bool best;         // whether that was played
  };

  games::reversi::Position<Word> opening();
  Value play(games::reversi::Position<Word> start);
  void learn(Value outcome);
  void learn_step(Step const& step, Value const& target);
  void learn_lines(std::size_t phase, std::size_t player, Lanes const& index, Lanes const& twin, float error);
  float rate_of(std::uint32_t uses) const;

  Options options_;
  Model model_;
  std::vector<std::uint32_t> line_uses_, fact_uses_, share_uses_;
  std::vector<float> rates_;  // by uses
  std::vector<Step> steps_;
  games::Rng rng_;
  std::uint64_t games_ = 0;
  float rate_ = 0, chance_ = 0;
  double surprise_ = 1.6;
};

}  // namespace engawa::training
