// The machine's clock at this moment, wrong or right, Unix ms. What must not jump takes ServerClock. Any thread.
#pragma once
#include <chrono>
#include <cstdint>

namespace engawa::server {

inline std::int64_t wall_clock() {
  auto const now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

}  // namespace engawa::server
