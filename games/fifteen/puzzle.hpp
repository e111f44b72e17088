// One board of the 15-puzzle: 3x3 to 5x5, the goal 1, 2, 3, ... with the hole last. Values and pure functions, any
// thread. Rules: docs/reference/rules.md, section 3.
#pragma once
#include <array>
#include <cstdint>

namespace engawa::games::fifteen {

inline constexpr int kMinSize = 3;
inline constexpr int kMaxSize = 5;

using Tile = std::uint8_t;  // 1..size*size-1; 0 is the hole
using Cell = std::uint8_t;  // row by row, from 0

struct Puzzle {
  std::array<Tile, kMaxSize * kMaxSize> tiles{};  // by cell; 0 beyond the last
  std::uint8_t size = 0;
  Cell hole = 0;

  constexpr int cells() const { return size * size; }
  constexpr int row(int cell) const { return cell / size; }
  constexpr int column(int cell) const { return cell % size; }
  friend bool operator==(Puzzle const&, Puzzle const&) = default;
};

Puzzle solved_puzzle(int size);
bool is_solved(Puzzle const& puzzle);

// A board is solvable exactly if the number of inversions, plus the hole's distance from the bottom row when the side
// is even, is even (docs/reference/rules.md 3.3). REQUIRES: every tile occurs once.
bool is_solvable(Puzzle const& puzzle);

// The cell of a tile, or -1.
int cell_of(Puzzle const& puzzle, int tile);

// How many tiles move when this one is pushed towards the hole; 0 if they are not in one row or column.
int slide_length(Puzzle const& puzzle, int tile);

// REQUIRES: slide_length > 0.
void slide(Puzzle& puzzle, Tile tile);

// Directions of the hole: up, left, right, down. All solvers try them in this order, so that they return the first of
// several shortest solutions, and the rest of a shortest solution is the solution of the rest.
inline constexpr int kDirections = 4;

// The cell next to `cell` in this direction, or -1 at the edge.
constexpr int beside(int size, int cell, int direction) {
  switch (direction) {
    case 0:
      return cell >= size ? cell - size : -1;
    case 1:
      return cell % size > 0 ? cell - 1 : -1;
    case 2:
      return cell % size < size - 1 ? cell + 1 : -1;
    default:
      return cell < size * (size - 1) ? cell + size : -1;
  }
}

// The cell of a 4x4 board mirrored at the diagonal. For tiles: mirrored(tile - 1) + 1; the goal is its own mirror
// image.
constexpr int mirrored(int cell) { return cell % 4 * 4 + cell / 4; }

// Manhattan distances on a 4x4 board, by tile and cell.
inline constexpr auto kHomeDistance = [] {
  std::array<std::array<std::uint8_t, 16>, 16> table{};
  for (int tile = 1; tile < 16; ++tile) {
    for (int cell = 0; cell < 16; ++cell) {
      int const rows = (tile - 1) / 4 - cell / 4;
      int const columns = (tile - 1) % 4 - cell % 4;
      table[static_cast<std::size_t>(tile)][static_cast<std::size_t>(cell)] =
          static_cast<std::uint8_t>((rows < 0 ? -rows : rows) + (columns < 0 ? -columns : columns));
    }
  }
  return table;
}();

constexpr int home_distance(int tile, int cell) {
  return kHomeDistance[static_cast<std::size_t>(tile)][static_cast<std::size_t>(cell)];
}

}  // namespace engawa::games::fifteen
