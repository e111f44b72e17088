// The search's last plies, which contain nearly all visited positions: a few plies with the evaluation at their end, or
// the end of the game played out. Plain recursion, so short that it is never paused.
//
// It is compiled twice: portable, and for processors with AVX2, where it is more than twice as fast. Both give the same
// values and counts. Pure functions except for the count; any thread.
#pragma once
#include "games/reversi/two/evaluation.hpp"

namespace engawa::games::reversi::duel {

// A position in a search.
struct Node {
  Board board;
  bool second = false;  // whether the player to move is the second one in the view of `lines`
  Lines lines;
};

// The maximum number of empty cells for play_out, and of plies for look.
inline constexpr int kNearEmpty = 8;
inline constexpr int kNearDepth = 3;

struct Near {
  // The value by the evaluation. The player to move can move.
  int (*evaluate)(Evaluation const& evaluation, Node const& node);
  // The node after the move `at`.
  Node (*after)(Evaluation const& evaluation, Node const& node, Bits at, Bits flips);
  // The value by a search of `depth` plies, not counting passes; only a bound if it is not between alpha and beta. Adds
  // its positions to `nodes`.
  int (*look)(Evaluation const& evaluation, Node const& node, int depth, int alpha, int beta, std::uint64_t& nodes);
  // The lead in discs at the end, with best play; only a bound if it is not between alpha and beta.
  int (*play_out)(Board const& board, Bits empty, int alpha, int beta, std::uint64_t& nodes);
};

// The best version for this processor; and the portable one, for tests.
Near const& near();
Near const& portable_near();

}  // namespace engawa::games::reversi::duel
