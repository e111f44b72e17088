#include "games/fifteen/solver.hpp"

#include <algorithm>
#include <array>
#include <mutex>

#include "games/fifteen/ida_star.hpp"
#include "games/fifteen/layers.hpp"
#include "games/fifteen/pattern_tables.hpp"
#include "games/fifteen/walking_distance.hpp"

namespace engawa::games::fifteen {
namespace {

constexpr int kExact = 4, kGreedy = 7;           // quarters of the estimate
constexpr std::uint64_t kGreedyNodes = 400'000;  // some 10 ms: what a caller whose time is up still waits for

Solution by_layers(Puzzle const& puzzle, std::uint64_t nodes) {
  auto tiles = solve_by_layers(puzzle, Layers::kLarge);
  return {std::move(tiles), nodes, false};
}

// Something better than layers for a caller whose time is up, but who has not asked to stop.
template <class Heuristic>
Solution best_found(Heuristic const& heuristic, Puzzle const& puzzle, Thinking const& thinking, std::uint64_t nodes) {
  auto best = by_layers(puzzle, nodes);
  if (thinking.stopped()) return best;
  Effort effort(thinking, kGreedyNodes);
  auto found = IdaStar<Heuristic>(heuristic, puzzle, kGreedy, effort).solve();
  best.nodes += effort.nodes();
  if (found && found->size() < best.tiles.size()) best.tiles = std::move(*found);
  return best;
}

template <class Heuristic>
Solution solve_with(Heuristic const& heuristic, Puzzle const& puzzle, Thinking const& thinking) {
  if (thinking.over()) return best_found(heuristic, puzzle, thinking, 0);
  Effort effort(thinking);
  if (auto found = IdaStar<Heuristic>(heuristic, puzzle, kExact, effort).solve())
    return {std::move(*found), effort.nodes(), true};
  return best_found(heuristic, puzzle, thinking, effort.nodes());
}

Solution solve_fifteen(Puzzle const& puzzle, Thinking const& thinking) {
  if (auto const* tables = pattern_tables()) return solve_with(*tables, puzzle, thinking);
  return solve_with(WalkingDistance::instance(), puzzle, thinking);
}

Solution solve_twenty_four(Puzzle const& puzzle, Thinking const& thinking) {
  auto left = puzzle;
  Solution whole;
  whole.tiles = solve_outer_layer(left, Layers::kLarge);
  auto const inner = solve_fifteen(inner_puzzle(left), thinking);
  for (auto const tile : inner.tiles) whole.tiles.push_back(outer_tile(puzzle.size, tile));
  whole.nodes = inner.nodes;
  return whole;
}

// The ways that are being followed. Shared by all threads, since a bot's next move may be asked for on another one, and to solve
// anew costs a thousand times the lock. Bounded: the oldest way is forgotten, and its follower solves anew.
class Ways {
 public:
  // The rest of a way on which this board lies.
  std::optional<Solution> find(Puzzle const& puzzle) {
    std::lock_guard const lock(mutex_);
    for (auto const& way : ways_) {
      auto const found = std::find(way.boards.begin(), way.boards.end(), puzzle);
      if (found == way.boards.end()) continue;
      auto rest = way.solution;
      rest.tiles.erase(rest.tiles.begin(), rest.tiles.begin() + (found - way.boards.begin()));
      return rest;
    }
    return std::nullopt;
  }

  void keep(Puzzle board, Solution const& solution) {
    std::vector<Puzzle> boards;
    for (auto const tile : solution.tiles) {
      boards.push_back(board);
      slide(board, tile);
    }
    std::lock_guard const lock(mutex_);
    ways_[oldest_++ % ways_.size()] = {std::move(boards), solution};
  }

 private:
  struct Way {
    std::vector<Puzzle> boards;  // before each step
    Solution solution;
  };

  std::mutex mutex_;
  std::array<Way, 32> ways_;
  std::size_t oldest_ = 0;
};

}  // namespace

Solution solve_puzzle(Puzzle const& puzzle, Thinking const& thinking) {
  if (is_solved(puzzle)) return {{}, 0, true};
  if (puzzle.size == 4) return solve_fifteen(puzzle, thinking);
  if (puzzle.size > 4) return solve_twenty_four(puzzle, thinking);
  auto tiles = solve_by_layers(puzzle, Layers::kLarge);
  auto const nodes = tiles.size();
  return {std::move(tiles), nodes, true};
}

Solution follow_solution(Puzzle const& puzzle, Thinking const& thinking) {
  static Ways ways;
  // A way that is not the shortest was found in a hurry; who has all the time solves anew, so that the answer depends on the
  // board alone.
  if (auto way = ways.find(puzzle); way && (way->optimal || thinking.limited())) return std::move(*way);
  auto solution = solve_puzzle(puzzle, thinking);
  ways.keep(puzzle, solution);
  return solution;
}

}  // namespace engawa::games::fifteen
