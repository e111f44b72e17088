#include "server/bot_pool.hpp"

#include <sys/resource.h>
#include <unistd.h>

namespace engawa::server {

// Linux keeps the nice value per thread; a refusal (already lower) does no harm.
void lower_priority() { (void)::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), 10); }

BotPool::BotPool(int threads, std::chrono::milliseconds budget) : budget_(budget) {
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this](std::stop_token stop) { work(stop); });
}

BotPool::~BotPool() {
  for (auto& thread : threads_) thread.request_stop();
}

void BotPool::submit(ThinkJob job, Done done) {
  {
    std::lock_guard const lock(mutex_);
    queue_.push_back({std::move(job), std::move(done)});
  }
  ready_.notify_one();
}

std::size_t BotPool::queued() const {
  std::lock_guard const lock(mutex_);
  return queue_.size();
}

void BotPool::work(std::stop_token stop) {
  lower_priority();
  for (;;) {
    Waiting next;
    {
      std::unique_lock lock(mutex_);
      if (!ready_.wait(lock, stop, [&] { return !queue_.empty(); })) return;
      next = std::move(queue_.front());
      queue_.pop_front();
    }
    if (!next.job.stop.stop_requested()) next.done(carry_out(next.job, games::Budget{budget_}));
  }
}

}  // namespace engawa::server
