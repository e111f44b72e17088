// A connection between two ends, in order, each message some time after it was sent. An end at a node hears when its node runs;
// what is sent over a link that is cut or stalled comes to nothing, or when it is mended.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "tests/simulation/scheduler.hpp"

namespace engawa::simulation {

class Node;
class World;

class Wire : public std::enable_shared_from_this<Wire> {
 public:
  enum Side { calling, answering };
  struct End {
    std::function<void(std::string const&)> hear;
    std::function<void(int code)> closed;
    // Brings an event to the end's node; empty: it is at no node.
    std::function<void(Scheduler::Event)> deliver;
  };

  // `from`, `to`: the nodes of its ends; -1: none.
  Wire(World& world, int from, int to) : world_(world), from_(from), to_(to) {}

  void set_end(Side side, End end) { ends_[side] = std::move(end); }
  // From this side to the other one.
  void send(Side from, std::string_view text);
  void close(Side from, int code);
  // Both ends hear it.
  void cut();
  // This side has ended without a word, as with its process; or does not listen any more.
  void forget(Side side) { ends_[side] = {}; }
  bool joins(int one, int other) const { return (from_ == one && to_ == other) || (from_ == other && to_ == one); }

 private:
  void pass(Side to, std::function<void(End&)> what);
  void arrive(Side to, std::function<void(End&)> const& what);

  World& world_;
  int from_, to_;
  End ends_[2];
  Time last_[2] = {0, 0};
  bool over_[2] = {false, false};  // this side says no more
};

using WirePtr = std::shared_ptr<Wire>;

}  // namespace engawa::simulation
