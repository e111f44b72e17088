// The bounded queue of frames to be written to one connection. Queued steps may be replaced by one state; answers are
// never dropped. The connection's shard only.
#pragma once
#include <boost/container/small_vector.hpp>
#include <cstddef>

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
    overflow,  // the queued steps were dropped: request a state
    hopeless,  // it overflowed again before the state was written: give up
  };

  explicit Outbox(Bounds bounds) : bounds_(bounds) {}

  Bounds const& bounds() const { return bounds_; }
  // The first `writing` items are being written, and stay in the queue.
  Verdict push(Item item, std::size_t writing);
  bool empty() const { return items_.empty(); }
  std::size_t size() const { return items_.size(); }
  Item const& operator[](std::size_t place) const { return items_[place]; }
  // Bytes of the frames, estimated.
  std::size_t memory() const;
  // Removes the first `count` items.
  void pop(std::size_t count);
  // Drops queued frames, except those being written.
  void clear(std::size_t writing);

 private:
  // At least one frame always fits, since otherwise a frame larger than the limit could never be sent.
  bool over() const { return items_.size() > bounds_.frames || (bytes_ > bounds_.bytes && items_.size() > 1); }
  void drop_steps(std::size_t writing);
  void count_bytes();

  Bounds bounds_;
  boost::container::small_vector<Item, 2> items_;  // rarely more than 2; these are stored inside the object
  std::size_t bytes_ = 0;
  bool collapsed_ = false;  // a state replaces dropped steps and has not been written yet
};

}  // namespace engawa::server
