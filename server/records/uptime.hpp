// The time that servers were up with the database (Archive::Uptime), counted by this one, and what the wall clock is held
// against. By both together it is known what is old: no clock that is wrong deletes anything.
#pragma once
#include <chrono>
#include <cstdint>
#include <string>

#include "server/store/archive.hpp"

namespace engawa::server {

class Journal;

// A sentence for the operator when the wall clock is far from the time at which the database was last in use: more than a
// day before or thirty days after it. Empty: it is not, or nobody knows (`counted_at` 0).
std::string clock_doubt(std::int64_t now, std::int64_t counted_at);

// One thread, not a shard's: it waits for the journal. All throw if the store fails.
class UptimeCounter {
 public:
  explicit UptimeCounter(Journal& journal) : journal_(journal) {}

  // Stores what has passed since the last time.
  void count();
  struct Clocks {
    std::int64_t now = 0;  // by the wall clock
    std::int64_t uptime = 0;
    // What is older than `age` in ms.
    Archive::Before before(std::int64_t age) const { return {now - age, now, uptime - age}; }
  };
  // The same, and how it is then.
  Clocks clocks();

 private:
  Journal& journal_;
  std::chrono::steady_clock::time_point counted_ = std::chrono::steady_clock::now();
};

}  // namespace engawa::server
