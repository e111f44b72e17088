// The time that servers were up with the database (Archive::Uptime), which this server adds to, and a comparison with
// the wall clock. Data is old only by both together, so that a wrong clock deletes nothing.
#pragma once
#include <chrono>
#include <cstdint>
#include <string>

#include "server/store/archive.hpp"

namespace engawa::server {

class Journal;

// A warning for the operator if the wall clock is far from the time at which the database was last in use: more than a
// day before or thirty days after it. Empty: it is not, or that time is unknown (`counted_at` 0).
std::string clock_doubt(std::int64_t now, std::int64_t counted_at);

// One thread, not a shard's, because it waits for the journal. All functions throw if the store fails.
class UptimeCounter {
 public:
  explicit UptimeCounter(Journal& journal) : journal_(journal) {}

  // Stores the time since the last call.
  void count();
  struct Clocks {
    std::int64_t now = 0;  // by the wall clock
    std::int64_t uptime = 0;
    // The latest times of data that is older than `age` in ms.
    Archive::Before before(std::int64_t age) const { return {now - age, now, uptime - age}; }
  };
  // As above, and the current values.
  Clocks clocks();

 private:
  Journal& journal_;
  std::chrono::steady_clock::time_point counted_ = std::chrono::steady_clock::now();
};

}  // namespace engawa::server
