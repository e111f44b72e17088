#include "games/reversi/bots.hpp"

namespace engawa::games::reversi {

int mcs_playouts(int empty_cells) {
  struct Step {
    int above;
    int playouts;
  };
  static constexpr Step steps[] = {{40, 10}, {34, 20}, {28, 40}, {22, 60}, {16, 80}, {13, 120}, {10, 200}, {6, 400}};
  for (auto const& step : steps)
    if (empty_cells > step.above) return step.playouts;
  return 800;
}

template <class Word>
Move ReversiBots<Word>::choose(typename G::State const& state, Seat seat, std::string_view bot, int level,
                               Thinking& thinking) {
  if (bot == "random") return bots::random_move<G>(state, seat, thinking.rng);
  if (bot == "mcs") {
    int const playouts = mcs_playouts(bits::count(state.position.empty())) << (2 * (level - 1));
    return bots::flat_monte_carlo<G>(state, seat, playouts, thinking);
  }
  auto const extreme = bot == "minimum" ? bots::Extreme::kLeast : bots::Extreme::kMost;
  return bots::extreme_move<G>(state, seat, extreme, [&](Move move) { return G::flanked(state, move); });
}

template struct ReversiBots<std::uint64_t>;
template struct ReversiBots<Word256>;

}  // namespace engawa::games::reversi
