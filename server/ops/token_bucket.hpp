// Token bucket: `per_second` on average, `burst` at once. Times in ms of any one clock. One thread.
#pragma once
#include <algorithm>
#include <cstdint>

namespace engawa::server {

struct Rate {
  double per_second = 20;
  double burst = 40;
};

// So much at once, and again in the course of an hour.
inline Rate kb_per_hour(std::int64_t kb) {
  auto const bytes = 1000 * static_cast<double>(kb);
  return {bytes / 3600, bytes};
}

class TokenBucket {
 public:
  explicit TokenBucket(Rate rate) : rate_(rate), tokens_(rate.burst) {}

  // Takes `cost` tokens (never more than it can hold): 0 if they were available, else the ms until the next try.
  std::int64_t take(std::int64_t now, double cost = 1) {
    tokens_ = tokens_at(now);
    last_ = now;
    auto const ms = wait(now, cost);
    if (ms == 0) tokens_ -= std::min(cost, rate_.burst);
    return ms;
  }

  // Takes `cost` tokens whether they are available or not; missing ones are owed.
  void charge(std::int64_t now, double cost = 1) {
    tokens_ = tokens_at(now) - cost;
    last_ = now;
  }

  // The result of take(), without taking.
  std::int64_t wait(std::int64_t now, double cost = 1) const {
    auto const missing = std::min(cost, rate_.burst) - tokens_at(now);
    return missing <= 0 ? 0 : static_cast<std::int64_t>(missing * 1000 / rate_.per_second) + 1;
  }

  // Whether the bucket is full, so that it can be dropped.
  bool full(std::int64_t now) const { return tokens_at(now) >= rate_.burst; }

 private:
  double tokens_at(std::int64_t now) const {
    auto const passed = static_cast<double>(std::max<std::int64_t>(0, now - last_));
    return std::min(rate_.burst, tokens_ + passed * rate_.per_second / 1000);
  }

  Rate rate_;
  double tokens_;
  std::int64_t last_ = 0;
};

}  // namespace engawa::server
