// Iterative deepening A* on 4x4 boards, over any heuristic (Korf, Artificial Intelligence 27, 1985). No memory but the path.
//
// A heuristic has a Value that describes a board, and
// - Value start(Puzzle const&) const
// - bool moved(Value const& from, Tile, int cell, int to, int most, Value& next) const: the board after the tile has gone from
//   `cell` to `to`; false, and `next` is anything, when its estimate is more than `most`
// - void fetch(Value const& from, Tile, int cell, int to) const: that will be asked for soon
// - int estimate(Value const&) const: never more than the steps to the goal, of the same parity, and 0 only at the goal
#pragma once
#include <optional>
#include <vector>

#include "games/core/thinking.hpp"
#include "games/fifteen/puzzle.hpp"

namespace engawa::games::fifteen {

// How long to go on: until the thinking is over, or, when nodes are counted out, so many of them unless asked to stop.
class Effort {
 public:
  explicit Effort(Thinking const& thinking) : thinking_(thinking) {}
  Effort(Thinking const& thinking, std::uint64_t most_nodes) : thinking_(thinking), most_nodes_(most_nodes) {}

  // Counts a node; true when it was one too many. The clock is read every 4096 nodes, some 0.1 ms.
  bool spend() {
    if ((++nodes_ & 4095) == 0)
      over_ = most_nodes_ == 0 ? thinking_.over() : nodes_ >= most_nodes_ || thinking_.stopped();
    return over_;
  }
  bool over() const { return over_; }
  std::uint64_t nodes() const { return nodes_; }

 private:
  Thinking const& thinking_;
  std::uint64_t most_nodes_ = 0;  // 0: not counted
  std::uint64_t nodes_ = 0;
  bool over_ = false;
};

template <class Heuristic>
class IdaStar {
 public:
  // The estimate counts `weight` quarters: with 4 the solution is a shortest one, with more it is found sooner, and is at most
  // weight / 4 times as long.
  IdaStar(Heuristic const& heuristic, Puzzle const& puzzle, int weight, Effort& effort)
      : heuristic_(heuristic), puzzle_(puzzle), weight_(weight), effort_(effort) {}

  // Single steps; of several shortest solutions the first in the order of directions. nullopt when the effort is over.
  // REQUIRES: size 4, solvable.
  std::optional<std::vector<Tile>> solve() {
    auto const start = heuristic_.start(puzzle_);
    // Estimates of two neighbours differ by one, and so do parities: bounds in between find nothing new.
    for (int bound = weight_ * heuristic_.estimate(start);; bound += weight_ == 4 ? 8 : 4) {
      for (int depth = 0; depth < kMostSteps; ++depth)
        most_[static_cast<std::size_t>(depth)] = (bound - 4 * depth) / weight_;
      for (int depth = bound / 4 + 1; depth < kMostSteps; ++depth) most_[static_cast<std::size_t>(depth)] = -1;
      if (search(start, puzzle_.hole, -1, 0)) return std::vector<Tile>(path_.begin(), path_.begin() + length_);
      if (effort_.over()) return std::nullopt;
    }
  }

 private:
  static constexpr int kMostSteps =
      256;  // shortest solutions have at most 80 steps, weighted ones at most twice as many

  // True when the goal is found; path_ and length_ then say how. False also when the effort is over.
  bool search(typename Heuristic::Value const& value, int hole, int from, int depth) {
    if (heuristic_.estimate(value) == 0) {
      length_ = depth;
      return true;
    }
    auto const next_depth = static_cast<std::size_t>(depth + 1);
    for (int const cell : kBeside[static_cast<std::size_t>(hole)])
      if (cell >= 0 && cell != from) heuristic_.fetch(value, puzzle_.tiles[static_cast<std::size_t>(cell)], cell, hole);
    for (int direction = 0; direction < kDirections; ++direction) {
      int const cell = kBeside[static_cast<std::size_t>(hole)][static_cast<std::size_t>(direction)];
      if (cell < 0 || cell == from) continue;
      if (effort_.spend()) return false;
      auto& tile = puzzle_.tiles[static_cast<std::size_t>(cell)];
      typename Heuristic::Value next;
      if (!heuristic_.moved(value, tile, cell, hole, most_[next_depth], next)) continue;
      auto const pushed = tile;
      path_[next_depth - 1] = pushed;
      tile = 0;
      puzzle_.tiles[static_cast<std::size_t>(hole)] = pushed;
      if (search(next, cell, hole, depth + 1)) return true;
      tile = pushed;
      puzzle_.tiles[static_cast<std::size_t>(hole)] = 0;
      if (effort_.over()) return false;
    }
    return false;
  }

  static constexpr auto kBeside = [] {
    std::array<std::array<std::int8_t, kDirections>, 16> table{};
    for (int cell = 0; cell < 16; ++cell)
      for (int direction = 0; direction < kDirections; ++direction)
        table[static_cast<std::size_t>(cell)][static_cast<std::size_t>(direction)] =
            static_cast<std::int8_t>(beside(4, cell, direction));
    return table;
  }();

  Heuristic const& heuristic_;
  Puzzle puzzle_;
  int weight_;
  Effort& effort_;
  std::array<int, kMostSteps> most_{};  // by depth: the largest estimate that is within the bound
  std::array<Tile, kMostSteps> path_{};
  int length_ = 0;
};

}  // namespace engawa::games::fifteen
