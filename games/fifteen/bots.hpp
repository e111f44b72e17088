// The bots of the 15-puzzle, on one ladder of levels: the tortoise (kame, 1 to 3) solves it layer by layer and slips, the hare (usagi,
// 4 and 5) goes a quick way that is not the shortest, the falcon (hayabusa, 6 and 7) the shortest as far as it has the time to find it.
// Any thread. How fast they move is in info().bots.
#pragma once
#include "games/core/match_of.hpp"
#include "games/fifteen/rules.hpp"

namespace engawa::games::fifteen {

std::vector<BotInfo> bot_infos();

// How many of a hundred moves of the tortoise are slips: any tile beside the hole. REQUIRES: 1 <= level <= 3.
int slip_percent(int level);

// Any of the tiles beside the hole.
Tile any_step(Puzzle const& puzzle, Rng& rng);

}  // namespace engawa::games::fifteen

namespace engawa::games {

template <>
struct Bots<fifteen::Fifteen> {
  static fifteen::Move choose(fifteen::Race const& race, Seat seat, std::string_view bot, int level,
                              Thinking& thinking);
  // The hare's and the falcon's; nullptr for the others.
  static std::unique_ptr<Thought<fifteen::Move>> begin(fifteen::Race const& race, Seat seat, std::string_view bot,
                                                       int level);
};

}  // namespace engawa::games
