// The threads that bots think on: a bounded number, at a low priority, so that thinking does not delay a room.
//
// A thought is cut into slices. After each it goes back among those that wait, and the one that is due first goes on; of several that
// are due at once each has its turn. When it is due, it answers what it has; one that comes so late that it has not been begun gets
// one short slice, which leaves an answer. When more is to be thought than there is time for, each thought gets the same part of what
// it costs (BotLoad). What is cancelled is left within the slice. A thought in one step (Thinker) holds its thread until it is over.
//
// Rooms never wait for a bot's thread, not even for a lock that one holds: Mailbox. So answers go out on a thread of their own, which
// has the priority of a room's. On a machine that others keep busy, threads of a low priority may get nearly no time at all: what is
// overdue then has its one short slice on that thread too.
#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "base/result.hpp"
#include "games/core/thinker.hpp"
#include "games/core/thinking.hpp"
#include "server/bots/bot_load.hpp"
#include "server/bots/mailbox.hpp"
#include "server/ops/metrics.hpp"

namespace engawa::server {

class BotPool {
 public:
  using Steady = std::chrono::steady_clock;

  struct Tuning {
    int threads = 1;
    std::chrono::microseconds budget{200'000};  // of a processor, at most, for a thought
    std::chrono::microseconds slice{1000};
  };

  struct Job {
    // Begins the thought, on a pool thread. Again and at the same time on the messenger's, when the answer is overdue.
    std::function<Result<std::unique_ptr<games::Thinker>>(games::Thinking&)> begin;
    // Gets the answer as JSON text, or why there is none: `internal` when something was thrown. Not called after a stop was asked
    // for, nor by a pool that ends; otherwise once. On the pool's messenger thread: must be quick.
    std::function<void(Result<std::string>)> done;
    std::uint64_t seed = 0;
    std::stop_source stop;
    Steady::time_point due{};  // when the answer is wanted; it may come before
    // Of a processor, when there is time for everybody; 0: too little to matter.
    std::chrono::microseconds cost{0};
  };

  // Counts what it does in `metrics`, which outlives it.
  BotPool(Tuning const& tuning, Metrics& metrics);
  ~BotPool();  // stops what runs, drops what waits
  BotPool(BotPool const&) = delete;
  BotPool& operator=(BotPool const&) = delete;

  // Any thread; never waits. As many jobs are kept as are wanted: rooms have one per seat that a bot plays and one per question.
  void submit(Job job);
  // Thoughts that have no answer yet. Any thread.
  std::size_t queued() const { return unanswered_.load(std::memory_order_relaxed); }
  // The most that a thought may take of a processor.
  std::chrono::microseconds budget() const { return tuning_.budget; }

 private:
  struct Task;
  using TaskPtr = std::unique_ptr<Task>;

  void work(std::size_t thread);
  void deliver();
  void relieve(Steady::time_point now);
  std::vector<TaskPtr> overdue(Steady::time_point now);
  // What is due first of those that wait; nullptr: nothing waits.
  TaskPtr most_urgent(std::size_t thread);
  void put_away(std::size_t thread, TaskPtr task, bool answered);
  // REQUIRES of these three: mutex_ is held.
  void collect();
  void wait_again(TaskPtr task);
  void forget(Task const& task);
  bool think_on(Task& task);
  bool go_on(Task& task, Steady::time_point now);
  void allot(Task& task, Steady::time_point now);
  static void answer(Task& task);

  Tuning tuning_;
  Metrics& metrics_;
  Mailbox<Task> submitted_, answered_;
  std::atomic<std::size_t> unanswered_{0};
  std::atomic<bool> ending_{false};
  std::mutex mutex_;            // between pool threads only; of the next five
  std::vector<TaskPtr> ready_;  // a heap, the most urgent first
  std::vector<Task*> running_;  // by thread
  BotLoad load_;
  std::uint64_t next_turn_ = 0;
  std::size_t sweep_at_;
  std::vector<std::thread> threads_;
  std::thread messenger_;
};

}  // namespace engawa::server
