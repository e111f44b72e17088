// The threads that bots think on: a bounded number, at the lowest priority, so that thinking never delays a room.
// submit() from any thread.
#pragma once
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "server/room.hpp"

namespace engawa::server {

// Makes the calling thread give way to every other: what thinks must not delay a room.
void lower_priority();

class BotPool {
 public:
  // Called on a pool thread with the answer as JSON text, or why there is none.
  using Done = std::function<void(Result<std::string>)>;

  // Jobs wait in order of arrival. There is at most one per seat that a bot plays, so the queue is bounded by the rooms.
  BotPool(int threads, std::chrono::milliseconds budget);
  ~BotPool();  // drops what waits
  BotPool(BotPool const&) = delete;
  BotPool& operator=(BotPool const&) = delete;

  void submit(ThinkJob job, Done done);
  std::size_t queued() const;

 private:
  void work(std::stop_token stop);

  struct Waiting {
    ThinkJob job;
    Done done;
  };
  std::chrono::milliseconds budget_;
  mutable std::mutex mutex_;
  std::condition_variable_any ready_;
  std::deque<Waiting> queue_;
  std::vector<std::jthread> threads_;
};

}  // namespace engawa::server
