#include <algorithm>
#include <ctime>

#include "games/bots/random.hpp"
#include "games/reversi/two/search.hpp"
#include "tools/lab/bench_figures.hpp"

namespace engawa::lab {
namespace {

using Reversi = games::reversi::Reversi<std::uint64_t>;

// A position of a random game with that many empty cells; games that end before are not counted.
Reversi::State random_end(int empty, games::Rng& rng) {
  for (;;) {
    auto state = Reversi::start(games::reversi::find_preset("classic")->variant);
    while (!Reversi::to_act(state).empty() && games::bits::count(state.position.empty()) > empty) {
      auto const seat = Reversi::to_act(state).first();
      Reversi::apply(state, seat, games::bots::random_move<Reversi>(state, seat, rng));
    }
    if (games::bits::count(state.position.legal) > 1) return state;
  }
}

}  // namespace

EndCost measure_ends(int empty, int boards) {
  games::Rng rng(20);
  std::vector<double> costs;
  EndCost cost{empty, boards};
  for (int i = 0; i < boards; ++i) {
    auto const state = random_end(empty, rng);
    games::reversi::duel::Search search(*games::reversi::duel::evaluation_for(state.setup->variant),
                                        games::reversi::duel::board_of(state), {});
    games::Thinking thinking({}, 1, {});
    auto const begun = std::clock();
    (void)search.think(thinking, ~std::uint64_t{0});
    costs.push_back(1e3 * static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC);
    cost.mean_positions += static_cast<double>(search.nodes()) / boards;
  }
  std::sort(costs.begin(), costs.end());
  cost.median_ms = costs[costs.size() / 2];
  cost.p90_ms = costs[costs.size() * 9 / 10];
  cost.longest_ms = costs.back();
  return cost;
}

}  // namespace engawa::lab
