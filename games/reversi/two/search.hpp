// The search for two players: principal variation search with iterative deepening, a table of positions, moves ordered
// by shallow searches, and multi-probability cut (M. Buro, "Experiments with Multi-ProbCut", 1997): a move that a
// shallow search finds far outside the window is skipped. Near the end of a game it searches to the last cell: first
// selectively, then for the winner, then for the lead in discs.
//
// One thread at a time. It can be paused, and gives the same answer wherever that happened.
#pragma once
#include <array>
#include <optional>
#include <vector>

#include "base/expect.hpp"
#include "games/core/spares.hpp"
#include "games/core/thinking.hpp"
#include "games/reversi/two/near.hpp"
#include "games/reversi/two/table.hpp"
#include "games/reversi/two/task.hpp"

namespace engawa::games::reversi::duel {

struct Settings {
  bool weigh_all = false;  // a value for each move instead of only the best, also for an only move
  // A move that is worse than the best by up to this may be chosen instead, in units of the evaluation.
  int variety = 0;
};

class Search {
 public:
  // A move in the root position.
  struct Candidate {
    Bits at = 0, flips = 0;
    int value = 0;            // for the mover; except for the best move an upper bound, unless all are weighed
    int favour = 0;           // the bonus from variety
    std::uint64_t nodes = 0;  // positions visited below it
  };

  // REQUIRES: the player to move can move; `evaluation` outlives this.
  Search(Evaluation const& evaluation, Board const& board, Settings const& settings);

  // Continues until `most` positions have been visited, the result is certain, or `thinking` is pausing. Returns true
  // when it is complete. After the first call there are candidates.
  bool think(Thinking& thinking, std::uint64_t most);

  // Best first. Only after think().
  std::vector<Candidate> const& candidates() const {
    EXPECT(!moves_.empty());
    return moves_;
  }
  // Whether the best move's value is the exact end; if all moves are weighed, the others' values too.
  bool exact() const { return exact_; }
  int depth() const { return depth_; }  // plies, of the last complete search
  std::uint64_t nodes() const { return nodes_; }

 private:
  // A move in the order in which it is tried.
  struct Step {
    Bits at, flips;
    int rank;
  };
  struct Steps {
    std::array<Step, 64> list;
    std::size_t count = 0;
  };

  void begin(Thinking& thinking);
  Task deepen();
  Task iterate(int depth, int low, int high);
  Task value(Node const& node, int depth, int alpha, int beta);
  Task look(Node node, int depth, int alpha, int beta);
  Task probe(Node node, int depth, int alpha, int beta);
  Steps order(Node const& node, Bits legal, int depth, bool to_end, int best);
  bool known_better(Node const& node, Steps const& steps, Bits empty, int depth, int beta);
  Bits empty_of(Board const& board) const { return evaluation_.patterns.field & ~(board.own | board.other); }

  Evaluation const& evaluation_;
  Near const& near_;
  Node root_;
  Settings settings_;
  Spare<Table> table_;
  std::vector<Candidate> moves_;
  std::uint64_t nodes_ = 0;
  std::uint64_t checked_ = 0;  // nodes_ at the last look at the time
  int trust_ = 0;              // index of the selectivity; Table::kFull: none
  int depth_ = 0;
  bool exact_ = false;
  Track track_;
  std::optional<Task> whole_;  // destroyed before the members it uses
};

// The spread between results and values at this number of empty cells, in units of the evaluation: value / spread is
// the logit of the chance to win.
float spread_of(int empty);

// The chance to win of a player with this value at this number of empty cells.
float chance_of(int value, int empty, bool exact);

}  // namespace engawa::games::reversi::duel
