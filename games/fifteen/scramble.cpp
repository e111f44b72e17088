#include "games/fifteen/scramble.hpp"

#include <utility>

#include "base/expect.hpp"

namespace engawa::games::fifteen {
namespace {

// Swapping two tiles turns every unsolvable board into a solvable one, and each solvable board comes from exactly one.
void make_solvable(Puzzle& puzzle) {
  if (is_solvable(puzzle)) return;
  std::size_t const first = puzzle.hole == 0 ? 1 : 0;
  std::size_t const second = puzzle.hole == first + 1 ? first + 2 : first + 1;
  std::swap(puzzle.tiles[first], puzzle.tiles[second]);
}

}  // namespace

Puzzle random_scramble(int size, Rng& rng) {
  auto puzzle = solved_puzzle(size);
  do {
    // Fisher-Yates shuffle.
    for (auto left = static_cast<std::uint32_t>(puzzle.cells()); left > 1; --left)
      std::swap(puzzle.tiles[left - 1], puzzle.tiles[rng.below(left)]);
    puzzle.hole = static_cast<Cell>(cell_of(puzzle, 0));
    make_solvable(puzzle);
  } while (is_solved(puzzle));
  return puzzle;
}

Puzzle article_board(int a, int c, int x0) {
  EXPECT(c % 2 == 1 && a % 4 == 1, a, c);
  Puzzle puzzle;
  puzzle.size = 4;
  for (Cell cell = 0; cell < 16; ++cell, x0 = (a * x0 + c) % 16) {
    puzzle.tiles[cell] = static_cast<Tile>((x0 + 1) % 16);
    if (x0 == 15) puzzle.hole = cell;
  }
  make_solvable(puzzle);
  return puzzle;
}

Puzzle article_scramble(int index) {
  EXPECT(0 <= index && index < kArticleScrambles, index);
  int const a = 1 + 4 * (index / (8 * 15));
  int const c = 1 + 2 * (index / 15 % 8);
  return article_board(a, c, 1 + index % 15);
}

}  // namespace engawa::games::fifteen
