// Computations that can be paused and resumed. Each is used by one thread at a time, though not always by the same one.
#pragma once
#include "base/json_read.hpp"
#include "base/result.hpp"

namespace engawa::games {

class Thinking;

// The computation of an answer: a move, a hint or a solution.
class Thinker {
 public:
  Thinker() = default;
  Thinker(Thinker const&) = delete;
  Thinker& operator=(Thinker const&) = delete;
  virtual ~Thinker() = default;

  // Continues, at least a little, until `thinking` is pausing. Returns true when finished, and always once `thinking`
  // is over. After the first call there is an answer.
  virtual bool think(Thinking& thinking) = 0;
  // The best answer so far. REQUIRES: think() has been called.
  virtual Result<Json> answer() const = 0;
};

// A game's own computation of one move: the result of Bots<G>::begin for bots that think long enough to be interrupted.
// think() works as above.
template <class Move>
class Thought {
 public:
  Thought() = default;
  Thought(Thought const&) = delete;
  Thought& operator=(Thought const&) = delete;
  virtual ~Thought() = default;

  virtual bool think(Thinking& thinking) = 0;
  virtual Move move() const = 0;
};

}  // namespace engawa::games
