// Time control: none, a limit per move, a limit for the whole game with an increment per move (Fischer's clock, US
// patent 4 884 255), or a main time with periods after it (Japanese byo-yomi).
//
// Byo-yomi is stored as one number, too: the time until the player loses, which is the main time left plus all periods
// left. A move renews its period, so the number goes up to the next multiple of a period. A period that runs out during
// a turn needs no input: it follows from the number.
//
// A value that the room's inputs update; its only time is the given room time (ms), so that a replay ends with the same
// clock. Running time is stored only as a seat and its start; the seat's remaining time changes when its time stops. So
// a server's downtime costs no player time: forget() restores the time left at the start.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "base/expect.hpp"

namespace engawa::server {

enum class ClockKind { none, move, fischer, byoyomi };

struct ClockRule {
  ClockKind kind = ClockKind::none;
  std::int64_t limit_ms = 0;      // move: for each move; fischer, byoyomi: the main time, at the start of the round
  std::int64_t increment_ms = 0;  // fischer: after each move
  std::int64_t period_ms = 0;     // byoyomi: > 0
  int periods = 0;                // byoyomi: after the main time, > 0

  // Every player has a time for the whole round.
  bool of_round() const { return kind == ClockKind::fischer || kind == ClockKind::byoyomi; }
  // All periods together; 0 without byo-yomi.
  std::int64_t periods_ms() const { return periods * period_ms; }
  bool operator==(ClockRule const&) const = default;
};

class TurnClock {
 public:
  static constexpr std::size_t kSeats = 16;

  explicit TurnClock(ClockRule rule = {}) : rule_(rule) { begin(); }

  ClockRule const& rule() const { return rule_; }
  std::optional<int> running() const { return running_; }
  // When the time of `running` started.
  std::int64_t since() const { return since_; }
  // The remaining time of a seat when its time last started or stopped; with byo-yomi, including all its periods.
  std::int64_t left(int seat) const { return left_[index(seat)]; }
  // When the time of `running` runs out. REQUIRES: a seat's time is running.
  std::int64_t over_at() const {
    EXPECT(running_.has_value());
    return since_ + left_[index(*running_)];
  }

  // The complete clock, for storing and reading.
  std::array<std::int64_t, kSeats> const& left() const { return left_; }
  void restore(std::optional<int> running, std::int64_t since, std::array<std::int64_t, kSeats> const& left) {
    running_ = running;
    since_ = since;
    left_ = left;
  }

  // A round begins: no time is running, and every player has the full time.
  void begin() {
    running_.reset();
    left_.fill(rule_.limit_ms + rule_.periods_ms());
  }
  // A turn of the seat begins (again): from now on its time runs, unless the room is asleep.
  void turn(int seat, std::int64_t at, bool asleep) {
    if (rule_.kind == ClockKind::none) return;
    if (rule_.kind == ClockKind::move) left_[index(seat)] = rule_.limit_ms;
    if (!asleep) resume(seat, at);
  }
  // The seat has moved, or a bot has moved for it. `lag`: network delay that it does not pay for.
  void moved(int seat, std::int64_t at, std::int64_t lag) {
    if (running_) {
      stop(at - std::min(lag, std::max<std::int64_t>(0, at - since_)));
      if (rule_.kind == ClockKind::fischer) left_[index(seat)] += rule_.increment_ms;
    }
    renew_period(seat);
  }
  // Stops the time; used time is lost.
  void stop(std::int64_t at) {
    if (!running_) return;
    auto& left = left_[index(*running_)];
    left = std::max<std::int64_t>(0, left - std::max<std::int64_t>(0, at - since_));
    running_.reset();
  }
  // Restarts a time that was stopped in the middle of a turn.
  void resume(int seat, std::int64_t at) {
    if (rule_.kind == ClockKind::none) return;
    running_ = seat;
    since_ = at;
  }
  // Stops the time; the time used since it started is given back.
  void forget() { running_.reset(); }
  bool operator==(TurnClock const&) const = default;

 private:
  static std::size_t index(int seat) {
    EXPECT(seat >= 0 && seat < static_cast<int>(kSeats), seat);
    return static_cast<std::size_t>(seat);
  }

  // Renews the period that the seat has begun; also the last one, if its end cost only a bot's move.
  void renew_period(int seat) {
    auto& left = left_[index(seat)];
    if (rule_.kind != ClockKind::byoyomi || left >= rule_.periods_ms()) return;
    auto const begun = (left + rule_.period_ms - 1) / rule_.period_ms;
    left = std::max<std::int64_t>(1, begun) * rule_.period_ms;
  }

  ClockRule rule_;
  std::optional<int> running_;
  std::int64_t since_ = 0;
  std::array<std::int64_t, kSeats> left_{};  // by seat
};

// The compensation of a player's network delay: the measured round trip, within a quota that each of their moves
// refills a little. A player who answers pings late on purpose gains at most the refill per move. The idea is lichess's
// (scalachess, LagTracker).
class LagQuota {
 public:
  static constexpr std::int64_t kStart = 300, kGain = 100, kMax = 500;  // ms

  // The compensation of the next move for a measured round trip.
  std::int64_t allowance(std::int64_t round_trip_ms) const { return std::clamp<std::int64_t>(round_trip_ms, 0, left_); }
  // Records the compensation of a move.
  void spend(std::int64_t lag) {
    EXPECT(lag >= 0 && lag <= left_, lag, left_);  // it was granted
    left_ = std::min(kMax, left_ + kGain - lag);
  }

 private:
  std::int64_t left_ = kStart;
};

}  // namespace engawa::server
