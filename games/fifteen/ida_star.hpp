// Iterative deepening A* on 4x4 boards with any heuristic (Korf, Artificial Intelligence 27, 1985), without detours.
// Its only memory is the path, which is kept between calls, so that a search can be paused and resumed at any board.
//
// A heuristic has a Value that describes a board, and
// - Value start(Puzzle const&) const
// - void step(Value const& from, Tile, int cell, int to, Value& next) const: the board after the tile has moved from
//   `cell` to `to`; starts to prefetch the data that its estimate needs
// - void look_up(Tile, Value& next) const: completes it some time later
// - int estimate(Value const&) const: never more than the steps to the goal, and of the same parity
// - bool home(Value const&) const: whether it is the goal
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "base/expect.hpp"
#include "games/fifteen/detours.hpp"
#include "games/fifteen/puzzle.hpp"

namespace engawa::games::fifteen {

// A search in progress, with any heuristic. One thread at a time.
class Search {
 public:
  Search() = default;
  Search(Search const&) = delete;
  Search& operator=(Search const&) = delete;
  virtual ~Search() = default;

  // Continues until about `nodes` more boards have been visited. Returns true once a solution is found. REQUIRES: none
  // found before.
  virtual bool advance(std::uint64_t nodes) = 0;
  // Single steps. REQUIRES: advance has returned true.
  virtual std::vector<Tile> solution() const = 0;
  // Boards visited so far.
  virtual std::uint64_t nodes() const = 0;
};

template <class Heuristic>
class IdaStar final : public Search {
 public:
  // The estimate counts `weight` quarters. With 4 the solution is a shortest one, the first of several in the order of
  // directions. With more it is found sooner and is at most weight / 4 times as long.
  IdaStar(Heuristic const& heuristic, Puzzle const& puzzle, int weight)
      : heuristic_(heuristic), puzzle_(puzzle), weight_(weight) {
    EXPECT(puzzle.size == 4 && !is_solved(puzzle) && is_solvable(puzzle), puzzle.size);
    bound_ = weight_ * heuristic_.estimate(heuristic_.start(puzzle_));
    begin();
  }

  bool advance(std::uint64_t nodes) override {
    for (auto const until = nodes_ + nodes; nodes_ < until;) {
      bool busy = false;
      for (auto& lane : lanes_) busy |= lane.root < last_root() && take_step(lane);
      if (busy) continue;
      if (!way_.empty()) return true;
      // In quarters of steps. At weight 4 steps + estimate always has the same parity, so the bound grows by two steps.
      bound_ += weight_ == 4 ? 8 : 4;
      begin();
    }
    return false;
  }

  std::vector<Tile> solution() const override {
    EXPECT(!way_.empty());
    return way_;
  }
  std::uint64_t nodes() const override { return nodes_; }

 private:
  static constexpr int kMostSteps = 256;  // shortest solutions have at most 80, weighted ones at most twice as many
  static constexpr std::size_t kLanes = 4;
  static constexpr std::size_t kRoots = 64;

  using Value = typename Heuristic::Value;

  // A step that may be within the bound.
  struct Step {
    Value value;
    Tile tile;
    Cell cell;  // the tile's origin
    Detours::State way;
  };
  // A board on the path, and the steps from it.
  struct Frame {
    Value value;
    std::array<Step, kDirections> steps;
    std::uint8_t count = 0, next = 0;  // number of `steps`; the next one to try
    bool judged = false;               // only steps within the bound are left
    Cell from = 0;                     // the previous cell of the hole
    Detours::State way = Detours::kStart;
  };
  // A board a few steps from the start: the root of one part of the search.
  struct Root {
    Puzzle puzzle;
    Value value;
    Detours::State way = Detours::kStart;
    std::vector<Tile> tiles;  // the moves that led here
  };
  // One of several parts of the search that take turns, one step each: while one part's table lookup comes from memory,
  // the others work. The tables are far larger than the caches, and a single part would mostly wait.
  struct Lane {
    std::size_t root = 0;
    Puzzle puzzle;
    std::size_t depth = 0;  // of the frame, within this part
    std::vector<Frame> frames = std::vector<Frame>(kMostSteps);
  };

  // The earliest part has the solution: parts after one that has found a solution need not continue.
  std::size_t last_root() const { return way_.empty() ? roots_.size() : way_root_; }

  void begin() {
    for (int depth = 0; depth < kMostSteps; ++depth)
      most_[static_cast<std::size_t>(depth)] = bound_ < 4 * depth ? -1 : (bound_ - 4 * depth) / weight_;
    roots_.assign(1, {puzzle_, heuristic_.start(puzzle_), Detours::kStart, {}});
    root_depth_ = 0;
    while (way_.empty() && !roots_.empty() && roots_.size() < kRoots) split_roots();
    next_root_ = 0;
    for (auto& lane : lanes_) take_root(lane);
  }

