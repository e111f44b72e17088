// Time to think: none, so much for each move, or so much for the whole game and an increment for each move (Fischer's clock,
// US patent 4 884 255).
//
// A value that the room's inputs move on; it knows no time but the one it is given (server time, ms), so that a replay ends with
// the same clock. Time that runs is only a seat and when it began; what a seat has left changes when its time stops. Hence a server
// that was down takes nothing from anybody: forget() gives back what was left when the time began to run.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

namespace engawa::server {

enum class ClockKind { none, move, fischer };

struct ClockRule {
  ClockKind kind = ClockKind::none;
  std::int64_t limit_ms = 0;      // move: for each move; fischer: at the start of the round
  std::int64_t increment_ms = 0;  // fischer: after each move
  bool operator==(ClockRule const&) const = default;
};

class TurnClock {
 public:
  static constexpr std::size_t kSeats = 16;

  explicit TurnClock(ClockRule rule = {}) : rule_(rule) { begin(); }

  ClockRule const& rule() const { return rule_; }
  std::optional<int> running() const { return running_; }
  // When the time of `running` began to run.
  std::int64_t since() const { return since_; }
  // What a seat had left when its time last began or stopped.
  std::int64_t left(int seat) const { return left_[index(seat)]; }
  // When the time of `running` is up. REQUIRES: a seat's time runs.
  std::int64_t over_at() const { return since_ + left_[index(*running_)]; }

  // All of it, to be stored and read again.
  std::array<std::int64_t, kSeats> const& left() const { return left_; }
  void restore(std::optional<int> running, std::int64_t since, std::array<std::int64_t, kSeats> const& left) {
    running_ = running;
    since_ = since;
    left_ = left;
  }

  // A round begins: nobody's time runs, everybody has all of it.
  void begin() {
    running_.reset();
    left_.fill(rule_.limit_ms);
  }
  // A turn of the seat begins (again): from now on its time runs, unless the room sleeps.
  void turn(int seat, std::int64_t at, bool asleep) {
    if (rule_.kind == ClockKind::none) return;
    if (rule_.kind == ClockKind::move) left_[index(seat)] = rule_.limit_ms;
    if (!asleep) resume(seat, at);
  }
  // The seat that has made its move or had it made. `lag` is time on the way that it does not pay for.
  void moved(std::int64_t at, std::int64_t lag) {
    if (!running_) return;
    auto const seat = *running_;
    stop(at - std::min(lag, std::max<std::int64_t>(0, at - since_)));
    if (rule_.kind == ClockKind::fischer) left_[index(seat)] += rule_.increment_ms;
  }
  // Nobody's time runs; what was used is gone.
  void stop(std::int64_t at) {
    if (!running_) return;
    auto& left = left_[index(*running_)];
    left = std::max<std::int64_t>(0, left - std::max<std::int64_t>(0, at - since_));
    running_.reset();
  }
  // Time that was stopped in the middle of a turn runs again.
  void resume(int seat, std::int64_t at) {
    if (rule_.kind == ClockKind::none) return;
    running_ = seat;
    since_ = at;
  }
  // Nobody's time runs; what was used since it began is given back.
  void forget() { running_.reset(); }
  bool operator==(TurnClock const&) const = default;

 private:
  static std::size_t index(int seat) { return static_cast<std::size_t>(seat); }

  ClockRule rule_;
  std::optional<int> running_;
  std::int64_t since_ = 0;
  std::array<std::int64_t, kSeats> left_{};  // by seat
};

// What a player does not pay for of the time that their moves are on the way: the round trip that the server has measured, within a
// quota that each of their moves refills a little. Who answers pings late on purpose gains the refill a move and no more. The idea
// is lichess's (scalachess, LagTracker).
class LagQuota {
 public:
  static constexpr std::int64_t kStart = 300, kGain = 100, kMax = 500;  // ms

  // What the next move may be given for a measured round trip.
  std::int64_t allowance(std::int64_t round_trip_ms) const { return std::clamp<std::int64_t>(round_trip_ms, 0, left_); }
  // A move was given this much.
  void spend(std::int64_t lag) { left_ = std::min(kMax, left_ + kGain - lag); }

 private:
  std::int64_t left_ = kStart;
};

}  // namespace engawa::server
