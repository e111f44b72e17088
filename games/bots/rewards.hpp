// A player's goal as a number: 1 for sole first place, 0 for last place. For searches with any number of players.
#pragma once
#include <algorithm>
#include <array>

#include "base/expect.hpp"
#include "games/core/rules.hpp"

namespace engawa::games::bots {

// By seat.
template <std::size_t Seats>
using RewardsOf = std::array<float, Seats>;

// The reward for a place with `above` players ahead and `tied` players on it (including the player), among `competing`.
// It mixes the share of the first place with the rank, which guides a search better while nobody is close to winning.
inline float place_reward(int above, int tied, int competing, float rank_weight) {
  float const win = above == 0 ? 1.0f / static_cast<float>(tied) : 0.0f;
  if (competing < 2) return win;
  float const below = static_cast<float>(competing - above) - 0.5f * static_cast<float>(tied + 1);
  return (1 - rank_weight) * win + rank_weight * below / static_cast<float>(competing - 1);
}

// Seats that do not compete get 0.
template <std::size_t Seats>
RewardsOf<Seats> rewards_of(Ranking const& ranking, float rank_weight) {
  RewardsOf<Seats> rewards{};
  auto const& places = ranking.places;
  if (ranking.lost) return rewards;
  for (auto const& place : places) {
    EXPECT(place.seat < Seats, place.seat);
    auto const rank_of = [&](auto const& other) { return other.rank == place.rank; };
    auto const tied = static_cast<int>(std::count_if(places.begin(), places.end(), rank_of));
    rewards[place.seat] = place_reward(place.rank - 1, tied, static_cast<int>(places.size()), rank_weight);
  }
  return rewards;
}

}  // namespace engawa::games::bots
