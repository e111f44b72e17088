// The threads that bots think on: a limited number, at low priority, so that thinking does not delay a room.
//
// The work is divided into slices. After each slice the task goes back to the queue, and the one with the earliest
// deadline continues; tasks with the same deadline take turns. At its deadline a task answers with its best result; one
// that has not been started by then gets one short slice, which produces an answer. Cancellation takes effect within
// one slice. A task that thinks in one step (Thinker) holds its thread until it is finished.
//
// Each task has a payer, the address whose room it is for, and the time is divided fairly among payers: a payer who has
// used more than another who waits comes after that one, independently of deadlines, except for a small lead. If the
// demand exceeds the available time, each task of a payer gets the same share of its cost, and no payer's demand
// reduces another's share below a fair part (bot_load.hpp). Without this, one address with 80 bots that think long
// makes another player's bot 30 to 100 times slower. Idle tasks run when no other task waits.
//
// Rooms share only the lock of a Mailbox with these threads. Answers are delivered by a separate thread, the messenger,
// with the priority of a room's thread: a pool thread that is preempted while it holds the lock of a shard's event loop
// would keep people waiting (p99 of their moves 0.9 ms; 151 ms if pool threads deliver; bot_load.py --realtime --busy
// 4).
//
// On a machine that other programs keep busy, low-priority threads may get almost no time at all: overdue tasks then
// get their short slice on the messenger's thread, too, and running ones start again from the beginning there. With
// this, one room's longest wait for a bot was 0.6 s; with the slice for waiting tasks only, 1.2 and 4.3 s; without it,
// 1.6 and 6.1 s (two runs each of bot_load.py --busy 4 --bot-rooms 1, of 10 and 14 s).
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
#include <unordered_map>
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
    std::chrono::microseconds budget{200'000};  // maximum processor time per task
    std::chrono::microseconds slice{1000};
    std::chrono::microseconds lead{
        50'000};  // how much more than a waiting payer another may have used and still be first
  };

  struct Job {
    // Creates the thinker on a pool thread; if the answer is overdue, possibly a second time, and at the same time, on
    // the messenger's thread.
    std::function<Result<std::unique_ptr<games::Thinker>>(games::Thinking&)> begin;
    // Receives the answer as JSON text, or an error: `internal` if something was thrown. Called once, except after a
    // stop was requested or the pool has ended. Runs on the pool's messenger thread, so it must be quick.
    std::function<void(Result<std::string>)> done;
    std::uint64_t seed = 0;
    std::uint64_t iterations = 0;  // of a search, instead of the level's; 0: the level's
    std::stop_source stop;
    std::string payer;         // the payer
    bool idle = false;         // runs when no other task waits
    Steady::time_point due{};  // the deadline of the answer, which may be earlier
    // The processor time that it would use if there is enough for all; 0: negligible.
    std::chrono::microseconds cost{0};
  };

  // Counts its work in `metrics`. REQUIRES: `metrics` outlives it.
  BotPool(Tuning const& tuning, Metrics& metrics);
  ~BotPool();  // stops running tasks, drops waiting ones
  BotPool(BotPool const&) = delete;
  BotPool& operator=(BotPool const&) = delete;

  // Any thread; never waits. All submitted jobs are kept: rooms submit one per bot seat and one per request.
  void submit(Job job);
  // Tasks without an answer so far. Any thread.
  std::size_t queued() const { return unanswered_.load(std::memory_order_relaxed); }
  // The maximum processor time of a task.
  std::chrono::microseconds budget() const { return tuning_.budget; }

 private:
  struct Task;
  using TaskPtr = std::unique_ptr<Task>;
  struct Account {                     // of a payer
    std::vector<TaskPtr> ready;        // a heap, most urgent first
    BotLoad load;                      // of all tasks
    std::size_t tasks = 0;             // including running ones
    std::chrono::nanoseconds used{0};  // processor time; while it had no task, at least what others have used
  };

  void work(std::size_t thread);
  void deliver();
  void relieve(Steady::time_point now);
  std::vector<TaskPtr> overdue(Steady::time_point now);
  // The most urgent waiting task; nullptr if none waits.
  TaskPtr most_urgent(std::size_t thread);
  void put_away(std::size_t thread, TaskPtr task, bool answered);
  // REQUIRES for these: mutex_ is held.
  void collect();
  void open_account(Task& task);
  Account* next_account();
  double share_of(Account const& account);
  void wait_again(TaskPtr task);
  TaskPtr take_first(Account& account);
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
  std::mutex mutex_;                                   // between pool threads only; guards the next eight members
  std::unordered_map<std::string, Account> accounts_;  // by payer: those with tasks, or with more time than others
  Account idle_;
  std::chrono::nanoseconds least_used_{0};  // the least of those who wait
  std::size_t ready_ = 0;                   // tasks that wait
  std::vector<Task*> running_;              // by thread
  Processors processors_;
  std::uint64_t next_turn_ = 0;
  std::size_t sweep_at_;
  std::vector<std::thread> threads_;
  std::thread messenger_;
};

}  // namespace engawa::server
