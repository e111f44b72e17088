// Decides when to ping a connection and when to give it up, and measures the round trip from the pongs. A value; times
// in ms of any one clock.
#pragma once
#include <cstdint>
#include <utility>

namespace engawa::server {

class Heartbeat {
 public:
  static constexpr std::int64_t kMeasureEveryMs = 5000;  // between pings for the round trip, while it is needed
  static constexpr std::int64_t kMeasureForMs = 60000;   // how long it stays needed after the last request

  enum class Verdict { quiet, ping, lost };

  explicit Heartbeat(std::int64_t now) : heard_at_(now) {}

  // Anything has arrived.
  void heard(std::int64_t now) {
    heard_at_ = now;
    pinged_ = false;
  }
  void pong(std::int64_t now) {
    heard(now);
    if (ping_at_ != 0) round_trip_ms_ = now - std::exchange(ping_at_, 0);
  }
  // A ping is due after `ping_ms` of silence, and while the round trip is needed. Lost after twice `ping_ms`, if a ping
  // in between was not answered.
  Verdict at(std::int64_t now, std::int64_t ping_ms) const {
    if (now - heard_at_ > 2 * ping_ms && pinged_) return Verdict::lost;
    bool const silent = now - heard_at_ >= ping_ms && !pinged_;
    bool const measure = now - asked_at_ < kMeasureForMs && now - measured_at_ >= kMeasureEveryMs;
    return silent || measure ? Verdict::ping : Verdict::quiet;
  }
  void ping_sent(std::int64_t now) {
    pinged_ = true;
    measured_at_ = now;
    if (ping_at_ == 0) ping_at_ = now;  // a late pong answers the ping before it
  }
  // The latest round trip; 0: not measured yet. From now on it is needed.
  std::int64_t round_trip_ms(std::int64_t now) {
    asked_at_ = now;
    return round_trip_ms_;
  }

 private:
  std::int64_t heard_at_;
  bool pinged_ = false;           // since anything last arrived
  std::int64_t ping_at_ = 0;      // of a ping without a pong so far; 0: none
  std::int64_t measured_at_ = 0;  // when a ping was last sent
  std::int64_t round_trip_ms_ = 0;
  std::int64_t asked_at_ = INT64_MIN / 2;  // when the round trip was last needed
};

}  // namespace engawa::server
