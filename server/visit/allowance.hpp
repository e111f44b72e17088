// What one connection may say: so many messages in a time, and few that are no request. A value.
#pragma once
#include <cstddef>
#include <cstdint>

#include "server/ops/token_bucket.hpp"

namespace engawa::server {

class Allowance {
 public:
  static constexpr int kMostBad = 10;       // frames in a row that are no request
  static constexpr int kMostRefused = 200;  // messages over the rate without a pause
  static constexpr std::size_t kTokenBytes = 1024;

  // In tokens: a message takes one, and one for each whole kTokenBytes of it.
  explicit Allowance(Rate rate) : messages_(rate) {}

  // For a message of so many bytes: 0 if it may come, else the ms until one may.
  std::int64_t take(std::int64_t now, std::size_t bytes) {
    if (messages_.full(now)) refused_ = 0;
    auto const wait = messages_.take(now, static_cast<double>(1 + bytes / kTokenBytes));
    refused_ += wait > 0;
    return wait;
  }
  // Whether more were refused than a client sends that minds the answers.
  bool flooded() const { return refused_ > kMostRefused; }

  void good_frame() { bad_ = 0; }
  // Whether it was one too many.
  bool bad_frame() { return ++bad_ >= kMostBad; }

 private:
  TokenBucket messages_;
  int refused_ = 0;  // since the bucket was last full
  int bad_ = 0;      // in a row
};

}  // namespace engawa::server
