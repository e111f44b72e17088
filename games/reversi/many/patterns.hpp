// Lines and regions of the diamond of 60 cells and of the octagon of 52, and a player's view of them as numbers.
//
// A pattern is a list of at most eight cells; its eight images under the symmetries of the board share one table of
// weights. A placement (one image) is a lane. A player's view of a cell is two bits (model.hpp says which views there
// are). The cells of a placement, two bits each, form its index into the table.
//
// Because cells have their own bits in every index, a changed cell is one exclusive or for all lanes at once, and the
// affected lanes are known beforehand.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "games/reversi/position.hpp"

namespace engawa::games::reversi {

inline constexpr std::size_t kLanes = 64;  // maximum number of placements; one bit each in a word

// An index for each placement.
struct alignas(64) Lanes {
  std::array<std::uint16_t, kLanes> at{};

  Lanes& operator^=(Lanes const& other) {
    for (std::size_t i = 0; i < kLanes; ++i) at[i] ^= other.at[i];
    return *this;
  }
  friend bool operator==(Lanes const&, Lanes const&) = default;
};

struct Pattern {
  int cells = 0;             // number of cells
  std::uint32_t offset = 0;  // of its table within the weights of a phase
  std::array<int, 8>
      mirror;  // the position of each cell under the reflection that maps the placement to itself; none: unchanged
  std::uint32_t entries() const { return 1u << (2 * cells); }
  // The index of the mirrored view.
  std::uint32_t mirrored(std::uint32_t index) const {
    std::uint32_t out = 0;
    for (int i = 0; i < cells; ++i) out |= (index >> (2 * i) & 3) << (2 * mirror[static_cast<std::size_t>(i)]);
    return out;
  }
};

struct Placement {
  std::size_t pattern;
  std::vector<Cell> cells;  // the first has the lowest bits
};

struct Patterns {
  std::vector<Pattern> patterns;
  std::vector<Placement> placements;          // by lane
  std::array<std::uint32_t, kLanes> table{};  // by lane: the start of its pattern's table
  std::uint32_t entries = 0;                  // of all patterns together

  // By bit of the board: the cell's contribution to every index, by its view (an exclusive or changes one view into
  // another).
  std::array<std::array<Lanes, 4>, 64> cell{};
  std::array<std::array<Lanes, 4>, 64> mirrored{};  // the same for the mirrored indices
  std::array<std::uint64_t, 64> lanes_of{};         // by bit: the lanes that contain the cell
};

// The strides of the boards that have patterns.
inline constexpr int kDiamondStride = 14, kOctagonStride = 8;

// Whether a board has patterns: only the diamond, in a box of ten by ten, and the octagon, in one of eight by eight.
bool has_patterns(Geometry<std::uint64_t> const& geometry);

// REQUIRES: has_patterns(geometry).
Patterns make_patterns(Geometry<std::uint64_t> const& geometry);

}  // namespace engawa::games::reversi
