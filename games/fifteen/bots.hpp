// The bots of the 15-puzzle, on one ladder of levels: the tortoise (kame, 1 to 3) solves layer by layer with occasional
// mistakes, the hare (usagi, 4 and 5) follows a quick solution that is not the shortest, the falcon (hayabusa, 6 and 7)
// follows the shortest solution that it finds in its time. Any thread. Their speeds are in info().bots.
#pragma once
#include "games/core/wire.hpp"
#include "games/fifteen/rules.hpp"

namespace engawa::games::fifteen {

std::vector<BotInfo> bot_infos();

// The percentage of the tortoise's moves that are mistakes: any tile next to the hole. REQUIRES: 1 <= level <= 3.
int slip_percent(int level);

// A random tile next to the hole.
Tile any_step(Puzzle const& puzzle, Rng& rng);

}  // namespace engawa::games::fifteen

namespace engawa::games {

template <>
struct Bots<fifteen::Fifteen> {
  static fifteen::Move choose(fifteen::Race const& race, Seat seat, std::string_view bot, int level,
                              Thinking& thinking);
  // For the hare and the falcon; nullptr for the others.
  static std::unique_ptr<Thought<fifteen::Move>> begin(fifteen::Race const& race, Seat seat, std::string_view bot,
                                                       int level);
};

}  // namespace engawa::games
