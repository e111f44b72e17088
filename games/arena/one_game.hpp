// One game between players, from the position of a match to its end. Deterministic except for the players' moves; any
// thread.
//
// Turn-based, or in game time for simultaneous games: each seat then moves when its pace has passed since its last move
// and the game accepts a move. Game events that are due happen before moves at the same time, and seats that move at
// the same time do so in seat order. Thinking takes no game time.
#pragma once
#include <chrono>
#include <optional>
#include <span>
#include <vector>

#include "games/arena/blocks.hpp"
#include "games/arena/player.hpp"

namespace engawa::arena {

// The number of refused answers of a program in one turn before it loses the game: the same as in a room.
inline constexpr int kMaxRefusals = 5;

// The effort of a seat. Processor time is that of the playing thread: it covers the game's own bots, not programs.
struct Effort {
  std::int64_t moves = 0;
  std::int64_t refused = 0;  // answers that were not legal moves
  std::chrono::nanoseconds cpu{0};
  std::chrono::nanoseconds longest{0};  // for one move

  Effort& operator+=(Effort const& other);
};

// A player that gave no legal move has lost: the game ends, it comes last, and all others share the first place.
struct Fault {
  games::Seat seat = 0;
  Refusal why;
};

struct Played {
  games::Ranking ranking;
  std::vector<Effort> efforts;  // by seat
  std::optional<Fault> fault;
  bool stopped = false;  // a stop was requested: the ranking is meaningless
};

struct Seated {
  Player* player = nullptr;
  games::GameTime pace_ms = 0;
};

// REQUIRES: as many `seats` as the match has; the match is not over. `seed` is for the players; `opening` contains the
// moves made so far.
Played play_to_the_end(games::Match& match, std::span<Seated const> seats, std::uint64_t seed,
                       std::stop_token const& stop, std::span<Turn const> opening = {});

// A seat's share of the first place: 1, or less when several seats tie. If all lost, the competing seats share it.
double share_of_first(games::Ranking const& ranking, games::Seat seat);

}  // namespace engawa::arena
