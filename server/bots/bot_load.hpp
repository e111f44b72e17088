// Compares the demand of the waiting bots with the processor time available until their deadlines. A value; no clock of
// its own.
#pragma once
#include <algorithm>
#include <chrono>
#include <cstddef>

namespace engawa::server {

class BotLoad {
 public:
  using Clock = std::chrono::steady_clock;
  using Seconds = std::chrono::duration<double>;

  explicit BotLoad(int threads, Clock::time_point start) : threads_(threads), start_(start) {}

  // A task that wants `cost` of processor time until `due` starts to wait, or ends.
  void add(Seconds cost, Clock::time_point due) { count(cost, due, 1); }
  void remove(Seconds cost, Clock::time_point due) { count(cost, due, -1); }

  // A slice used `processor` time in `wall` time: low-priority threads get less than all of it.
  void slice_took(Seconds processor, Seconds wall) {
    if (wall.count() <= 0) return;
    constexpr double kWeight = 1.0 / 64;
    available_ += kWeight * (std::clamp(processor / wall, 0.0, 1.0) - available_);
  }

  // The share of its cost that each task may use so that, on average, all are ready in time: 1 unless the demand
  // exceeds the available time.
  double share(Clock::time_point now) const {
    if (thoughts_ == 0 || wanted_ <= 0) return 1;
    auto const left = due_sum_ / static_cast<double>(thoughts_) - Seconds(now - start_).count();
    return std::clamp(threads_ * std::max(available_, kLeastAvailable) * left / wanted_, 0.0, 1.0);
  }

 private:
  static constexpr double kLeastAvailable = 0.05;

  void count(Seconds cost, Clock::time_point due, int sign) {
    if (cost.count() <= 0) return;  // negligible
    thoughts_ += sign;
    wanted_ = thoughts_ == 0 ? 0 : wanted_ + sign * cost.count();
    due_sum_ = thoughts_ == 0 ? 0 : due_sum_ + sign * Seconds(due - start_).count();
  }

  double threads_;
  Clock::time_point start_;
  int thoughts_ = 0;
  double wanted_ = 0;     // seconds of processor time
  double due_sum_ = 0;    // seconds since start_
  double available_ = 1;  // share of a processor that a thread gets
};

}  // namespace engawa::server
