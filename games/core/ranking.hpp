// Ranking by score, as in most games: more is better, ties share the better rank.
#pragma once
#include <algorithm>

#include "games/core/rules.hpp"

namespace engawa::games {

// `places` need only seat and score; they are returned sorted (equal scores by seat) and with their ranks.
inline Ranking rank_by_score(std::vector<Ranking::Place> places, std::string_view reason) {
  std::sort(places.begin(), places.end(),
            [](auto const& a, auto const& b) { return a.score != b.score ? a.score > b.score : a.seat < b.seat; });
  for (std::size_t i = 0; i < places.size(); ++i) {
    bool const tied = i > 0 && places[i].score == places[i - 1].score;
    places[i].rank = tied ? places[i - 1].rank : static_cast<int>(i) + 1;
  }
  return {std::move(places), reason, false};
}

// The only seat with rank 1, if there is one.
inline std::optional<Seat> unique_winner(Ranking const& ranking) {
  auto const& places = ranking.places;
  if (ranking.lost || places.empty() || places[0].rank != 1 || (places.size() > 1 && places[1].rank == 1))
    return std::nullopt;
  return places[0].seat;
}

}  // namespace engawa::games
