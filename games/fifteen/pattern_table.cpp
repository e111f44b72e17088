#include "games/fifteen/pattern_table.hpp"

#include <bit>

namespace engawa::games::fifteen {

int PatternTable::steps(std::span<Cell const> cells, int hole) const {
  int parity = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) parity ^= home_distance(tiles_[i], cells[i]) & 1;
  auto placed = placements_->place(cells);
  auto const home = index(placements_->home(tiles_), 15);
  int const last = 2 * bit(index(placed, hole)) + parity;  // the two lowest bits
  int counted = 0;
  for (; index(placed, hole) != home; ++counted) come_closer(placed, hole, (last - counted - 1) >> 1 & 1);
  return counted;
}

// Makes a step to a placement whose second lowest bit is `wanted`, so that one step less is left.
void PatternTable::come_closer(Placed& placed, int& hole, int wanted) const {
  auto const holes = (*areas_)[areas_->index(placed.cells, hole)].holes;
  for (unsigned tiles = placed.cells & cells_beside(holes); tiles != 0; tiles &= tiles - 1) {
    int const cell = std::countr_zero(tiles);
    for (unsigned into = cells_beside(cell_bit(cell)) & holes; into != 0; into &= into - 1) {
      auto const further = slid(placed, cell, std::countr_zero(into));
      if (bit(index(further, cell)) != wanted) continue;
      placed = further;
      hole = cell;
      return;
    }
  }
}

}  // namespace engawa::games::fifteen
