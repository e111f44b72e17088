// The faults, one or two at a time, as in tests/faults/cluster_faults.py for real processes.
#pragma once
#include "tests/simulation/world.hpp"

namespace engawa::simulation {

class Faults {
 public:
  // REQUIRES: the world outlives all its events.
  explicit Faults(World& world) : world_(world) {}
  void begin() { next(); }

 private:
  void next();
  // Returns how long it lasts.
  Time strike(int node);
  Time kill(int node, Time away);
  Time freeze(int node, Time length);
  Time lose_database(int node, Time length);
  Time lose_others(int node, Time length);
  Time stop(int node, Time away);
  Time restart_database(Time away);
  Time end_session(int node);
  Time lose_all();
  void note(std::string const& what, int node);
  void later(Time delay, std::function<void()> what);

  World& world_;
  std::vector<int> struck_;  // nodes with a fault now
};

}  // namespace engawa::simulation
