// Solves 15-puzzles: the shortest way where that can be found in time, else a good one; always some. Any thread.
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
  std::uint64_t nodes = 0;  // boards looked at
  bool optimal = false;     // proved to be as short as possible
};

enum class Goal {
  kShortest,  // as far as the time goes
  kQuick      // a way in well under a millisecond, a tenth longer
};

// A solution in the making. One thread at a time.
//
// 3x3: exact, from a table. 4x4: exact by IDA*, with the pattern tables once they are prepared (pattern_tables.hpp), until then with
// walking distance; when time is short, weighted search first, so that there is something better than layers when it is up. 5x5: the
// outer layer by table, then 4x4; never proved to be the shortest.
class Solving {
 public:
  // Who follows a way and asks again after every step is told its rest. REQUIRES: solvable.
  Solving(Puzzle const& puzzle, Goal goal, bool follows);

  // As Thinker: thinks on until `thinking` is pausing, true when nothing is left to think about or it is over.
  bool think(Thinking const& thinking);
  // The best so far. REQUIRES: think() has been called.
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
  std::vector<Tile> outer_;  // of a 5x5: the way to the core
  Puzzle core_;              // what is searched: the inner square of a 5x5, else the puzzle
  Ways::Way way_;            // the core's
  std::unique_ptr<Search> search_;
  std::uint64_t nodes_ = 0;
};

// In one go, without following.
Solution solve_puzzle(Puzzle const& puzzle, Thinking const& thinking);

}  // namespace engawa::games::fifteen
