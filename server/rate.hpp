// Token bucket: `per_second` on average, `burst` at once. Times in ms of any one clock. One thread.
#pragma once
#include <algorithm>
#include <cstdint>

namespace engawa::server {

struct Rate {
  double per_second = 20;
  double burst = 40;
};

class TokenBucket {
 public:
  explicit TokenBucket(Rate rate) : rate_(rate), tokens_(rate.burst) {}

  // Takes one token: 0 when there was one, else the ms after which to try again.
  std::int64_t take(std::int64_t now) {
    tokens_ = std::min(rate_.burst,
                       tokens_ + static_cast<double>(std::max<std::int64_t>(0, now - last_)) * rate_.per_second / 1000);
    last_ = now;
    if (tokens_ >= 1) {
      tokens_ -= 1;
      return 0;
    }
    return static_cast<std::int64_t>((1 - tokens_) * 1000 / rate_.per_second) + 1;
  }

  // Whether it is as good as new, so that it can be forgotten.
  bool full(std::int64_t now) const {
    return tokens_ + static_cast<double>(now - last_) * rate_.per_second / 1000 >= rate_.burst;
  }

 private:
  Rate rate_;
  double tokens_;
  std::int64_t last_ = 0;
};

}  // namespace engawa::server
