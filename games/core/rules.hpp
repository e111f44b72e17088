// The concept that a game models: a value and a handful of pure functions. See match.hpp for what a room holds.
#pragma once
#include <concepts>
#include <cstdint>
#include <optional>
#include <ranges>
#include <vector>

#include "games/core/info.hpp"
#include "games/core/rng.hpp"
#include "games/core/seat.hpp"

namespace engawa::games {

// The end of a game. `places` holds the competing seats, best rank first; seats that share a rank are tied.
struct Ranking {
  struct Place {
    Seat seat = 0;
    int rank = 1;  // 1 is best; ties share the better number (1, 1, 3)
    int score = 0;
    friend bool operator==(Place const&, Place const&) = default;
  };
  std::vector<Place> places;
  std::string_view reason;  // a stable word of the game's, e.g. "all_pass"
  friend bool operator==(Ranking const&, Ranking const&) = default;
};

template <class G>
concept Rules = std::regular<typename G::State> && std::regular<typename G::Move> &&
    requires(typename G::State const& s, typename G::State& change, Seat seat, typename G::Move const& m) {
  { G::info() } -> std::same_as<Info const&>;
  { G::seats(s) } -> std::same_as<int>;
  { G::ply(s) } -> std::same_as<std::uint32_t>;               // moves made so far
  { G::to_act(s) } -> std::same_as<SeatSet>;                  // empty when over; several bits = simultaneous play
  { G::moves(s, seat) } -> std::ranges::random_access_range;  // a stack list, ascending; empty unless `seat` is to act
  { G::legal(s, seat, m) } -> std::same_as<bool>;
  { G::apply(change, seat, m) } -> std::same_as<void>;        // REQUIRES legal; deterministic; cannot fail
  { G::outcome(s) } -> std::same_as<std::optional<Ranking>>;  // set exactly when to_act is empty
  { G::standing(s) } -> std::same_as<Ranking>;                // as things are now; at the end the outcome
};

}  // namespace engawa::games
