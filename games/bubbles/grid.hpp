// The bubbles of one field and their connections. A value; pure functions, any thread.
#pragma once
#include <array>
#include <cstdint>

#include "base/expect.hpp"
#include "games/bubbles/geometry.hpp"

namespace engawa::games::bubbles {

// 0 is no bubble, 1..8 are the colours a..h.
using Color = std::uint8_t;

constexpr bool in_grid(Cell cell) { return cell.row < kRows && cell.column < kColumns; }

// A set of cells: bit c of row r.
struct Mask {
  std::array<std::uint8_t, kRows> rows{};

  constexpr bool has(Cell cell) const {
    EXPECT(in_grid(cell), cell.row, cell.column);
    return (rows[cell.row] >> cell.column & 1) != 0;
  }
  constexpr void add(Cell cell) {
    EXPECT(in_grid(cell), cell.row, cell.column);
    rows[cell.row] = static_cast<std::uint8_t>(rows[cell.row] | 1 << cell.column);
  }
  int count() const;
  friend constexpr bool operator==(Mask const&, Mask const&) = default;
};

struct Grid {
  std::array<std::uint32_t, kRows> rows{};  // four bits per cell, column 0 lowest
  std::uint8_t shift = 0;

  constexpr Color at(Cell cell) const {
    EXPECT(in_grid(cell), cell.row, cell.column);
    return static_cast<Color>(rows[cell.row] >> (4 * cell.column) & 15);
  }
  constexpr void put(Cell cell, Color color) {
    EXPECT(in_grid(cell) && color < 16, cell.row, cell.column, color);
    rows[cell.row] = (rows[cell.row] & ~(15u << (4 * cell.column))) | std::uint32_t{color} << (4 * cell.column);
  }
  friend constexpr bool operator==(Grid const&, Grid const&) = default;
};

// Bit c for each cell c of a packed row with a bubble.
constexpr std::uint8_t occupied(std::uint32_t row) {
  row |= row >> 1;
  row = (row | row >> 2) & 0x11111111;
  row = (row | row >> 3) & 0x03030303;
  row = (row | row >> 6) & 0x000f000f;
  return static_cast<std::uint8_t>(row | row >> 12);
}

// The existing cells of a row.
constexpr std::uint8_t existing(int row, int shift) { return parity(row, shift) != 0 ? 0x7f : 0xff; }

// The neighbours of the cells `bits` of row `row`: in the same row, and in the rows above and below.
constexpr int beside(int bits) { return bits << 1 | bits >> 1; }
constexpr int across(int bits, int row, int shift) { return bits | (parity(row, shift) != 0 ? bits << 1 : bits >> 1); }

// 1 + the lowest row with a bubble; 0 if there is none.
int depth(Grid const& grid);
Mask occupied(Grid const& grid);
Mask of_color(Grid const& grid, Color color);
// Bit k for each colour k + 1 in the grid.
std::uint8_t colors_in(Grid const& grid);
// The existing neighbours of a cell.
Mask neighbors(Cell cell, int shift);
// The connected cells of one colour around a bubble. REQUIRES: there is a bubble.
Mask group(Grid const& grid, Cell cell);
// The cells connected to the ceiling, directly or through others.
Mask hanging(Grid const& grid);
void remove(Grid& grid, Mask const& cells);

// The bubbles removed by a bubble that has landed.
struct Removal {
  Mask popped;  // a group of three or more of its colour, itself included
  Mask fallen;  // bubbles that hung on the group
};
// REQUIRES: `cell` is free and touches a bubble or the ceiling; everything in `grid` is connected to the ceiling.
Removal attach(Grid& grid, Cell cell, Color color);

// Moves everything down one row and puts `row` on top. REQUIRES: the lowest row is empty, and `row` has columns(0, 1 -
// shift) cells.
void push_row(Grid& grid, std::uint32_t row);
// The cell below the lowest bubble of a column; in row 0 if the column is empty. A bubble there hangs on the one above,
// because column c of a row always touches column c of the next. REQUIRES: column < kColumns - 1, which exists in every
// row.
Cell below_lowest(Grid const& grid, int column);

}  // namespace engawa::games::bubbles
