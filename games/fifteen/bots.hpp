// The bots of the 15-puzzle: the tortoise (kame) solves it layer by layer and slips, the hare (usagi) layer by layer in larger
// pieces, the falcon (hayabusa) the shortest way. Any thread. How fast they move is in info().bots.
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
};

}  // namespace engawa::games
