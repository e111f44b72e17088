// Thoughts that can be left and taken up again. Each is used by one thread at a time, not always by the same.
#pragma once
#include "base/json_read.hpp"
#include "base/result.hpp"

namespace engawa::games {

class Thinking;

// What MatchOf makes of a question: a move, a hint or a solution in the making.
class Thinker {
 public:
  Thinker() = default;
  Thinker(Thinker const&) = delete;
  Thinker& operator=(Thinker const&) = delete;
  virtual ~Thinker() = default;

  // Thinks on, at least a little, until `thinking` is pausing. True when nothing is left to think about, and always once `thinking`
  // is over. The first call leaves an answer.
  virtual bool think(Thinking& thinking) = 0;
  // The answer as far as it is thought. REQUIRES: think() has been called.
  virtual Result<Json> answer() const = 0;
};

// A game's own thought about one move: what Bots<G>::begin gives for bots that think long enough to be worth interrupting.
// think() as above.
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
