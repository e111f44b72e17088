// The winner of a position of the 753 game, and the winning moves. Pure functions, any thread.
//
// A run of n adjacent cells has Grundy value n although a move may split it (octal game 0.777...): its options are the
// pairs (i, j) with i + j < n, of value i xor j <= i + j < n, and (i, 0) gives every smaller value. So the side to move
// loses exactly when the xor of the runs is 0. In misère play the same holds as long as some run has two cells or more;
// with runs of one cell only, the side to move loses if their number is odd. (docs/reference/rules.md 2.2 and 2.3, with
// the proofs.)
#pragma once
#include <bit>

#include "games/nim/rules.hpp"

namespace engawa::games::nim {

// A maximal run of untaken cells.
struct Group {
  std::uint8_t row = 0;
  std::uint8_t from = 0;
  std::uint8_t length = 0;
};
using Groups = StackList<Group, kMaxRows * kMaxCells / 2>;

// By row, then from left to right.
Groups groups(Position const& position);

// All relevant facts of a position.
struct Sum {
  int value = 0;      // xor of the runs
  int long_runs = 0;  // runs of two cells or more

  constexpr Sum with(int run) const { return {value ^ run, long_runs + (run >= 2 ? 1 : 0)}; }
  constexpr Sum without(int run) const { return {value ^ run, long_runs - (run >= 2 ? 1 : 0)}; }
  // Whether the side to move wins with perfect play.
  constexpr bool won(bool misere) const { return misere && long_runs == 0 ? value == 0 : value != 0; }
};

Sum sum(Position const& position);

// The sum after `move` in a position with sum `before`. REQUIRES: legal.
Sum after(Position const& position, Sum before, Move move);

// Every move after which the opponent loses, ascending.
Nim::Moves winning_moves(Position const& position);

}  // namespace engawa::games::nim
