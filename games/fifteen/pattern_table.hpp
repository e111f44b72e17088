// The pattern table of one group of tiles: for every placement of them and every area of the hole (areas.hpp) the
// minimum number of steps of those tiles to bring them home, ignoring the other tiles.
//
// One bit each. A step of one of the tiles changes the number by exactly one, up or down (it can be taken back, and
// like the Manhattan distance the number is odd after an even one), so that the second lowest bit tells which. From a
// placement whose number is not known, steps that make it smaller lead home and are counted (T. M. Breyer and
// R. E. Korf, 1.6-bit pattern databases, AAAI 2010, store it modulo three).
#pragma once
#include <cstdint>
#include <span>

#include "base/expect.hpp"
#include "games/fifteen/areas.hpp"
#include "games/fifteen/pattern_builder.hpp"
#include "games/fifteen/placements.hpp"

namespace engawa::games::fifteen {

class PatternTable {
 public:
  // REQUIRES: `table` was built for them; all outlive this.
  PatternTable(Placements const& placements, Areas const& areas, std::span<Tile const> tiles, std::uint8_t const* table)
      : placements_(&placements),
        areas_(&areas),
        tiles_(tiles),
        table_(table),
        row_(static_cast<std::uint32_t>(8 * pattern_row_bytes(areas))) {
    EXPECT(tiles.size() == placements.tiles(), tiles.size(), placements.tiles());
  }

  using Placed = Placements::Placed;

  Placements const& placements() const { return *placements_; }
  // Areas of one order are next to each other: a step sideways stays in 4 kB, and few pages of memory are in use at a
  // time.
  std::uint32_t index(Placed placed, int hole) const { return placed.order * row_ + areas_->index(placed.cells, hole); }
  void prefetch(std::uint32_t index) const { __builtin_prefetch(table_ + index / 8); }
  // The steps of a placement that is one step from one with `before` steps.
  int steps_beside(int before, std::uint32_t index) const {
    int const more = before + 1;
    return more - 2 * ((more >> 1 & 1) ^ bit(index));
  }

  // After a tile has slid from `cell` to the adjacent free cell `to`.
  Placed slid(Placed placed, int cell, int to) const {
    return {static_cast<Cells>(placed.cells ^ cell_bit(cell) ^ cell_bit(to)),
            placements_->slides(placed.cells, cell, to)[placed.order]};
  }
  // Found by counting: some microseconds. `cells`: the tiles' cells.
  int steps(std::span<Cell const> cells, int hole) const;

 private:
  int bit(std::uint32_t index) const { return table_[index / 8] >> index % 8 & 1; }
  void come_closer(Placed& placed, int& hole, int wanted) const;

  Placements const* placements_;
  Areas const* areas_;
  std::span<Tile const> tiles_;
  std::uint8_t const* table_;
  std::uint32_t row_;
};

}  // namespace engawa::games::fifteen
