// What waits to be written to one connection, bounded. Steps may be dropped for one state in their place; answers never are.
// The connection's shard only.
#pragma once
#include <cstddef>
#include <deque>

#include "server/room/peer.hpp"

namespace engawa::server {

class Outbox {
 public:
  struct Bounds {
    std::size_t frames = 64;
    std::size_t bytes = 262144;
  };
  struct Item {
    Frame frame;
    FrameKind kind = FrameKind::answer;
  };
  enum class Verdict {
    queued,
    overflow,  // the steps that waited are gone: ask for a state
    hopeless,  // it ran over again before the state was out: give up
  };

  explicit Outbox(Bounds bounds) : bounds_(bounds) {}

  // The front item is being written while `writing`, and stays.
  Verdict push(Item item, bool writing);
  bool empty() const { return items_.empty(); }
  std::size_t size() const { return items_.size(); }
  Item const& front() const { return items_.front(); }
  void pop();
  // Forgets what waits, but not what is being written.
  void clear(bool writing);

 private:
  // One frame always fits, or what is larger than the bound could never be told.
  bool over() const { return items_.size() > bounds_.frames || (bytes_ > bounds_.bytes && items_.size() > 1); }
  void drop_steps(bool writing);

  Bounds bounds_;
  std::deque<Item> items_;
  std::size_t bytes_ = 0;
  bool collapsed_ = false;  // a state stands in for dropped steps and is not out yet
};

}  // namespace engawa::server
