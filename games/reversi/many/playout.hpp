// Random playouts, many games at a time. Pure functions, any thread.
#pragma once
#include <cstdint>
#include <optional>
#include <span>

#include "games/core/rng.hpp"
#include "games/reversi/position.hpp"

namespace engawa::games::reversi {

// The distribution of random games over the legal cells.
enum class Playing {
  kUniform,
  kTiers  // a tip if there is one, an edge cell half of the time (Geometry): nearly as fast, and more informative about the position
};

// Discs at the end, by player.
using Discs = std::array<std::uint16_t, kPlayerCount>;

// Plays each of `starts` to the end. Game i has its own generator, seeded with the i-th number of `rng`: the same games
// on every processor. REQUIRES: all from one start; as many `finals` as starts.
template <class Word>
void play_to_end(Setup<Word> const& setup, Playing playing, std::span<Position<Word> const* const> starts, Rng& rng,
                 std::span<Discs> finals);

template <class Word>
Discs count_discs(std::array<Word, 8> const& planes) {
  Discs discs;
  for (std::size_t i = 0; i < discs.size(); ++i) discs[i] = static_cast<std::uint16_t>(bits::count(planes[i]));
  return discs;
}

// The competing player that alone has the most discs.
template <class Word>
std::optional<Seat> winner_of(Setup<Word> const& setup, Discs const& discs) {
  int best = -1;
  bool alone = false;
  Disc leader = kNobody;
  for (Disc const color : setup.compete) {
    alone = discs[color] > best || (alone && discs[color] != best);
    leader = discs[color] > best ? color : leader;
    best = discs[color] > best ? discs[color] : best;
  }
  if (!alone) return std::nullopt;
  return setup.seat_of[leader];
}

}  // namespace engawa::games::reversi
