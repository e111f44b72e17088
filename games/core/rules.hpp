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
  bool lost = false;        // nobody won: a puzzle that was not solved
  friend bool operator==(Ranking const&, Ranking const&) = default;
};

template <class G>
concept Rules = std::regular<typename G::State> && std::regular<typename G::Move> &&
                requires(typename G::State const& s, typename G::State& change, Seat seat, typename G::Move const& m) {
                  { G::info() } -> std::same_as<Info const&>;
                  { G::seats(s) } -> std::same_as<int>;
                  { G::ply(s) } -> std::same_as<std::uint32_t>;  // moves made so far
                  { G::to_act(s) } -> std::same_as<SeatSet>;     // empty when over; several bits = simultaneous play
                  // A stack list, ascending; empty unless `seat` is to act.
                  { G::moves(s, seat) } -> std::ranges::random_access_range;
                  { G::legal(s, seat, m) } -> std::same_as<bool>;
                  { G::apply(change, seat, m) } -> std::same_as<void>;  // REQUIRES legal; deterministic; cannot fail
                  { G::outcome(s) } -> std::same_as<std::optional<Ranking>>;  // set exactly when to_act is empty
                  { G::standing(s) } -> std::same_as<Ranking>;  // as things are now; at the end the outcome
                };

// Milliseconds since the round began, not counting the time in which the room slept or the server was down.
using GameTime = std::int64_t;

// What happens by itself when nobody moves: a shot that is forced, a limit that is reached.
struct Due {
  GameTime at = 0;
  Seat seat = 0;  // whom it happens to
  friend bool operator==(Due, Due) = default;
};

// A game in which time matters. Games have no clock: the state keeps the time of its last input, and the room says what
// time it is with every input, so that a replay of the inputs is the same game.
template <class G>
concept Timed = Rules<G> && requires(typename G::State const& s, typename G::State& change, Seat seat, GameTime at) {
  { G::now(s) } -> std::same_as<GameTime>;
  { G::set_now(change, at) } -> std::same_as<void>;    // REQUIRES at >= now; nothing else changes
  { G::due(s) } -> std::same_as<std::optional<Due>>;   // the earliest; absent when the game is over
  { G::elapse(change) } -> std::same_as<void>;         // what is due happens. REQUIRES: due(s) && due(s)->at <= now(s)
  { G::ready_at(s, seat) } -> std::same_as<GameTime>;  // an earlier move of a seat to act is `too_soon`
};

// A game whose state holds what no player may know (queues, generators): `as_seen` gives a state that looks the same to the
// seat, with what is hidden drawn anew. Bots think about that one, so that they know no more than a player.
template <class G>
concept Hidden = Rules<G> && requires(typename G::State const& s, Seat seat, Rng& rng) {
  { G::as_seen(s, seat, rng) } -> std::same_as<typename G::State>;
};

}  // namespace engawa::games
