#include "games/fifteen/puzzle.hpp"

#include <cstdlib>

#include "base/expect.hpp"

namespace engawa::games::fifteen {
namespace {

std::size_t at(int cell) { return static_cast<std::size_t>(cell); }

[[maybe_unused]] bool has_every_tile(Puzzle const& puzzle) {
  std::uint32_t tiles = 0;
  for (int cell = 0; cell < puzzle.cells(); ++cell) tiles |= std::uint32_t{1} << puzzle.tiles[at(cell)];
  return tiles == (std::uint32_t{1} << puzzle.cells()) - 1;
}

}  // namespace

Puzzle solved_puzzle(int size) {
  Puzzle puzzle;
  puzzle.size = static_cast<std::uint8_t>(size);
  puzzle.hole = static_cast<Cell>(size * size - 1);
  for (Cell cell = 0; cell < puzzle.hole; ++cell) puzzle.tiles[cell] = static_cast<Tile>(cell + 1);
  return puzzle;
}

bool is_solved(Puzzle const& puzzle) { return puzzle == solved_puzzle(puzzle.size); }

bool is_solvable(Puzzle const& puzzle) {
  EXPECT(has_every_tile(puzzle));
  int odd = puzzle.size % 2 == 0 ? puzzle.size - 1 - puzzle.row(puzzle.hole) : 0;
  for (int a = 0; a < puzzle.cells(); ++a)
    for (int b = a + 1; b < puzzle.cells(); ++b)
      if (puzzle.tiles[at(b)] != 0 && puzzle.tiles[at(a)] > puzzle.tiles[at(b)]) ++odd;
  return odd % 2 == 0;
}

int cell_of(Puzzle const& puzzle, int tile) {
  for (int cell = 0; cell < puzzle.cells(); ++cell)
    if (puzzle.tiles[at(cell)] == tile) return cell;
  return -1;
}

int slide_length(Puzzle const& puzzle, int tile) {
  int const cell = cell_of(puzzle, tile);
  if (cell < 0) return 0;
  int const rows = std::abs(puzzle.row(cell) - puzzle.row(puzzle.hole));
  int const columns = std::abs(puzzle.column(cell) - puzzle.column(puzzle.hole));
  return rows == 0 || columns == 0 ? rows + columns : 0;
}

void slide(Puzzle& puzzle, Tile tile) {
  int const target = cell_of(puzzle, tile);
  int const length = slide_length(puzzle, tile);
  EXPECT(length > 0, tile);
  int const step = (target - puzzle.hole) / length;
  for (int hole = puzzle.hole; hole != target; hole += step) puzzle.tiles[at(hole)] = puzzle.tiles[at(hole + step)];
  puzzle.tiles[at(target)] = 0;
  puzzle.hole = static_cast<Cell>(target);
}

}  // namespace engawa::games::fifteen
