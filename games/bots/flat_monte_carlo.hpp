// Flat Monte Carlo for every game: picks the move after which random play most often makes the mover the sole winner.
// The article's MCS (docs/reference/rules.md 1.6), except that a playout keeps the real ply.
#pragma once
#include <algorithm>
#include <vector>

#include "base/expect.hpp"
#include "games/bots/random.hpp"
#include "games/core/thinker.hpp"
#include "games/core/thinking.hpp"

namespace engawa::games::bots {

// Plays the given number of playouts after each move, in rounds of one playout per move, so that all moves have had
// about the same number if time runs out. Ties go to the first move. If there is only one move, it is returned at once.
template <Rules G>
class FlatMonteCarlo final : public Thought<typename G::Move> {
 public:
  FlatMonteCarlo(typename G::State const& state, Seat seat, int playouts)
      : seat_(seat), moves_(G::moves(state, seat)), left_(moves_.size() > 1 ? playouts : 0), wins_(moves_.size()) {
    EXPECT(!moves_.empty(), seat);  // `seat` is to act
    if (left_ == 0) return;
    for (auto const& move : moves_) G::apply(states_.emplace_back(state), seat, move);
    // Several rounds at once, for games that play many playouts in parallel.
    auto const rounds = std::min(static_cast<std::size_t>(left_), 1 + kAtOnce / moves_.size());
    for (std::size_t i = moves_.size(); i < rounds * moves_.size(); ++i) states_.push_back(states_[i % moves_.size()]);
    winners_.resize(states_.size());
  }

  bool think(Thinking& thinking) override {
    while (left_ > 0 && !thinking.over()) {
      play(thinking.rng);
      if (left_ > 0 && thinking.pausing()) return thinking.over();
    }
    return true;
  }

  typename G::Move move() const override {
    return moves_[static_cast<std::size_t>(std::max_element(wins_.begin(), wins_.end()) - wins_.begin())];
  }

 private:
  static constexpr std::size_t kAtOnce = 64;

  void play(Rng& rng) {
    auto const rounds = std::min(states_.size() / moves_.size(), static_cast<std::size_t>(left_));
    auto const games = std::span<typename G::State const>(states_).first(rounds * moves_.size());
    play_outs<G>(games, rng, std::span(winners_).first(games.size()));
    for (std::size_t i = 0; i < games.size(); ++i) wins_[i % moves_.size()] += winners_[i] == seat_;
    left_ -= static_cast<int>(rounds);
  }

  Seat seat_;
  decltype(G::moves(std::declval<typename G::State const&>(), Seat{})) moves_;
  int left_;  // rounds
  std::vector<int> wins_;
  std::vector<typename G::State> states_;  // after each move; reused
  std::vector<std::optional<Seat>> winners_;
};

// The same without interruption.
template <Rules G>
typename G::Move flat_monte_carlo(typename G::State const& state, Seat seat, int playouts, Thinking& thinking) {
  FlatMonteCarlo<G> thought(state, seat, playouts);
  while (!thought.think(thinking)) continue;
  return thought.move();
}

}  // namespace engawa::games::bots
