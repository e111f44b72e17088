// Starts of the 15-puzzle. Pure functions, any thread.
#pragma once
#include "games/core/rng.hpp"
#include "games/fifteen/puzzle.hpp"

namespace engawa::games::fifteen {

// Uniform over the solvable boards except the solved one.
Puzzle random_scramble(int size, Rng& rng);

// The article's 480 boards (docs/reference/rules.md 3.2): the values X0, a X0 + c, ... mod 16 in reading order, v < 15
// being tile v + 1 and 15 the hole. The first two tiles in reading order are swapped if the board would be unsolvable
// otherwise.
inline constexpr int kArticleScrambles = 480;

// REQUIRES: 0 <= index < kArticleScrambles. Ascending by a, c and X0.
Puzzle article_scramble(int index);

// The board of one such sequence. REQUIRES: the sequence has full period: c is odd and a mod 4 is 1.
Puzzle article_board(int a, int c, int x0);

}  // namespace engawa::games::fifteen
