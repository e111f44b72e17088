// How much processor time the waiting bots need until their deadlines, and how the available time is divided. Values;
// no clock of their own.
#pragma once
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <limits>
#include <vector>

namespace engawa::server {

// The demand of one payer.
class BotLoad {
 public:
  using Clock = std::chrono::steady_clock;
  using Seconds = std::chrono::duration<double>;

  // A task that needs `cost` of processor time until `due` begins to wait, or ends.
  void add(Seconds cost, Clock::time_point due) { count(cost, due, 1); }
  void remove(Seconds cost, Clock::time_point due) { count(cost, due, -1); }

  // The number of processors that would finish all tasks in time, on average; infinity if it is too late.
  double wish(Clock::time_point now) const {
    if (thoughts_ == 0 || wanted_ <= 0) return 0;
    auto const left = due_sum_ / static_cast<double>(thoughts_) - Seconds(now.time_since_epoch()).count();
    return left > 0 ? wanted_ / left : std::numeric_limits<double>::infinity();
  }

 private:
  void count(Seconds cost, Clock::time_point due, int sign) {
    if (cost.count() <= 0) return;  // negligible
    thoughts_ += sign;
    wanted_ = thoughts_ == 0 ? 0 : wanted_ + sign * cost.count();
    due_sum_ = thoughts_ == 0 ? 0 : due_sum_ + sign * Seconds(due.time_since_epoch()).count();
  }

  int thoughts_ = 0;
  double wanted_ = 0;   // seconds of processor time
  double due_sum_ = 0;  // seconds of the clock
};

// The number of processors to which the pool's threads are equivalent.
class Processors {
 public:
  using Seconds = BotLoad::Seconds;

  explicit Processors(int threads) : threads_(threads) {}

  // A slice used `processor` time in `wall` time: low-priority threads get less than a whole processor.
  void slice_took(Seconds processor, Seconds wall) {
    if (wall.count() <= 0) return;
    constexpr double kWeight = 1.0 / 64;
    available_ += kWeight * (std::clamp(processor / wall, 0.0, 1.0) - available_);
  }

  double count() const { return threads_ * std::max(available_, kLeastAvailable); }

 private:
  static constexpr double kLeastAvailable = 0.05;

  double threads_;
  double available_ = 1;  // share of a processor per thread
};

// The fulfilled part of the demand `wish` when `all` processors are divided among `wishes`: all of it if there are
// enough processors; otherwise no payer gets more than another whose demand is not met.
inline double fair_share(double all, std::vector<double> wishes, double wish) {
  std::sort(wishes.begin(), wishes.end());
  auto left = all;
  auto others = static_cast<double>(wishes.size());
  for (auto const each : wishes) {
    auto const part = left / others;
    if (each > part) return wish <= part ? 1 : part / wish;
    left -= each;
    --others;
  }
  return 1;
}

}  // namespace engawa::server
