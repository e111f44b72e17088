// Solves 15-puzzles: the shortest way where that can be found in time, else a good one; always some. Any thread.
#pragma once
#include <cstdint>
#include <vector>

#include "games/core/thinking.hpp"
#include "games/fifteen/puzzle.hpp"

namespace engawa::games::fifteen {

struct Solution {
  std::vector<Tile> tiles;  // single steps
  std::uint64_t nodes = 0;  // boards looked at
  bool optimal = false;     // proved to be as short as possible
};

// 3x3: exact, from a table. 4x4: exact by IDA*, with pattern tables once they are prepared (pattern_tables.hpp), until then with
// walking distance; when the thinking is over, a weighted search of some milliseconds, and when it was asked to stop, layers.
// 5x5: the outer layer by table, then 4x4; never proved to be the shortest. REQUIRES: solvable.
Solution solve_puzzle(Puzzle const& puzzle, Thinking const& thinking);

// The same for who asks again after every step: keeps the ways that are being followed.
Solution follow_solution(Puzzle const& puzzle, Thinking const& thinking);

}  // namespace engawa::games::fifteen
