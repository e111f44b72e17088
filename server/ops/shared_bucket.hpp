// A token bucket (token_bucket.hpp) for several threads: what is owed is one number, so that no call locks or allocates.
// Times in ms of any one clock. Any thread.
#pragma once
#include <algorithm>
#include <atomic>
#include <cstdint>

#include "server/ops/token_bucket.hpp"

namespace engawa::server {

class SharedBucket {
 public:
  explicit SharedBucket(Rate rate)
      : token_ns_(1e9 / rate.per_second), window_ns_(static_cast<std::int64_t>(rate.burst * token_ns_)) {}

  // 0 if any token is available, else the ms until one is.
  std::int64_t wait(std::int64_t now) const {
    auto const missing = full_at_.load(std::memory_order_relaxed) + as_ns(1) - window_ns_ - now * kMs;
    return missing <= 0 ? 0 : missing / kMs + 1;
  }

  // Takes `cost` tokens whether they are available or not; missing ones are owed.
  void charge(std::int64_t now, double cost) {
    auto full_at = full_at_.load(std::memory_order_relaxed);
    while (!full_at_.compare_exchange_weak(full_at, std::max(full_at, now * kMs) + as_ns(cost),
                                           std::memory_order_relaxed)) {
    }
  }

  bool full(std::int64_t now) const { return full_at_.load(std::memory_order_relaxed) <= now * kMs; }

 private:
  static constexpr std::int64_t kMs = 1000000;  // ns
  std::int64_t as_ns(double tokens) const { return static_cast<std::int64_t>(tokens * token_ns_); }

  double token_ns_;         // in which a token comes back
  std::int64_t window_ns_;  // in which an empty bucket is full again
  std::atomic<std::int64_t> full_at_{0};
};

}  // namespace engawa::server
