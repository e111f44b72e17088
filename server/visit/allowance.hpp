// The rate limit of one connection: a number of messages per time, and few frames that are not requests. A value.
#pragma once
#include <cstddef>
#include <cstdint>

#include "server/ops/token_bucket.hpp"

namespace engawa::server {

class Allowance {
 public:
  static constexpr int kMostBad = 10;       // consecutive frames that are not requests
  static constexpr int kMostRefused = 200;  // consecutive messages over the rate
  static constexpr std::size_t kTokenBytes = 1024;

  // In tokens: a message takes one, and one more for each whole kTokenBytes of it.
  explicit Allowance(Rate rate) : messages_(rate) {}

  // For a message of this size: 0 if it is accepted, else the ms until one will be.
  std::int64_t take(std::int64_t now, std::size_t bytes) {
    if (messages_.full(now)) refused_ = 0;
    auto const wait = messages_.take(now, static_cast<double>(1 + bytes / kTokenBytes));
    refused_ += wait > 0;
    return wait;
  }
  // Whether more were refused than a client would send that reads the answers.
  bool flooded() const { return refused_ > kMostRefused; }

  void good_frame() { bad_ = 0; }
  // Whether this was one too many.
  bool bad_frame() { return ++bad_ >= kMostBad; }

 private:
  TokenBucket messages_;
  int refused_ = 0;  // since the bucket was last full
  int bad_ = 0;      // in a row
};

}  // namespace engawa::server
