// The machine's current wall clock, right or wrong, in Unix ms. For times that must not jump, use ServerClock. Any
// thread.
#pragma once
#include <chrono>
#include <cstdint>

namespace engawa::server {

inline std::int64_t wall_clock() {
  auto const now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

}  // namespace engawa::server
