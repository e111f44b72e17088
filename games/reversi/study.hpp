// Thinking about a position of reversi: a search by the learned evaluation, or by tuned rollouts where there are no weights (boards
// of one's own), and beside it the exact solver once the end is near.
#pragma once
#include <memory>

#include "games/core/thinker.hpp"
#include "games/reversi/rollouts.hpp"

namespace engawa::games::reversi {

// How much to think about one move. A search by rollouts takes fewer iterations, since each costs more.
struct Plan {
  std::uint64_t iterations = 1000;  // of a search by the learned evaluation
  std::uint64_t rollouts = 250;     // of a search by rollouts, eight games each
  int solve_empty = 0;              // with so many empty cells and no bomb left the end is played out exactly,
  std::uint64_t solve_most = 0;     // if that takes no more positions than this
  bool weigh_only_move = false;     // think although there is only one move
};

// What came out of it.
struct Advice {
  struct Candidate {
    Move move;
    float chance;  // of the mover to come first after it; 0 for who cannot
    float share;   // of the visits
  };
  Rewards chances;                    // to come first, by seat; 0 for who does not compete
  std::vector<Candidate> candidates;  // all moves, the best first
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

// Plain UCT: one uniformly random game for each leaf, and nothing counts but coming first. What other searches are measured by.
template <class Word>
std::unique_ptr<Study> plain_uct(typename Reversi<Word>::State const& state, std::uint64_t iterations);

// The reward of the mover after each move, in the order of the game's moves: learned, or from a few tuned rollouts.
template <class Word>
std::vector<float> look_ahead(typename Reversi<Word>::State const& state, Rng& rng);

}  // namespace engawa::games::reversi
