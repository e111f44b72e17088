// A bot's resources: a random generator, a limit of processor time and a stop signal. One thread at a time.
//
// Many bots share few threads, so the thinking may be divided into slices: begin_slice() on the thread that continues
// it, and pausing() to know when to pause. Time is the processor time of the thinking thread, so that a busy machine
// makes bots slower, not weaker.
#pragma once
#include <chrono>
#include <cstdint>
#include <ctime>
#include <stop_token>
#include <utility>

#include "games/core/match.hpp"
#include "games/core/rng.hpp"

namespace engawa::games {

class Thinking {
 public:
  // Begins an unlimited slice.
  Thinking(Budget budget, std::uint64_t seed, std::stop_token stop)
      : rng(seed),
        stop_(std::move(stop)),
        budget_(budget.time),
        iterations_(budget.iterations),
        begun_(processor_time()) {}

  // Adds up the time used so far, and continues for `length` (0: unlimited) on the calling thread.
  void begin_slice(std::chrono::microseconds length) {
    slice_ = length;
    begun_ = processor_time();
  }
  // Pauses until the next begin_slice, which may be on another thread.
  void end_slice() { spent_ += processor_time() - begun_; }

  // Processor time of all ended slices.
  std::chrono::nanoseconds spent() const { return spent_; }

  // True once the time is used up or a stop was requested; the bot then answers with its best move so far.
  bool over() const { return stop_.stop_requested() || (bounded() && spent_ + since_begun() >= budget_); }
  // True when a resumable computation should pause: over(), or the slice has ended.
  bool pausing() const {
    if (stop_.stop_requested()) return true;
    if (!bounded() && slice_.count() == 0) return false;
    auto const since = since_begun();
    return (bounded() && spent_ + since >= budget_) || (slice_.count() > 0 && since >= slice_);
  }

  // True once a stop was requested: no time is left.
  bool stopped() const { return stop_.stop_requested(); }
  // Whether the answer may depend on time.
  bool limited() const { return bounded() || stopped(); }

  // The number of iterations for a search whose level has `iterations`.
  std::uint64_t iterations(std::uint64_t of_level) const { return iterations_ > 0 ? iterations_ : of_level; }

  // Lowers the time limit if more bots want to think than there is time for; never raises it. 0 leaves it unchanged.
  void shorten(std::chrono::microseconds budget) {
    if (budget.count() > 0 && (!bounded() || budget < budget_)) budget_ = budget;
  }

  Rng rng;

 private:
  using Time = std::chrono::nanoseconds;

  static Time processor_time() {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return std::chrono::seconds(now.tv_sec) + Time(now.tv_nsec);
  }
  Time since_begun() const { return processor_time() - begun_; }
  bool bounded() const { return budget_.count() > 0; }

  std::stop_token stop_;
  std::chrono::microseconds budget_;
  std::uint64_t iterations_;
  std::chrono::microseconds slice_{0};
  Time spent_{0};
  Time begun_;
};

}  // namespace engawa::games
