#include "games/reversi/many/rollouts.hpp"

namespace engawa::games::reversi {

template <class Word>
Rewards rewards_of(Setup<Word> const& setup, Discs const& discs, float rank_weight) {
  Rewards rewards{};
  auto const cells = static_cast<float>(setup.geometry.cells.size());
  for (std::size_t seat = 0; seat < setup.color_of.size(); ++seat)
    rewards[seat] = static_cast<float>(discs[setup.color_of[seat]]) / cells;
  auto const competing = static_cast<int>(setup.compete.size());
  for (Disc const color : setup.compete) {
    int above = 0, tied = 0;
    for (Disc const other : setup.compete) {
      above += discs[other] > discs[color];
      tied += discs[other] == discs[color];
    }
    rewards[setup.seat_of[color]] = bots::place_reward(above, tied, competing, rank_weight);
  }
  return rewards;
}

template <class Word>
Rewards Rollouts<Word>::finished(State const& state) const {
  return rewards_of(*state.setup, count_discs(state.position.planes), rank_weight);
}

template <class Word>
Rewards Rollouts<Word>::rollout(State const& state, Rng& rng) const {
  std::array<Position<Word> const*, kMostGames> starts;
  std::array<Discs, kMostGames> finals;
  starts.fill(&state.position);
  play_to_end<Word>(*state.setup, playing, std::span(starts).first(games), rng, std::span(finals).first(games));
  Rewards mean{};
  for (std::size_t i = 0; i < games; ++i) {
    auto const rewards = rewards_of(*state.setup, finals[i], rank_weight);
    for (std::size_t seat = 0; seat < mean.size(); ++seat) mean[seat] += rewards[seat] / static_cast<float>(games);
  }
  return mean;
}

template Rewards rewards_of(Setup<std::uint64_t> const&, Discs const&, float);
template Rewards rewards_of(Setup<Word256> const&, Discs const&, float);
template struct Rollouts<std::uint64_t>;
template struct Rollouts<Word256>;

}  // namespace engawa::games::reversi
