// Token buckets: `per_second` on average, `burst` at once. Times in ms of any one clock.
//
// A bucket is one number, the time at which it is full again (the generic cell rate algorithm): taking tokens moves
// that time forward, and its distance from now is the debt. For several threads the number is atomic, so that no call
// locks.
#pragma once
#include <algorithm>
#include <atomic>
#include <concepts>
#include <cstdint>

namespace engawa::server {

struct Rate {
  double per_second = 20;
  double burst = 40;
};

// This much at once, and refilled within an hour.
inline Rate kb_per_hour(std::int64_t kb) {
  auto const bytes = 1000 * static_cast<double>(kb);
  return {bytes / 3600, bytes};
}

// `Time` is the type of the number.
template <class Time>
class BasicBucket {
 public:
  explicit BasicBucket(Rate rate)
      : token_ns_(1e9 / rate.per_second), window_ns_(static_cast<std::int64_t>(rate.burst * token_ns_)) {}

  // Takes `cost` tokens (never more than it can hold): 0 if they were available, else the ms until the next try.
  std::int64_t take(std::int64_t now, double cost = 1)
    requires std::same_as<Time, std::int64_t>
  {
    auto const ms = wait(now, cost);
    if (ms == 0) full_at_ = owed(full_at_, now, held(cost));
    return ms;
  }

  // Takes `cost` tokens whether they are available or not; missing ones are owed.
  void charge(std::int64_t now, double cost = 1) {
    if constexpr (std::same_as<Time, std::int64_t>) {
      full_at_ = owed(full_at_, now, as_ns(cost));
    } else {
      auto full_at = full_at_.load(std::memory_order_relaxed);
      while (!full_at_.compare_exchange_weak(full_at, owed(full_at, now, as_ns(cost)), std::memory_order_relaxed)) {
      }
    }
  }

  // 0 if `cost` tokens are available, else the ms until they are.
  std::int64_t wait(std::int64_t now, double cost = 1) const {
    auto const missing = full_at() + held(cost) - window_ns_ - now * kMs;
    return missing <= 0 ? 0 : missing / kMs + 1;
  }

  // Whether the bucket is full, so that it can be dropped.
  bool full(std::int64_t now) const { return full_at() <= now * kMs; }

 private:
  static constexpr std::int64_t kMs = 1000000;  // ns

  std::int64_t as_ns(double tokens) const { return static_cast<std::int64_t>(tokens * token_ns_); }
  std::int64_t held(double tokens) const { return std::min(as_ns(tokens), window_ns_); }
  static std::int64_t owed(std::int64_t full_at, std::int64_t now, std::int64_t ns) {
    return std::max(full_at, now * kMs) + ns;
  }
  std::int64_t full_at() const {
    if constexpr (std::same_as<Time, std::int64_t>)
      return full_at_;
    else
      return full_at_.load(std::memory_order_relaxed);
  }

  double token_ns_;         // in which one token is refilled
  std::int64_t window_ns_;  // in which an empty bucket is refilled
  Time full_at_{0};         // ns
};

// One thread.
using TokenBucket = BasicBucket<std::int64_t>;
// Any thread.
using SharedBucket = BasicBucket<std::atomic<std::int64_t>>;

}  // namespace engawa::server
