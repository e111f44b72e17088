// The arithmetic of placements of a few tiles on a 4x4 board: the set of their cells, and their order in it. Any
// thread.
//
// A placement of n tiles is a set of n cells (one of 16 over n) and the order of the tiles when those cells are read
// row by row (one of n!). A tile that slides sideways changes only the set. One that slides up or down passes the tiles
// in between, at most three, and the order changes by a rotation from a table. So neighbours are found without
// unranking.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "games/fifteen/puzzle.hpp"

namespace engawa::games::fifteen {

using Cells = std::uint16_t;  // a set of cells, one bit each
using Order = std::uint16_t;  // the rank of a permutation, in lexicographic order

constexpr Cells cell_bit(int cell) { return static_cast<Cells>(1u << cell); }

class Placements {
 public:
  static constexpr std::size_t kMostTiles = 7;

  // REQUIRES: 1 <= tiles <= kMostTiles.
  explicit Placements(std::size_t tiles);
  Placements(Placements const&) = delete;
  Placements& operator=(Placements const&) = delete;

  std::size_t tiles() const { return tiles_; }
  // All sets, ascending by rank; each has the same number of orders.
  std::span<Cells const> sets() const { return sets_; }
  std::size_t orders() const { return readings_.size(); }

  // Sets with a smaller upper half come before, and then those with a smaller lower half. REQUIRES: `cells` has tiles()
  // bits.
  std::size_t rank(Cells cells) const { return std::size_t{before_[cells >> 8]} + kNth[cells & 255]; }

  struct Placed {
    Cells cells = 0;
    Order order = 0;
  };
  // REQUIRES: the cell of each of the group's tiles; all differ.
  Placed place(std::span<Cell const> cells) const;
  // Each tile in its cell of the goal. REQUIRES: tiles() of them.
  Placed home(std::span<Tile const> tiles) const;

  // By order: its new value when the tile in `from` slides to the adjacent free cell `to`; may be stays().
  Order const* slides(unsigned cells, int from, int to) const {
    auto const& path = kPaths[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)];
    auto const passed = kBits[cells >> path.shift & path.between];
    auto const place = kBits[cells & path.above];
    return rotations_[path.down][place][passed];
  }
  Order const* stays() const { return stay_.data(); }

 private:
  using OrderTable = std::vector<Order>;
  // The index of the group's tile, from 0, in the first, second, ... of the cells.
  using Reading = std::array<std::uint8_t, kMostTiles>;

  Order order_of(Reading const& reading) const;
  OrderTable rotation(std::size_t from, std::size_t to) const;

  // Between two cells: the cells in between, in reading order, and those before both. A slide sideways has none in
  // between.
  struct Path {
    std::uint8_t shift, between, down;
    std::uint16_t above;
  };
  static constexpr auto kPaths = [] {
    std::array<std::array<Path, 16>, 16> paths{};
    for (int low = 0; low + 4 < 16; ++low) {
      auto const at = static_cast<std::size_t>(low);
      auto const shift = static_cast<std::uint8_t>(low + 1);
      auto const above = static_cast<std::uint16_t>((1 << low) - 1);
      paths[at][at + 4] = {shift, 7, 1, above};
      paths[at + 4][at] = {shift, 7, 0, above};
    }
    return paths;
  }();
  // The number of cells of a set within the first three rows but one cell.
  static constexpr auto kBits = [] {
    std::array<std::uint8_t, 2048> table{};
    for (std::size_t cells = 1; cells < table.size(); ++cells)
      table[cells] = static_cast<std::uint8_t>(table[cells / 2] + cells % 2);
    return table;
  }();

  // By lower half of a set: how many smaller numbers have as many bits.
  static constexpr auto kNth = [] {
    std::array<std::uint8_t, 256> table{};
    std::array<std::uint8_t, 9> seen{};  // by number of bits
    for (std::size_t half = 0; half < table.size(); ++half) table[half] = seen[kBits[half]]++;
    return table;
  }();

  std::size_t tiles_;
  std::vector<Cells> sets_;
  std::array<std::uint16_t, 256> before_{};  // by upper half: the number of sets with a smaller one
  std::vector<Reading> readings_;            // by order
  OrderTable stay_;
  std::vector<OrderTable> rotated_;
  // By direction (1: down), the number of tiles before both cells, and the number passed.
  std::array<std::array<std::array<Order const*, 4>, kMostTiles + 1>, 2> rotations_;
};

}  // namespace engawa::games::fifteen
