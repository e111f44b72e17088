// A connection between two ends, in order, each message some time after it was sent. An end at a node receives while
// its node runs; messages over a cut link are lost, and those over a stalled one arrive when it is repaired.
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
    // Delivers an event to the end's node; empty: it is at no node.
    std::function<void(Scheduler::Event)> deliver;
  };

  // `from`, `to`: the nodes of its ends; -1: none.
  Wire(World& world, int from, int to) : world_(world), from_(from), to_(to) {}

  void set_end(Side side, End end) { ends_[side] = std::move(end); }
  // Sends from this side to the other.
  void send(Side from, std::string_view text);
  void close(Side from, int code);
  // Both ends learn of it.
  void cut();
  // This side has ended silently, for example with its process; or does not listen any more.
  void forget(Side side) { ends_[side] = {}; }
  bool joins(int one, int other) const { return (from_ == one && to_ == other) || (from_ == other && to_ == one); }

 private:
  void pass(Side to, std::function<void(End&)> what);
  void arrive(Side to, std::function<void(End&)> const& what);

  World& world_;
  int from_, to_;
  End ends_[2];
  Time last_[2] = {0, 0};
  bool over_[2] = {false, false};  // this side sends no more
};

using WirePtr = std::shared_ptr<Wire>;

}  // namespace engawa::simulation
