#include "games/bubbles/grid.hpp"

#include <algorithm>
#include <bit>

#include "base/expect.hpp"

namespace engawa::games::bubbles {
namespace {

// Spreads `seed` over neighbouring cells of `within` until nothing is added. Alternates down and up: most fields need
// two rounds.
Mask flood(Mask seed, Mask const& within, int rows, int shift) {
  auto const take = [&](int row, int from) {
    auto const at = static_cast<std::size_t>(row);
    auto const old = seed.rows[at];
    int bits = seed.rows[at];
    if (from >= 0 && from < rows) bits |= across(seed.rows[static_cast<std::size_t>(from)], from, shift);
    bits &= within.rows[at];
    for (int spread = 0; spread != bits; bits |= beside(bits) & within.rows[at]) spread = bits;
    seed.rows[at] = static_cast<std::uint8_t>(bits);
    return seed.rows[at] != old;
  };
  bool changed = true;
  while (changed) {
    changed = false;
    for (int row = 0; row < rows; ++row) changed |= take(row, row - 1);
    for (int row = rows - 1; row >= 0; --row) changed |= take(row, row + 1);
  }
  return seed;
}

[[maybe_unused]] bool touches_bubble(Grid const& grid, Cell cell) {
  auto const near = neighbors(cell, grid.shift);
  for (int row = cell.row - 1; row <= cell.row + 1 && row < kRows; ++row)
    if (row >= 0 &&
        (near.rows[static_cast<std::size_t>(row)] & occupied(grid.rows[static_cast<std::size_t>(row)])) != 0)
      return true;
  return false;
}

}  // namespace

int Mask::count() const {
  int total = 0;
  for (auto const word : std::bit_cast<std::array<std::uint64_t, kRows / 8>>(rows)) total += std::popcount(word);
  return total;
}

int depth(Grid const& grid) {
  int rows = kRows;
  while (rows > 0 && grid.rows[static_cast<std::size_t>(rows - 1)] == 0) --rows;
  return rows;
}

Mask occupied(Grid const& grid) {
  Mask mask;
  std::transform(grid.rows.begin(), grid.rows.end(), mask.rows.begin(),
                 [](std::uint32_t row) { return occupied(row); });
  return mask;
}

Mask of_color(Grid const& grid, Color color) {
  Mask mask;
  std::transform(grid.rows.begin(), grid.rows.end(), mask.rows.begin(), [color](std::uint32_t row) {
    return static_cast<std::uint8_t>(~occupied(row ^ color * 0x11111111u));
  });
  return mask;
}

std::uint8_t colors_in(Grid const& grid) {
  unsigned seen = 0;
  for (auto row : grid.rows)
    for (; row != 0; row >>= 4) seen |= 1u << (row & 15);
  return static_cast<std::uint8_t>(seen >> 1);
}

Mask neighbors(Cell cell, int shift) {
  Mask mask;
  int const row = cell.row;
  auto const put = [&](int at, int bits) {
    if (at >= 0 && at < kRows)
      mask.rows[static_cast<std::size_t>(at)] = static_cast<std::uint8_t>(bits & existing(at, shift));
  };
  put(row, beside(1 << cell.column));
  put(row - 1, across(1 << cell.column, row, shift));
  put(row + 1, across(1 << cell.column, row, shift));
  return mask;
}

Mask group(Grid const& grid, Cell cell) {
  EXPECT(grid.at(cell) != 0, cell.row, cell.column);
  Mask seed;
  seed.add(cell);
  return flood(seed, of_color(grid, grid.at(cell)), depth(grid), grid.shift);
}

Mask hanging(Grid const& grid) {
  auto const all = occupied(grid);
  Mask seed;
  seed.rows[0] = all.rows[0];
  return flood(seed, all, depth(grid), grid.shift);
}

void remove(Grid& grid, Mask const& cells) {
  for (std::size_t row = 0; row < kRows; ++row) {
    for (unsigned bits = cells.rows[row]; bits != 0; bits &= bits - 1)
      grid.rows[row] &= ~(15u << (4 * std::countr_zero(bits)));
  }
}

Removal attach(Grid& grid, Cell cell, Color color) {
  EXPECT(grid.at(cell) == 0 && color != 0, cell.row, cell.column, color);
  EXPECT(cell.row == 0 || touches_bubble(grid, cell), cell.row, cell.column);
  Removal removal;
  grid.put(cell, color);
  auto const same = group(grid, cell);
  if (same.count() < 3) return removal;
  removal.popped = same;
  remove(grid, same);
  removal.fallen = occupied(grid);
  auto const held = hanging(grid);
  for (std::size_t row = 0; row < kRows; ++row)
    removal.fallen.rows[row] = static_cast<std::uint8_t>(removal.fallen.rows[row] & ~held.rows[row]);
  remove(grid, removal.fallen);
  return removal;
}

void push_row(Grid& grid, std::uint32_t row) {
  EXPECT(grid.rows.back() == 0);
  EXPECT((occupied(row) & ~existing(0, 1 - grid.shift)) == 0, row, grid.shift);
  std::copy_backward(grid.rows.begin(), grid.rows.end() - 1, grid.rows.end());
  grid.rows[0] = row;
  grid.shift ^= 1;
}

Cell below_lowest(Grid const& grid, int column) {
  EXPECT(0 <= column && column < kColumns - 1, column);
  int row = depth(grid);
  while (row > 0 && (grid.rows[static_cast<std::size_t>(row - 1)] >> (4 * column) & 15) == 0) --row;
  return {static_cast<std::uint8_t>(row), static_cast<std::uint8_t>(column)};
}

}  // namespace engawa::games::bubbles
