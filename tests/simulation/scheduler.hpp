// The queue of events, ordered by time, and by creation if the times are equal. And random numbers, from one seed.
#pragma once
#include <cstdint>
#include <functional>
#include <queue>
#include <random>
#include <utility>
#include <vector>

#include "tests/simulation/clock.hpp"

namespace engawa::simulation {

class Chance {
 public:
  explicit Chance(std::uint64_t seed) : generator_(seed) {}
  // 0, ..., below - 1. The distributions of standard libraries differ.
  std::int64_t number(std::int64_t below) {
    return static_cast<std::int64_t>(generator_() % static_cast<std::uint64_t>(below));
  }
  Time between(Time least, Time most) { return least + number(most - least + 1); }
  bool one_in(std::int64_t many) { return number(many) == 0; }
  template <class List>
  auto& choose(List& list) {
    return list[static_cast<std::size_t>(number(static_cast<std::int64_t>(list.size())))];
  }

 private:
  std::mt19937_64 generator_;
};

class Scheduler {
 public:
  using Event = std::function<void()>;

  void at(Time time, Event event) { queue_.push({time, ++made_, std::move(event)}); }
  void after(Time delay, Event event) { at(now() + delay, std::move(event)); }
  // Runs the next event; the clock advances to its time. False: there is none.
  bool step() {
    if (queue_.empty()) return false;
    auto next = std::move(const_cast<Entry&>(queue_.top()));
    queue_.pop();
    set_now(next.time);
    next.event();
    return true;
  }
  std::uint64_t events() const { return made_; }

 private:
  struct Entry {
    Time time = 0;
    std::uint64_t order = 0;
    Event event;
    bool operator<(Entry const& other) const { return std::pair(time, order) > std::pair(other.time, other.order); }
  };
  std::priority_queue<Entry> queue_;
  std::uint64_t made_ = 0;
};

}  // namespace engawa::simulation
