// Plays blocks of games on several threads and hands them over in order, so that the results do not depend on the
// threads.
#pragma once
#include <functional>
#include <stop_token>
#include <vector>

#include "games/arena/blocks.hpp"
#include "games/arena/one_game.hpp"

namespace engawa::arena {

struct Setting {
  Start start;
  int opening = 0;  // random moves before the players begin
  std::uint64_t seed = 1;
  int threads = 1;
  MakePlayer make_player = make_bot_player;
};

struct Block {
  std::vector<Seating> seatings;
  std::vector<Played> games;  // one per seating
};

// Called on any thread; must return the same answer for the same block.
using Seatings = std::function<std::vector<Seating>(int block)>;
// Called with every block on the calling thread, in order. Returns false to end the contest.
using TakeBlock = std::function<bool(Block const&)>;

// Plays blocks until `count` are played, `take` returns false, or a stop is requested; incomplete blocks are not handed
// over.
void play_blocks(Setting const& setting, std::vector<Contender> const& contenders, Seatings const& seatings, int count,
                 TakeBlock const& take, std::stop_token const& stop);

}  // namespace engawa::arena
