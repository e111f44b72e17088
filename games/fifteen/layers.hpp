// Solves the 15-puzzle layer by layer, as people do: the top row, the left column, then the remaining smaller square,
// down to 3x3, which is solved optimally. It never searches: each stage has a table of distances, built on first use
// (at most 1 MB, about 20 ms) and kept. So it always answers at once, independently of the exact solvers. Any thread.
#pragma once
#include <vector>

#include "games/fifteen/puzzle.hpp"

namespace engawa::games::fifteen {

enum class Layers {
  kSmall,  // one tile at a time, two in the corners: a beginner's method
  kLarge   // up to four tiles at once: 4x4 in about 25 % more steps than the shortest solution
};

// The next tile to push, one step. The answer depends only on the board, and following it always reaches the goal.
// REQUIRES: solvable, not solved.
Tile next_step(Puzzle const& puzzle, Layers layers);

// The rest of the solution, as single steps. REQUIRES: solvable.
std::vector<Tile> solve_by_layers(Puzzle const& puzzle, Layers layers);

// The square that remains when the top row and the left column are complete, with tiles numbered from 1; and back.
Puzzle inner_puzzle(Puzzle const& puzzle);
Tile outer_tile(int size, Tile inner);

// The steps to the inner square only: afterwards the top row and the left column are complete. REQUIRES: solvable, size
// > 3.
std::vector<Tile> solve_outer_layer(Puzzle& puzzle, Layers layers);

}  // namespace engawa::games::fifteen
