// Solving the 15-puzzle layer by layer, as people do: the top row, the left column, then the smaller square that is left,
// down to 3x3, which is solved by the shortest way. Never searches: each stage has a table of distances that is made on its
// first use (at most 1 MB, some 20 ms) and kept. So it always answers at once, whatever happens to the exact solvers. Any thread.
#pragma once
#include <vector>

#include "games/fifteen/puzzle.hpp"

namespace engawa::games::fifteen {

enum class Layers {
  kSmall,  // one tile after the other, two in the corners: how a beginner does it
  kLarge   // up to four tiles at once: 4x4 in about a quarter more steps than the shortest way
};

// The tile to push next, a single step. What it says depends on the board alone, and following it always ends at the goal.
// REQUIRES: solvable, not solved.
Tile next_step(Puzzle const& puzzle, Layers layers);

// The rest of the way, single steps. REQUIRES: solvable.
std::vector<Tile> solve_by_layers(Puzzle const& puzzle, Layers layers);

// Steps of the shortest solution of a 3x3 board. REQUIRES: size 3, solvable.
int eight_distance(Puzzle const& puzzle);

// The square that is left when the top row and the left column are done, with tiles named from 1; and back.
Puzzle inner_puzzle(Puzzle const& puzzle);
Tile outer_tile(int size, Tile inner);

// The way to the inner square alone: afterwards the top row and the left column are done. REQUIRES: solvable, size > 3.
std::vector<Tile> solve_outer_layer(Puzzle& puzzle, Layers layers);

}  // namespace engawa::games::fifteen
