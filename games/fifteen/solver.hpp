// Solves 15-puzzles: a shortest solution if time allows, else a good one; there is always an answer. Any thread.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "games/core/thinking.hpp"
#include "games/fifteen/ida_star.hpp"
#include "games/fifteen/puzzle.hpp"
#include "games/fifteen/ways.hpp"

namespace engawa::games::fifteen {

struct Solution {
  std::vector<Tile> tiles;  // single steps
  std::uint64_t nodes = 0;  // boards visited
  bool optimal = false;     // proved shortest
};

enum class Goal {
  kShortest,  // within the time available
  kQuick      // an answer in well under a millisecond, about 10 % longer
};

// A solution in progress. One thread at a time.
//
// 3x3: exact, from a table. 4x4: exact by IDA*, with the pattern tables once they are prepared (pattern_tables.hpp),
// until then with walking distance. If time is short, weighted search runs first, so that the result is better than
// that of the layers. 5x5: the outer layer by table, then 4x4; never proved shortest.
class Solving {
 public:
  // `follows`: a caller that asks again after every step of a solution gets the rest of the same solution.
  // REQUIRES: solvable.
  Solving(Puzzle const& puzzle, Goal goal, bool follows);

  // As Thinker::think: continues until `thinking` is pausing; true when finished or out of time.
  bool think(Thinking const& thinking);
  // The best solution so far. REQUIRES: think() has been called.
  Solution solution() const;

 private:
  enum class Stage { kNew, kQuick, kShortest, kDone };

  void begin(Thinking const& thinking);
  bool recall(Thinking const& thinking);
  void search(Stage stage);
  bool advance();
  void end(Thinking const& thinking);

  Puzzle puzzle_;
  Goal goal_;
  bool follows_;
  Stage stage_ = Stage::kNew;
  std::vector<Tile> outer_;  // of a 5x5: the steps to the core
  Puzzle core_;              // the searched part: the inner square of a 5x5, else the whole puzzle
  Ways::Way way_;            // of the core
  std::unique_ptr<Search> search_;
  std::uint64_t nodes_ = 0;
};

// Without interruption and without following an earlier solution.
Solution solve_puzzle(Puzzle const& puzzle, Thinking const& thinking);

}  // namespace engawa::games::fifteen
