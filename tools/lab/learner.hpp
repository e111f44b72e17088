// Learns the weights of an evaluation of reversi from whole games against itself: TD(lambda) (Sutton, Machine Learning
// 3, 1988) with one ply of search, as bots of one ply play afterwards. The same options give the same weights, bit for
// bit.
//
// Each weight has its own rate, which falls as its changes cancel each other out (temporal coherence: Beal, Smith,
// IJCAI 1999).
//
// One thread at a time. Memory: 40 MB.
#pragma once
#include <array>
#include <span>
#include <string>
#include <vector>

#include "games/core/rng.hpp"
#include "games/reversi/many/evaluation_core.hpp"

namespace engawa::training {

struct Options {
  std::uint64_t games = 0;
  std::uint64_t seed = 0;
  float lambda = 0.8f;
  // How far each weight moves towards its target, at first and in the end (in between as a power).
  float rate = 0.06f;
  float last_rate = 0.3f;
  // How often a move is random instead of the best, at first and in the end.
  float chance = 0.25f;
  float last_chance = 0.05f;
  // In a part of the games every player has their own blur, evenly from none to this: the noise (in logits) in their
  // view of moves. So positions are valued for players of mixed strength, not only for those who all see what the
  // learner sees.
  float blur = 1.5f;
  float blurred = 0.7f;
  // The most random moves at the start of a game, evenly from none.
  std::uint32_t most_random = 12;
};

class Learner {
 public:
  static constexpr std::size_t kTogether = 32;

  // REQUIRES: the variant's board has patterns.
  Learner(games::reversi::Variant const& variant, Options const& options);

  // Plays the next games and learns from them: kTogether in parallel, so that they use the same weights at the same
  // time, from the processor's near caches.
  void play_games();
  std::uint64_t games() const { return games_; }

  // How badly the chances fitted the results of the last games, as -log of the winner's chance; shown so that a person
  // sees it fall.
  double surprise() const { return surprise_; }

  // The weights as they are now, in whole units.
  games::reversi::Model model() const;

 private:
  using Word = std::uint64_t;
  using Model = games::reversi::ModelOf<float>;
  using Value = games::reversi::Value;
  using Lanes = games::reversi::Lanes;

  // A position of the game and its data until the game is over.
  struct Step {
    games::reversi::Position<Word> position;
    Value value;       // its value when it was reached
    Value best_value;  // after the best move
    bool best;         // whether that move was played
    Value target;      // its target value
  };

  struct Game {
    games::reversi::Position<Word> position;
    Value value;
    std::array<float, games::reversi::kPlayerCount> blur;
    std::vector<Step> steps;
  };

  // The sum of all changes of one weight, and of their sizes.
  struct Trend {
    float sum = 0, size = 0;
  };

  void begin(Game& game);
  void play_ply(Game& game);
  std::size_t choose(std::span<games::reversi::Child const> children, games::reversi::Disc mover, float blur);
  // Sets the target values of the positions of a finished game.
  void set_targets(Game& game);
  void learn_step(Step const& step, std::size_t phase);
  void learn_lines(std::size_t phase, Lanes const& index, Lanes const& twin, float step);
  void learn_facts(std::size_t phase, games::reversi::Facts const& facts, float step);
  void learn_shares(Step const& step, std::size_t phase);

  Options options_;
  Model model_;
  std::vector<Trend> line_trends_, fact_trends_;
  std::vector<std::uint16_t> share_uses_;  // up to 65535
  std::vector<Game> together_;
  games::Rng rng_;
  std::uint64_t games_ = 0;
  float rate_ = 0, chance_ = 0;
  double surprise_ = 1.6;
};

}  // namespace engawa::training
