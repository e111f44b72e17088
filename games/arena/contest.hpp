// Plays blocks of games on several threads and hands them over in their order, so that what is made of them does not depend on the
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
  std::vector<Played> games;  // one for each
};

// Asked on any thread; the same answer for the same block.
using Seatings = std::function<std::vector<Seating>(int block)>;
// Gets every block on the calling thread, in order. False: that was the last.
using TakeBlock = std::function<bool(Block const&)>;

// Blocks until `count` of them are played, `take` has enough, or somebody asks to stop; a block that is not whole is not handed over.
void play_blocks(Setting const& setting, std::vector<Contender> const& contenders, Seatings const& seatings, int count,
                 TakeBlock const& take, std::stop_token stop);

}  // namespace engawa::arena
