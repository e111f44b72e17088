// When a failed store is tried again: after a pause that doubles, also from one failure to the next if the store worked
// only for a short time. No thread and no clock of its own: every call has the time as a parameter. Not thread-safe.
#pragma once
#include <chrono>
#include <cstdint>

#include "base/expect.hpp"

namespace engawa::server {

class Outage {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // The store has failed. REQUIRES: it was up.
  void begin(Time now);
  // A retry has failed, too. REQUIRES: it is down.
  void failed_again(Time now);
  // It works again. Returns the length of the outage. REQUIRES: it was down.
  std::chrono::seconds end(Time now);

  // REQUIRES: it is down.
  Time next_try() const {
    EXPECT(down_);
    return next_try_;
  }
  // The number of inputs and tasks that were refused because of it.
  void refuse(std::uint64_t count) { refused_ += count; }
  std::uint64_t refused() const { return refused_; }

 private:
  Time down_since_{}, up_since_{}, next_try_{};
  std::chrono::milliseconds pause_{0};
  std::uint64_t refused_ = 0;
  bool down_ = false;
};

}  // namespace engawa::server
