// Walking distance (Ken'ichiro Takahashi): the minimum number of vertical steps that bring every tile of a 4x4 board
// into its row, when the tiles of one goal row are interchangeable and columns are ignored; the same horizontally; and
// the sum. There are 24 964 situations per direction; the table takes some milliseconds to build and less than 1 MB.
//
// It is needed beside the pattern tables because it is available at once, and quick solutions always come from it.
// Measured over 500 random boards: quick search solves 437 within its 200 000 nodes, in 1.8 ms per board; with the
// Manhattan distance 295, in 2.7 ms.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "games/fifteen/puzzle.hpp"

namespace engawa::games::fifteen {

class WalkingDistance {
 public:
  using Index = std::uint16_t;
  struct Value {
    Index vertical, sideways;  // indices of situations
  };

  // Built on first use. Any thread.
  static WalkingDistance const& instance();

  std::size_t situations() const { return distance_.size(); }

  Value start(Puzzle const& puzzle) const;
  int estimate(Value const& value) const { return distance_[value.vertical] + distance_[value.sideways]; }
  bool home(Value const& value) const { return estimate(value) == 0; }
  void step(Value const& from, Tile tile, int cell, int to, Value& next) const {
    next = from;
    auto const home = static_cast<std::size_t>(tile - 1);
    if ((cell ^ to) >= 4)
      next.vertical = next_[from.vertical][cell > to ? 0 : 1][home / 4];
    else
      next.sideways = next_[from.sideways][cell > to ? 0 : 1][home % 4];
  }
  void look_up(Tile, Value&) const {}  // small enough to be in the cache

 private:
  WalkingDistance();

  std::vector<std::uint8_t> distance_;
  // After a tile of a goal row has moved up (0) or down (1) into the hole's row.
  std::vector<std::array<std::array<Index, 4>, 2>> next_;
  std::vector<std::uint64_t> sorted_;   // codes of the situations, ascending,
  std::vector<Index> index_of_sorted_;  // and their indices
  Index find(std::uint64_t code) const;
};

}  // namespace engawa::games::fifteen
