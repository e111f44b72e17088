#include "games/reversi/geometry.hpp"

#include <algorithm>
#include <bitset>

#include "base/expect.hpp"

namespace engawa::games::reversi {
namespace {

std::vector<Cell> playable_cells(Variant const& variant) {
  std::vector<Cell> cells;
  for (int row = 0; row < static_cast<int>(variant.rows.size()); ++row)
    for (int column = 0; column < variant.columns(); ++column)
      if (variant.rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] != 'H')
        cells.push_back(cell_at(column, row));
  return cells;
}

int bit_for(Cell cell, int stride, int width) { return (column_of(cell) + stride * row_of(cell)) % width; }

bool fits(std::vector<Cell> const& cells, int stride) {
  std::bitset<64> taken;
  for (Cell const cell : cells) {
    auto const bit = static_cast<std::size_t>(bit_for(cell, stride, 64));
    if (taken[bit]) return false;
    taken.set(bit);
  }
  return true;
}

template <class Word>
int longest_line(Geometry<Word> const& geometry) {
  int longest = 0;
  for (Cell const cell : geometry.cells) {
    for (std::size_t d = 0; d < kDirections; d += 2) {
      int column = column_of(cell), row = row_of(cell), length = 0;
      for (; geometry.has(column, row); column += kColumnStep[d], row += kRowStep[d]) ++length;
      longest = std::max(longest, length);
    }
  }
  return longest;
}

template <class Word>
Word entered_cells(Geometry<Word> const& geometry, std::size_t direction) {
  Word mask{};
  for (Cell const cell : geometry.cells)
    if (geometry.has(column_of(cell) - kColumnStep[direction], row_of(cell) - kRowStep[direction]))
      mask |= bits::single<Word>(geometry.bit_of[cell]);
  return mask;
}

// The axes along which the cell has no neighbour on at least one side.
template <class Word>
int closed_axes(Geometry<Word> const& geometry, Cell cell) {
  int closed = 0;
  for (std::size_t d = 0; d < kDirections; d += 2) {
    bool const ahead = geometry.has(column_of(cell) + kColumnStep[d], row_of(cell) + kRowStep[d]);
    bool const behind = geometry.has(column_of(cell) - kColumnStep[d], row_of(cell) - kRowStep[d]);
    if (!ahead || !behind) ++closed;
  }
  return closed;
}

}  // namespace

std::optional<int> find_stride(Variant const& variant) {
  auto const cells = playable_cells(variant);
  if (cells.size() > 64) return std::nullopt;
  for (int stride = 1; stride < 64; ++stride)
    if (fits(cells, stride)) return stride;
  return std::nullopt;
}

template <class Word>
Geometry<Word> make_geometry(Variant const& variant, int stride) {
  constexpr int width = bits::kWidth<Word>;
  Geometry<Word> geometry;
  geometry.stride = stride;
  geometry.cells = playable_cells(variant);
  for (Cell const cell : geometry.cells) {
    auto const bit = bit_for(cell, stride, width);
    geometry.on_board[cell] = true;
    geometry.bit_of[cell] = static_cast<std::uint8_t>(bit);
    geometry.cell_of[static_cast<std::size_t>(bit)] = cell;
    EXPECT(!bits::any(geometry.board & bits::single<Word>(bit)), cell, stride);
    geometry.board |= bits::single<Word>(bit);
  }
  for (Cell const cell : geometry.cells) {
    auto const bit = bits::single<Word>(geometry.bit_of[cell]);
    int const closed = closed_axes(geometry, cell);
    if (closed == 4) geometry.tips |= bit;
    if (closed == 3) geometry.edges |= bit;
  }
  for (std::size_t d = 0; d < kDirections; ++d) {
    geometry.turn[d] = (kColumnStep[d] + stride * kRowStep[d] + width) % width;
    geometry.enter[d] = entered_cells(geometry, d);
  }
  // A fill with n doublings covers 2^n cells; a run is two cells shorter than its line.
  geometry.doublings = longest_line(geometry) - 2 > 8 ? 4 : 3;
  return geometry;
}

template Geometry<std::uint64_t> make_geometry(Variant const&, int);
template Geometry<Word256> make_geometry(Variant const&, int);

}  // namespace engawa::games::reversi
