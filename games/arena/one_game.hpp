// One game between players, from the position of a match to its end. Pure but for what the players do; any thread.
//
// Turn by turn, or in game time where everybody plays at once: each seat then moves when its pace has passed since its last move and
// the game takes it, what is due in the game happens before a move of the same time, and seats that move at the same time do so in
// the order of their numbers. Thinking takes no game time.
#pragma once
#include <chrono>
#include <optional>
#include <span>
#include <vector>

#include "games/arena/player.hpp"

namespace engawa::arena {

// Answers of a program that are refused in one turn before the game is lost: as many as a room allows it.
inline constexpr int kMaxRefusals = 5;

// What a seat did. Processor time is that of the playing thread: of the game's own bots, not of programs.
struct Effort {
  std::int64_t moves = 0;
  std::int64_t refused = 0;  // answers that were no possible move
  std::chrono::nanoseconds cpu{0};
  std::chrono::nanoseconds longest{0};  // of one move

  Effort& operator+=(Effort const& other);
};

// A player that gave no possible move has lost: the game ends there, it comes last, and all others share the first place.
struct Fault {
  games::Seat seat = 0;
  Refusal why;
};

struct Played {
  games::Ranking ranking;
  std::vector<Effort> efforts;  // by seat
  std::optional<Fault> fault;
  bool stopped = false;  // somebody asked to stop: the ranking means nothing
};

struct Seated {
  Player* player = nullptr;
  games::GameTime pace_ms = 0;
};

// REQUIRES: as many `seats` as the match has; the match is not over. `seed` is for the players.
Played play_to_the_end(games::Match& match, std::span<Seated const> seats, std::uint64_t seed,
                       std::stop_token const& stop);

// What a seat has of the first place: 1, or its share when several tie. A game that everybody lost is shared by all who compete.
double share_of_first(games::Ranking const& ranking, games::Seat seat);

}  // namespace engawa::arena
