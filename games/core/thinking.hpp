// What a bot has to think with: a generator, a time bound and a stop signal. One thread, one choice.
#pragma once
#include <chrono>
#include <stop_token>
#include <utility>

#include "games/core/match.hpp"
#include "games/core/rng.hpp"

namespace engawa::games {

class Thinking {
 public:
  Thinking(Budget budget, std::uint64_t seed, std::stop_token stop)
      : rng(seed), stop_(std::move(stop)), bounded_(budget.time.count() > 0), until_(Clock::now() + budget.time) {}

  // True once the time is used up or somebody asked to stop; the bot then answers with what it has.
  bool over() const { return stop_.stop_requested() || (bounded_ && Clock::now() >= until_); }

  // True once somebody asked to stop: no time at all is left.
  bool stopped() const { return stop_.stop_requested(); }
  // Whether the answer may depend on time.
  bool limited() const { return bounded_ || stopped(); }

  Rng rng;

 private:
  using Clock = std::chrono::steady_clock;

  std::stop_token stop_;
  bool bounded_;
  Clock::time_point until_;
};

}  // namespace engawa::games
