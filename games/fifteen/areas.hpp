// The areas of the hole. The tiles of a group divide the other cells into connected areas; within one, the hole moves
// without moving a tile of the group. Any thread.
#pragma once
#include <cstdint>
#include <vector>

#include "base/expect.hpp"
#include "games/fifteen/placements.hpp"

namespace engawa::games::fifteen {

// Adjacent to one of them; may contain some of them.
constexpr Cells cells_beside(unsigned cells) {
  constexpr unsigned kLeft = 0x1111, kRight = 0x8888;
  return static_cast<Cells>(cells << 4 | cells >> 4 | (cells & ~kRight) << 1 | (cells & ~kLeft) >> 1);
}

// All areas of all sets of as many cells as a group has tiles, numbered in the order of the sets.
class Areas {
 public:
  struct Area {
    Cells set = 0, holes = 0;
  };

  explicit Areas(Placements const& placements);

  std::size_t size() const { return areas_.size(); }
  Area operator[](std::size_t area) const { return areas_[area]; }
  // The area of `set` that contains `hole`.
  std::uint32_t index(Cells set, int hole) const {
    EXPECT((set & cell_bit(hole)) == 0, set, hole);
    auto const numbers = numbers_[placements_->rank(set)];
    return (numbers & 0xffff) + (numbers >> (16 + 3 * hole) & 7);
  }

 private:
  Placements const* placements_;
  std::vector<Area> areas_;
  // By the set's rank: the index of its first area, and for each cell three bits with the number of its area. A set has
  // at most eight areas, because no nine cells of the board are all apart.
  std::vector<std::uint64_t> numbers_;
};

}  // namespace engawa::games::fifteen
