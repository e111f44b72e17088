// Lines and regions of a board for two as numbers in base three: a digit for each cell, 0 for the second player's
// discs, 1 for empty, 2 for the first player's. The other player's view of an index is `last - index`.
//
// A pattern's images under the symmetries of the square share one table of weights. An image is a lane. Indices are
// kept up to date by adding a cell's step to all lanes at once.
#pragma once
#include <array>
#include <string_view>
#include <vector>

#include "games/reversi/two/board.hpp"

namespace engawa::games::reversi::duel {

inline constexpr std::size_t kLanes = 48;  // at most; unused lanes stay at 0 and have a weight of 0

// The index of each lane.
struct Lines {
  std::array<std::uint16_t, kLanes> at{};
  friend bool operator==(Lines const&, Lines const&) = default;
};

struct Pattern {
  std::uint32_t offset = 0;   // of its table within a phase
  std::uint32_t entries = 0;  // 3 to the number of its cells
};

struct Patterns {
  Bits field = 0;
  std::vector<Pattern> patterns;
  std::uint32_t entries = 0;                  // weights of a phase; the last one, of unused lanes, is always 0
  std::array<std::uint32_t, kLanes> first{};  // by lane: where its table begins
  std::array<std::uint32_t, kLanes> last{};   // and its last entry
  std::array<Lines, 64> step{};               // by cell: the step that adds one to its digit
  std::vector<std::uint32_t> twin;            // by entry: the entry of the mirrored pattern, or itself
  Lines bare;                                 // the indices of an empty board

  // The indices of a board on which the player to move is the first or the second.
  Lines lines_of(Board const& board, bool second) const;
};

// The patterns of a preset; empty for boards without any. Equal boards have equal patterns.
std::vector<std::string_view> patterns_for(std::string_view preset);

// From lists of cells such as "a1 b1 c1".
Patterns make_patterns(Bits field, std::vector<std::string_view> const& lists);

}  // namespace engawa::games::reversi::duel
