// Lines and regions of the diamond of 60 cells, and what a player sees on them as numbers.
//
// A pattern is a list of at most eight cells; its eight images under the symmetries of the board share one table of weights. A
// placement (one image) is a lane. What a player sees in a cell is two bits: empty, own, another player's, or what nobody can take
// (greens, reds, the discs of a permanent colour). The cells of a placement, two bits each, make its index into the table.
//
// Since cells have bits of their own in every index, a cell that changes is one exclusive or for all lanes at once, and the lanes
// that change are known beforehand.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "games/reversi/position.hpp"

namespace engawa::games::reversi {

inline constexpr std::size_t kLanes = 64;  // room for the placements; one bit each in a word
inline constexpr int kPlayerCount = 5;

// What a player sees in a cell.
enum Sight : std::uint8_t { kSeesEmpty, kSeesOwn, kSeesOther, kSeesFixed };

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
  int cells = 0;             // so many
  std::uint32_t offset = 0;  // of its table among the weights of a phase
  std::array<int, 8>
      mirror;  // the place of each cell seen in the mirror that leaves the placement where it is; none: as it is
  std::uint32_t entries() const { return 1u << (2 * cells); }
  // The index of the same sight in the mirror.
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
  std::array<std::uint32_t, kLanes> table{};  // by lane: where its pattern's table begins
  std::uint32_t entries = 0;                  // of all patterns together

  // By bit of the board: what the cell is in every index, by what is seen there (an exclusive or turns one sight into another).
  std::array<std::array<Lanes, 4>, 64> cell{};
  std::array<std::array<Lanes, 4>, 64> mirrored{};  // the same of the mirrored indices
  std::array<std::uint64_t, 64> lanes_of{};         // by bit: the lanes that the cell is in

  std::uint64_t tips = 0;   // the eight cells that nobody can ever flank
  std::uint64_t edges = 0;  // those between tips, which can be turned along the edge alone
};

// Whether a board has patterns: the diamond of 60 cells in a box of ten by ten.
bool has_patterns(Geometry<std::uint64_t> const& geometry);

// REQUIRES: has_patterns(geometry).
Patterns make_patterns(Geometry<std::uint64_t> const& geometry);

}  // namespace engawa::games::reversi
