// Paths of the hole that a search need not try, because another path of at most the same length leads to the same board
// (Taylor and Korf, Pruning Duplicate Nodes in Depth-First Search, AAAI 1993). One example is a step back; another is
// half a circle around four cells, which gives the same board in both directions. All such paths of up to ten moves are
// found by breadth-first search on a board without edges. Of several paths of equal length the first in the order of
// directions is kept, so that a search in that order finds the same solution as without pruning. Another path counts
// only if it stays within the rows and columns that the first one needs, so that an edge never blocks it.
//
// An automaton reads the hole's moves: 1742 states, built on first use in about 0.1 s. Any thread.
//
// Measured over 300 random boards against a search where only the step back is pruned. Shortest answers, with the
// pattern tables: 53 600 nodes and 3.2 ms per board instead of 72 600 and 3.8; with walking distance alone half the
// nodes. The answers are the same. Quick answers are shorter (62.2 steps instead of 62.9) and take half the nodes.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "games/fifteen/puzzle.hpp"

namespace engawa::games::fifteen {

class Detours {
 public:
  using State = std::uint16_t;
  static constexpr State kStart = 0;
  static constexpr State kDetour = 0xffff;

  static Detours const& instance();

  // After one more move of the hole; kDetour if that completes a detour. REQUIRES: from != kDetour.
  State next(State from, int direction) const { return next_[from][static_cast<std::size_t>(direction)]; }
  std::size_t states() const { return next_.size(); }

 private:
  Detours();

  std::vector<std::array<State, kDirections>> next_;
};

}  // namespace engawa::games::fifteen
