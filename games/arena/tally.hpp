// Sums over blocks, per contender. Pure functions; any thread.
#pragma once
#include <string>
#include <vector>

#include "games/arena/contest.hpp"

namespace engawa::arena {

struct Tally {
  std::int64_t seats = 0;  // seats that it had in all games
  double firsts = 0;       // its first places; ties count in part
  Effort effort;
  std::int64_t faults = 0;  // games that it lost because it gave no legal move
  Refusal last_fault;
};

// REQUIRES: a tally for each contender.
void count(Block const& block, std::vector<Tally>& tallies);

// A contender's share of the first places of a block.
double share_of_block(Block const& block, int contender);

}  // namespace engawa::arena
