// Server time: the wall clock at startup plus the time measured by the steady clock since, so that it never jumps. Any
// thread.
#pragma once
#include <chrono>
#include <cstdint>

namespace engawa::server {

class ServerClock {
 public:
  std::int64_t now() const { return wall_start_ + ms(std::chrono::steady_clock::now() - steady_start_); }
  std::chrono::steady_clock::time_point steady_at(std::int64_t at) const {
    return steady_start_ + std::chrono::milliseconds(at - wall_start_);
  }

 private:
  static std::int64_t ms(std::chrono::nanoseconds time) {
    return std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
  }
  std::chrono::steady_clock::time_point steady_start_ = std::chrono::steady_clock::now();
  std::int64_t wall_start_ = ms(std::chrono::system_clock::now().time_since_epoch());
};

}  // namespace engawa::server
