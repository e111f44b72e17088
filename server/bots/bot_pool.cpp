#include "server/bots/bot_pool.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "server/ops/priority.hpp"

namespace engawa::server {

using std::chrono::duration_cast, std::chrono::microseconds;

struct BotPool::Task {
  explicit Task(Job given) : job(std::move(given)), thinking({{}, job.iterations}, job.seed, job.stop.get_token()) {}

  Job job;
  games::Thinking thinking;
  std::unique_ptr<games::Thinker> thinker;  // once it has begun
  Result<std::string> found = refuse("internal", "nothing has been thought yet");
  std::uint64_t turn = 0;                          // among several that are due at once, the lowest is next
  double share = 1;                                // of its cost, decided when it begins
  bool relieved = false;                           // the messenger has already answered
  std::chrono::nanoseconds processor{0}, wall{0};  // used by its last slice
};

namespace {

constexpr std::size_t kSweepAt = 64;
constexpr std::chrono::milliseconds kPatience{50};  // with a thread that makes no progress

// For a heap with the most urgent task on top.
constexpr auto kLessUrgent = [](auto const& a, auto const& b) {
  return a->job.due != b->job.due ? a->job.due > b->job.due : a->turn > b->turn;
};

}  // namespace

BotPool::BotPool(Tuning const& tuning, Metrics& metrics)
    : tuning_(tuning),
      metrics_(metrics),
      running_(static_cast<std::size_t>(tuning.threads)),
      load_(tuning.threads, Steady::now()),
      sweep_at_(kSweepAt) {
  for (std::size_t i = 0; i < running_.size(); ++i) threads_.emplace_back([this, i] { work(i); });
  messenger_ = std::thread([this] { deliver(); });
}

BotPool::~BotPool() {
  ending_ = true;
  {
    std::lock_guard const lock(mutex_);
    for (auto* task : running_)
      if (task) task->job.stop.request_stop();
  }
  for (std::size_t i = 0; i < threads_.size(); ++i) submitted_.wake();
  for (auto& thread : threads_) thread.join();
  answered_.wake();
  messenger_.join();
}

void BotPool::submit(Job job) {
  job.cost = std::min(job.cost, tuning_.budget);
  if (unanswered_.fetch_add(1, std::memory_order_relaxed) == 0) answered_.wake();
  submitted_.put(std::make_unique<Task>(std::move(job)));
}

// For every waiting task there is a token in `submitted_`, so that no thread sleeps while one waits. Dropped tasks
// leave their tokens.
void BotPool::work(std::size_t thread) {
  background_priority();
  while (!ending_) {
    submitted_.wait();
    auto task = most_urgent(thread);
    while (task) {
      bool const answered = think_on(*task);
      put_away(thread, std::move(task), answered);
      if (answered) break;
      task = most_urgent(thread);
    }
  }
}

BotPool::TaskPtr BotPool::most_urgent(std::size_t thread) {
  std::lock_guard const lock(mutex_);
  collect();
  while (!ending_ && !ready_.empty()) {
    std::pop_heap(ready_.begin(), ready_.end(), kLessUrgent);
    auto task = std::move(ready_.back());
    ready_.pop_back();
    if (task->job.stop.stop_requested()) {
      forget(*task);
      continue;
    }
    if (!task->thinker) task->share = load_.share(Steady::now());
    running_[thread] = task.get();
    return task;
  }
  return nullptr;
}

void BotPool::put_away(std::size_t thread, TaskPtr task, bool answered) {
  {
    std::lock_guard const lock(mutex_);
    running_[thread] = nullptr;
    load_.slice_took(task->processor, task->wall);
    if (!answered && !task->relieved) return wait_again(std::move(task));
    forget(*task);
  }
  if (!task->relieved) answered_.put(std::move(task));
}

void BotPool::collect() {
  submitted_.take_all([this](TaskPtr task) {
    load_.add(task->job.cost, task->job.due);
    wait_again(std::move(task));
  });
  if (ready_.size() < sweep_at_) return;
  // Rooms that often change their mind must not leave more tasks behind than they want.
  std::erase_if(ready_, [this](TaskPtr const& task) {
    bool const stopped = task->job.stop.stop_requested();
    if (stopped) forget(*task);
    return stopped;
  });
  std::make_heap(ready_.begin(), ready_.end(), kLessUrgent);
  sweep_at_ = std::max(kSweepAt, 2 * ready_.size());
}

void BotPool::wait_again(TaskPtr task) {
  task->turn = next_turn_++;
  ready_.push_back(std::move(task));
  std::push_heap(ready_.begin(), ready_.end(), kLessUrgent);
}

void BotPool::forget(Task const& task) {
  load_.remove(task.job.cost, task.job.due);
  unanswered_.fetch_sub(1, std::memory_order_relaxed);
}

// Runs one slice. Returns true when the answer is ready.
bool BotPool::think_on(Task& task) try {
  auto const wall = Steady::now();
  auto const spent = task.thinking.spent();
  task.thinking.begin_slice(tuning_.slice);
  bool const done = go_on(task, wall);
  if (done && task.thinker) answer(task);
  task.thinking.end_slice();
  task.processor = task.thinking.spent() - spent;
  task.wall = Steady::now() - wall;
  count(metrics_.bot_slices);
  count(metrics_.bot_nanoseconds, static_cast<std::uint64_t>(task.processor.count()));
  return done;
} catch (std::exception const& error) {
  task.found = refuse("internal", error.what());
  return true;
} catch (...) {
  task.found = refuse("internal", "unknown exception");
  return true;
}

// True when the thinking is finished or out of time.
bool BotPool::go_on(Task& task, Steady::time_point now) {
  if (task.thinker && now >= task.job.due) {
    count(metrics_.bot_answers_cut);
    return true;
  }
  if (!task.thinker) {
    allot(task, now);
    auto begun = task.job.begin(task.thinking);
    if (!begun) {
      task.found = begun.error();
      return true;
    }
    task.thinker = std::move(*begun);
  }
  return task.thinker->think(task.thinking);
}

void BotPool::allot(Task& task, Steady::time_point now) {
  auto budget = tuning_.budget;
  if (task.share < 1 && task.job.cost.count() > 0) {
    count(metrics_.bot_answers_shortened);
    budget = duration_cast<microseconds>(task.share * task.job.cost);
  }
  // A task that thinks in one step cannot be interrupted when it is due.
  auto const left = duration_cast<microseconds>(task.job.due - now);
  if (left.count() <= 0) count(metrics_.bot_answers_late);
  task.thinking.shorten(std::max(microseconds(1), std::min(budget, left)));
}

// The thinker is destroyed here, not where its answer is delivered: it may hold much memory.
void BotPool::answer(Task& task) {
  auto const found = task.thinker->answer();
  task.thinker.reset();
  if (found)
    task.found = found->dump();
  else
    task.found = found.error();
}

void BotPool::deliver() {
  while (!ending_) {
    if (queued() == 0)
      answered_.wait();
    else
      answered_.wait_for(kPatience);
    answered_.take_all([this](TaskPtr task) {
      if (!ending_ && !task->job.stop.stop_requested()) task->job.done(std::move(task->found));
    });
    relieve(Steady::now());
  }
}

void BotPool::relieve(Steady::time_point now) {
  for (auto& task : overdue(now)) {
    if (!think_on(*task)) answer(*task);
    if (!task->job.stop.stop_requested()) task->job.done(std::move(task->found));
  }
}

// Taken from the waiting tasks; for a running task, the same computation from the beginning.
std::vector<BotPool::TaskPtr> BotPool::overdue(Steady::time_point now) {
  std::vector<TaskPtr> found;
  std::unique_lock const lock(mutex_, std::try_to_lock);
  if (!lock || ending_) return found;
  collect();
  while (!ready_.empty() && ready_.front()->job.due + kPatience <= now) {
    std::pop_heap(ready_.begin(), ready_.end(), kLessUrgent);
    found.push_back(std::move(ready_.back()));
    ready_.pop_back();
    forget(*found.back());
  }
  for (auto* task : running_) {
    if (!task || task->relieved || task->job.due + kPatience > now) continue;
    task->relieved = true;
    found.push_back(std::make_unique<Task>(task->job));
  }
  return found;
}

}  // namespace engawa::server
