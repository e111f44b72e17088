#include "games/fifteen/areas.hpp"

#include <bit>

namespace engawa::games::fifteen {
namespace {

Cells area_around(int cell, unsigned free) {
  unsigned area = cell_bit(cell);
  for (unsigned before = 0; before != area;) {
    before = area;
    area |= cells_beside(area) & free;
  }
  return static_cast<Cells>(area);
}

}  // namespace

Areas::Areas(Placements const& placements) : placements_(&placements) {
  for (auto const set : placements.sets()) {
    std::uint64_t numbers = areas_.size(), number = 0;
    for (unsigned left = 0xffffu & ~unsigned{set}; left != 0; ++number) {
      auto const holes = area_around(std::countr_zero(left), left);
      for (unsigned cells = holes; cells != 0; cells &= cells - 1)
        numbers |= number << (16 + 3 * std::countr_zero(cells));
      areas_.push_back({set, holes});
      left &= ~unsigned{holes};
    }
    numbers_.push_back(numbers);
  }
}

}  // namespace engawa::games::fifteen
