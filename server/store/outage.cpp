#include "server/store/outage.hpp"

#include <algorithm>

#include "base/expect.hpp"

namespace engawa::server {
namespace {

constexpr std::chrono::milliseconds kFirstPause(100);
constexpr std::chrono::milliseconds kLongestPause(2000);
// After this time without failure, the pauses start again from the shortest.
constexpr std::chrono::seconds kCalm(10);

}  // namespace

void Outage::begin(Time now) {
  EXPECT(!down_);
  down_ = true;
  bool const again = now - up_since_ < kCalm;
  pause_ = std::max(again ? std::min(2 * pause_, kLongestPause) : kFirstPause, kFirstPause);
  down_since_ = now;
  next_try_ = now + pause_;
  refused_ = 0;
}

void Outage::failed_again(Time now) {
  EXPECT(down_);
  pause_ = std::min(2 * pause_, kLongestPause);
  next_try_ = now + pause_;
}

std::chrono::seconds Outage::end(Time now) {
  EXPECT(down_);
  down_ = false;
  up_since_ = now;
  return std::chrono::duration_cast<std::chrono::seconds>(now - down_since_);
}

}  // namespace engawa::server
