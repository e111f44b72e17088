#include "games/fifteen/solver.hpp"

#include <utility>

#include "base/expect.hpp"
#include "base/forever.hpp"
#include "games/fifteen/layers.hpp"
#include "games/fifteen/pattern_tables.hpp"
#include "games/fifteen/walking_distance.hpp"
#include "games/fifteen/ways.hpp"

namespace engawa::games::fifteen {
namespace {

constexpr int kExact = 4, kWeighted = 7;           // quarters of the estimate
constexpr std::uint64_t kWeightedNodes = 200'000;  // limit of the weighted search
constexpr std::uint64_t kSlice = 2048;             // nodes between two checks of the clock, about 0.1 ms

// With the heuristic that is available. The quick solution always uses the same one, so that it depends only on the
// board.
std::unique_ptr<Search> new_search(Puzzle const& puzzle, int weight, bool with_tables) {
  if (auto const* tables = with_tables ? pattern_tables() : nullptr)
    return std::make_unique<IdaStar<PatternTables>>(*tables, puzzle, weight);
  return std::make_unique<IdaStar<WalkingDistance>>(WalkingDistance::instance(), puzzle, weight);
}

Ways& ways_of(Goal goal) {
  static auto &shortest = *forever<Ways>(), &quick = *forever<Ways>();
  return goal == Goal::kShortest ? shortest : quick;
}

}  // namespace

Solving::Solving(Puzzle const& puzzle, Goal goal, bool follows)
    : puzzle_(puzzle), goal_(goal), follows_(follows), core_(puzzle) {
  EXPECT(is_solvable(puzzle));
}

// The answers that need no search, and the solution by layers, which is always available.
void Solving::begin(Thinking const& thinking) {
  stage_ = Stage::kDone;
  if (puzzle_.size == kMaxSize) {
    outer_ = solve_outer_layer(core_, Layers::kLarge);
    core_ = inner_puzzle(core_);
  }
  bool const at_once = core_.size < 4 || is_solved(core_);
  if (!at_once && follows_ && recall(thinking)) return;
  way_ = {solve_by_layers(core_, Layers::kLarge), at_once};
  if (!at_once) search(goal_ == Goal::kQuick || thinking.limited() ? Stage::kQuick : Stage::kShortest);
}

// A solution that is not the shortest was found under time pressure. A caller with unlimited time solves again, so that
// the answer depends only on the board.
bool Solving::recall(Thinking const& thinking) {
  auto way = ways_of(goal_).find(core_);
  if (!way || (goal_ == Goal::kShortest && !way->optimal && !thinking.limited())) return false;
  way_ = std::move(*way);
  return true;
}

void Solving::search(Stage stage) {
  stage_ = stage;
  search_ = new_search(core_, stage == Stage::kQuick ? kWeighted : kExact, goal_ == Goal::kShortest);
}

// True when the stage is over, with an answer or because it took too long.
bool Solving::advance() {
  auto const before = search_->nodes();
  bool const home = search_->advance(kSlice);
  nodes_ += search_->nodes() - before;
  if (!home) return stage_ == Stage::kQuick && search_->nodes() >= kWeightedNodes;
  auto tiles = search_->solution();
  bool const exact = stage_ == Stage::kShortest;
  if (exact || tiles.size() < way_.tiles.size()) way_ = {std::move(tiles), exact};
  return true;
}

// A stopped search does not store its result: nothing will use it, and it may be no better than the solution by layers.
void Solving::end(Thinking const& thinking) {
  stage_ = Stage::kDone;
  search_.reset();
  if (follows_ && !thinking.stopped()) ways_of(goal_).keep(core_, way_.tiles, way_.optimal);
}

// Every stage gets one slice, even if the time is up: building tables on first use may have taken all of it, and a
// solution of a few steps is proved within that slice.
bool Solving::think(Thinking const& thinking) {
  if (stage_ == Stage::kNew) begin(thinking);
  while (stage_ != Stage::kDone) {
    if (thinking.stopped()) {
      end(thinking);
    } else if (!advance()) {
      if (thinking.over()) {
        end(thinking);
      } else if (thinking.pausing()) {
        return false;
      }
    } else if (stage_ == Stage::kQuick && goal_ == Goal::kShortest) {
      search(Stage::kShortest);
    } else {
      end(thinking);
    }
  }
  return true;
}

Solution Solving::solution() const {
  EXPECT(stage_ != Stage::kNew);
  Solution whole{outer_, nodes_, way_.optimal && puzzle_.size < kMaxSize};
  for (auto const tile : way_.tiles)
    whole.tiles.push_back(puzzle_.size == kMaxSize ? outer_tile(kMaxSize, tile) : tile);
  return whole;
}

Solution solve_puzzle(Puzzle const& puzzle, Thinking const& thinking) {
  Solving solving(puzzle, Goal::kShortest, false);
  while (!solving.think(thinking)) continue;
  return solving.solution();
}

}  // namespace engawa::games::fifteen
