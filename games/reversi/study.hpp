// Thinks about a position of reversi: a search with the learned evaluation, or with tuned rollouts if there are no
// weights (custom boards), and near the end also the exact solver.
#pragma once
#include <memory>

#include "games/core/thinker.hpp"
#include "games/reversi/many/rollouts.hpp"

namespace engawa::games::reversi {

// The effort for one move. A search by rollouts takes fewer iterations, because each costs more.
struct Plan {
  std::uint64_t iterations = 1000;   // of a search with the learned evaluation
  std::uint64_t rollouts = 250;      // of a search by rollouts, eight games each
  int solve_empty = 0;               // with at most this many empty cells and no bomb left, the end is solved exactly,
  std::uint64_t solve_most = 0;      // if that takes at most this many positions, or k times as many where `Thinking`
                                     // allows k times as many iterations
  bool weigh_only_move = false;      // think even if there is only one move
  std::uint64_t positions = 20'000;  // of a search for two players (two/), in place of all the others
  float rollout_share = 0;           // of a leaf's value in a search with the learned evaluation
};

// The result.
struct Advice {
  struct Candidate {
    Move move;
    float chance;  // the mover's chance to come first after it; 0 for players who do not compete
    float share;   // share of the visits
  };
  Rewards chances;                    // to come first, by seat; 0 for players who do not compete
  std::vector<Candidate> candidates;  // all moves, best first
};

class Study : public Thought<Move> {
 public:
  // REQUIRES: think() has been called.
  virtual Advice advice() const = 0;
};

// REQUIRES: a seat is to act.
template <class Word>
std::unique_ptr<Study> make_study(typename Reversi<Word>::State const& state, Plan const& plan);

// The same without the learned evaluation: eight tuned games for each leaf.
template <class Word>
std::unique_ptr<Study> study_by_rollouts(typename Reversi<Word>::State const& state, Plan const& plan);

// Plain UCT: one uniformly random game per leaf, and only the first place counts. The reference for other searches.
template <class Word>
std::unique_ptr<Study> plain_uct(typename Reversi<Word>::State const& state, std::uint64_t iterations);

// The values that one ply shows: learned, or from a few tuned rollouts.
struct Outlook {
  std::vector<float> logits;  // of the mover's reward after each move, in the order of the game's moves
  bool for_two = false;       // by the evaluation for two players
};
template <class Word>
Outlook look_ahead(typename Reversi<Word>::State const& state, Rng& rng);

}  // namespace engawa::games::reversi
