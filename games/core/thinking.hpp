// What a bot has to think with: a generator, a bound of processor time and a stop signal. One thread at a time.
//
// Many bots share few threads, so a thought may be cut into slices: begin_slice() on the thread that goes on with it, pausing() to
// know when to leave it. Time is the processor time of the thinking thread, so that a busy machine makes bots slower, not weaker.
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
  // Begins a slice without end.
  Thinking(Budget budget, std::uint64_t seed, std::stop_token stop)
      : rng(seed),
        stop_(std::move(stop)),
        budget_(budget.time),
        iterations_(budget.iterations),
        begun_(processor_time()) {}

  // Counts what was spent so far, and goes on for `length` (0: without end) on the calling thread.
  void begin_slice(std::chrono::microseconds length) {
    slice_ = length;
    begun_ = processor_time();
  }
  // Leaves the thought until the next begin_slice, which may be on another thread.
  void end_slice() { spent_ += processor_time() - begun_; }

  // Processor time of the slices that have ended.
  std::chrono::nanoseconds spent() const { return spent_; }

  // True once the time is used up or somebody asked to stop; the bot then answers with what it has.
  bool over() const { return stop_.stop_requested() || (bounded() && spent_ + since_begun() >= budget_); }
  // True once a thought that can be taken up again should be left: over(), or the slice is.
  bool pausing() const {
    if (stop_.stop_requested()) return true;
    if (!bounded() && slice_.count() == 0) return false;
    auto const since = since_begun();
    return (bounded() && spent_ + since >= budget_) || (slice_.count() > 0 && since >= slice_);
  }

  // True once somebody asked to stop: no time at all is left.
  bool stopped() const { return stop_.stop_requested(); }
  // Whether the answer may depend on time.
  bool limited() const { return bounded() || stopped(); }

  // How many iterations a search may take whose level has so many.
  std::uint64_t iterations(std::uint64_t of_level) const { return iterations_ > 0 ? iterations_ : of_level; }

  // Less time than at first, when more bots want to think than there is time for; never more. 0 leaves it as it is.
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