  // All roots take one more step, in their order.
  void split_roots() {
    std::vector<Root> next;
    Frame frame;
    ++root_depth_;
    for (auto const& root : roots_) {
      frame.value = root.value;
      frame.way = root.way;
      list_steps(frame, root.puzzle);
      judge_steps(frame, root_depth_);
      for (std::uint8_t i = 0; i < frame.count; ++i) {
        auto const& step = frame.steps[i];
        auto& further = next.emplace_back(root);
        go(further.puzzle, step);
        further.value = step.value;
        further.way = step.way;
        further.tiles.push_back(step.tile);
        if (way_.empty() && heuristic_.home(step.value)) way_ = further.tiles;
      }
    }
    roots_ = std::move(next);
    if (!way_.empty()) roots_.clear();
  }

  void take_root(Lane& lane) {
    lane.root = next_root_++;
    if (lane.root >= last_root()) return;
    auto const& root = roots_[lane.root];
    lane.puzzle = root.puzzle;
    lane.depth = 0;
    lane.frames[0].value = root.value;
    lane.frames[0].way = root.way;
    list_steps(lane.frames[0], lane.puzzle);
  }

  // Judges the steps that were listed last and takes the next one. Returns false when no part of the search is left to
  // start.
  bool take_step(Lane& lane) {
    auto* frame = &lane.frames[lane.depth];
    if (!frame->judged) judge_steps(*frame, root_depth_ + lane.depth + 1);
    while (frame->next == frame->count) {
      if (lane.depth == 0) {
        take_root(lane);
        return lane.root < last_root();
      }
      auto const cell = frame->from;
      lane.puzzle.tiles[lane.puzzle.hole] = lane.puzzle.tiles[cell];
      lane.puzzle.hole = cell;
      frame = &lane.frames[--lane.depth];
    }
    auto const& step = frame->steps[frame->next++];
    auto& further = lane.frames[++lane.depth];
    further.value = step.value;
    further.way = step.way;
    further.from = lane.puzzle.hole;
    go(lane.puzzle, step);
    if (heuristic_.home(step.value)) {
      come_home(lane);
      return true;
    }
    list_steps(further, lane.puzzle);
    return true;
  }

  void come_home(Lane& lane) {
    way_ = roots_[lane.root].tiles;
    for (std::size_t depth = 0; depth < lane.depth; ++depth)
      way_.push_back(lane.frames[depth].steps[lane.frames[depth].next - 1u].tile);
    way_root_ = lane.root;
  }

  static void go(Puzzle& puzzle, Step const& step) {
    puzzle.tiles[puzzle.hole] = step.tile;
    puzzle.hole = step.cell;
  }

  void list_steps(Frame& frame, Puzzle const& puzzle) {
    frame.count = frame.next = 0;
    frame.judged = false;
    for (int direction = 0; direction < kDirections; ++direction) {
      int const cell = kBeside[puzzle.hole][static_cast<std::size_t>(direction)];
      auto const way = detours_.next(frame.way, direction);
      if (cell < 0 || way == Detours::kDetour) continue;
      auto& step = frame.steps[frame.count++];
      step.way = way;
      step.tile = puzzle.tiles[static_cast<std::size_t>(cell)];
      step.cell = static_cast<Cell>(cell);
      heuristic_.step(frame.value, step.tile, cell, puzzle.hole, step.value);
    }
    nodes_ += frame.count;
  }

  // Keeps those within the bound. `depth`: the depth of the resulting boards.
  void judge_steps(Frame& frame, std::size_t depth) {
    std::uint8_t kept = 0;
    for (std::uint8_t i = 0; i < frame.count; ++i) {
      heuristic_.look_up(frame.steps[i].tile, frame.steps[i].value);
      if (heuristic_.estimate(frame.steps[i].value) > most_[depth]) continue;
      if (kept != i) frame.steps[kept] = frame.steps[i];
      ++kept;
    }
    frame.count = kept;
    frame.judged = true;
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
  Detours const& detours_ = Detours::instance();
  Puzzle puzzle_;
  int weight_;
  int bound_ = 0;                       // quarters of steps
  std::array<int, kMostSteps> most_{};  // by depth: the largest estimate within the bound
  std::vector<Root> roots_;
  std::size_t root_depth_ = 0, next_root_ = 0;
  std::array<Lane, kLanes> lanes_;
  std::vector<Tile> way_;  // the solution, once found
  std::size_t way_root_ = 0;
  std::uint64_t nodes_ = 0;
};

}  // namespace engawa::games::fifteen
