// Many random games at once on AVX-512. The eight directions of a fill lie in one register and turn by one instruction; several
// games go side by side, since a game does nothing but wait for its last fill. Two to three times as fast as play_out alone.
// Pure functions, any thread.
#pragma once
#include <cstdint>
#include <optional>
#include <span>

#include "games/core/rng.hpp"
#include "games/reversi/position.hpp"

namespace engawa::games::reversi {

// Whether this processor can.
bool has_wide();

// Plays each of `starts` to the end at random and says who alone came first. Game i draws from a generator of its own, seeded
// with the i-th number of `rng`: the same games as one after the other. REQUIRES: has_wide(); the geometry needs no more than
// three doublings; as many winners as starts.
void play_out_wide(Setup<std::uint64_t> const& setup, std::span<Position<std::uint64_t> const* const> starts, Rng& rng,
                   std::span<std::optional<Seat>> winners);

// Who alone has the most discs of those that compete.
template <class Word>
std::optional<Seat> winner_of(Setup<Word> const& setup, std::array<Word, 8> const& planes) {
  int best = -1;
  bool alone = false;
  Disc leader = kNobody;
  for (Disc const color : setup.compete) {
    int const discs = bits::count(planes[color]);
    alone = discs > best || (alone && discs != best);
    if (discs <= best) continue;
    best = discs;
    leader = color;
  }
  if (!alone) return std::nullopt;
  return setup.seat_of[leader];
}

}  // namespace engawa::games::reversi
