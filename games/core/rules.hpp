// The concept of a game: a value and a few pure functions. match.hpp has the interface that rooms use.
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
  std::string_view reason;  // a stable word of the game, e.g. "all_pass"
  bool lost = false;        // nobody won: an unsolved puzzle
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
                  {
                    G::standing(s)
                  } -> std::same_as<Ranking>;  // the current standing; at the end the same as the outcome
                };

// Milliseconds since the round began, without the time in which the room slept or the server was down.
using GameTime = std::int64_t;

// An event that happens without a move: a forced shot, an expired limit.
struct Due {
  GameTime at = 0;
  Seat seat = 0;  // the affected seat
  friend bool operator==(Due, Due) = default;
};

// A game in which time matters. Games have no clock: the state stores the time of its last input, and the room passes
// the time with every input, so that replaying the inputs gives the same game.
template <class G>
concept Timed = Rules<G> && requires(typename G::State const& s, typename G::State& change, Seat seat, GameTime at) {
  { G::now(s) } -> std::same_as<GameTime>;
  { G::set_now(change, at) } -> std::same_as<void>;   // REQUIRES at >= now; changes nothing else
  { G::due(s) } -> std::same_as<std::optional<Due>>;  // the earliest; nullopt when the game is over
  { G::elapse(change) } -> std::same_as<void>;        // the due event happens. REQUIRES: due(s) && due(s)->at <= now(s)
  { G::ready_at(s, seat) } -> std::same_as<GameTime>;  // an earlier move of a seat to act is `too_soon`
};

// A game whose state contains data that no player may know (queues, generators). `determinize` returns a state that
// looks the same to the seat, with the hidden parts drawn again at random. Bots think about that state, so that they
// know no more than a player.
template <class G>
concept Hidden = Rules<G> && requires(typename G::State const& s, Seat seat, Rng& rng) {
  { G::determinize(s, seat, rng) } -> std::same_as<typename G::State>;
};

}  // namespace engawa::games
