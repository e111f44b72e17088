// A second implementation of the model in docs/reference/rules.md 4.1 to 4.3, cell by cell and step by step as written
// there, to compare the game with.
#pragma once
#include <string>
#include <vector>

#include "games/bubbles/flight.hpp"
#include "games/core/rng.hpp"

namespace engawa::tests {

// Rows as texts, row 0 first, for people to read.
using Rows = std::vector<std::string>;

struct OracleShot {
  games::bubbles::Landing landing;
  std::vector<games::bubbles::Point> path;
  std::vector<std::string> popped, fallen;  // cell names, by row and column
  Rows after;
};

// REQUIRES: `rows` have their lengths for `shift`.
OracleShot oracle_shot(Rows const& rows, int shift, int angle, char color);

// A field of 0 to 11 rows of any density without loose bubbles; `colors` different letters, from a.
games::bubbles::Grid random_grid(games::Rng& rng, int colors);

// The rows down to the lowest with a bubble.
Rows rows_of(games::bubbles::Grid const& grid);

}  // namespace engawa::tests
