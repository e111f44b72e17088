#include "server/bots/bot_pool.hpp"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "base/expect.hpp"
#include "server/ops/priority.hpp"

namespace engawa::server {

using std::chrono::duration_cast, std::chrono::microseconds;

struct BotPool::Task {
  explicit Task(Job given) : job(std::move(given)), thinking({{}, job.iterations}, job.seed, job.stop.get_token()) {}

  Job job;
  Account* account = nullptr;  // set once the task was collected
  games::Thinking thinking;
  std::unique_ptr<games::Thinker> thinker;  // set once it has begun
  Result<std::string> found = refuse("internal", "nothing has been thought yet");
  std::uint64_t turn = 0;                          // among several tasks at their deadlines, the lowest is next
  double share = 1;                                // share of its cost, decided when it begins
  bool relieved = false;                           // the messenger has already answered
  std::chrono::nanoseconds processor{0}, wall{0};  // used by its last slice
};

namespace {

constexpr std::size_t kSweepAt = 64;
constexpr std::chrono::milliseconds kPatience{50};  // for a thread that makes no progress

// For a heap with the most urgent task on top.
constexpr auto kLessUrgent = [](auto const& a, auto const& b) {
  return a->job.due != b->job.due ? a->job.due > b->job.due : a->turn > b->turn;
};

}  // namespace

BotPool::BotPool(Tuning const& tuning, Metrics& metrics)
    : tuning_(tuning),
      metrics_(metrics),
      running_(static_cast<std::size_t>(tuning.threads)),
      processors_(tuning.threads),
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

// There is one token in `submitted_` for every waiting task, so that no thread sleeps while a task waits. Dropped tasks
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
  while (!ending_ && ready_ > 0) {
    auto task = take_first(*next_account());
    if (task->job.stop.stop_requested()) {
      forget(*task);
      continue;
    }
    if (!task->thinker) task->share = share_of(*task->account);
    running_[thread] = task.get();
    return task;
  }
  return nullptr;
}

void BotPool::put_away(std::size_t thread, TaskPtr task, bool answered) {
  {
    std::lock_guard const lock(mutex_);
    running_[thread] = nullptr;
    processors_.slice_took(task->processor, task->wall);
    task->account->used += task->processor;
    if (!answered && !task->relieved) return wait_again(std::move(task));
    forget(*task);
  }
  if (!task->relieved) answered_.put(std::move(task));
}

void BotPool::collect() {
  submitted_.take_all([this](TaskPtr task) {
    open_account(*task);
    wait_again(std::move(task));
  });
  if (ready_ < sweep_at_) return;
  // Cancelled tasks are removed here, so that frequent cancelling cannot fill the queue.
  std::vector<TaskPtr> stopped;
  auto const sweep = [&](Account& account) {
    auto& ready = account.ready;
    auto const kept = std::partition(ready.begin(), ready.end(),
                                     [](TaskPtr const& task) { return !task->job.stop.stop_requested(); });
    std::move(kept, ready.end(), std::back_inserter(stopped));
    ready.erase(kept, ready.end());
    std::make_heap(ready.begin(), ready.end(), kLessUrgent);
  };
  for (auto& [payer, account] : accounts_) sweep(account);
  sweep(idle_);
  ready_ -= stopped.size();
  for (auto const& task : stopped) forget(*task);
  sweep_at_ = std::max(kSweepAt, 2 * ready_);
}

// A payer who appears (again) gets a used time not below the others' minus the lead. So the first task is not delayed
// until they have used as much, and a payer gains nothing by appearing often.
void BotPool::open_account(Task& task) {
  auto& account = task.job.idle ? idle_ : accounts_[task.job.payer];
  if (account.tasks++ == 0) account.used = std::max(account.used, least_used_ - tuning_.lead);
  account.load.add(task.job.cost, task.job.due);
  task.account = &account;
}

BotPool::Account* BotPool::next_account() {
  EXPECT(ready_ > 0);
  Account* least = nullptr;
  for (auto& [payer, account] : accounts_)
    if (!account.ready.empty() && (!least || account.used < least->used)) least = &account;
  if (!least) return &idle_;
  least_used_ = std::max(least_used_, least->used);
  auto* next = least;
  for (auto& [payer, account] : accounts_)
    if (!account.ready.empty() && account.used < least->used + tuning_.lead &&
        kLessUrgent(next->ready.front(), account.ready.front()))
      next = &account;
  return next;
}

double BotPool::share_of(Account const& account) {
  auto const now = Steady::now();
  std::vector<double> wishes;  // a few numbers per task
  for (auto const& [payer, other] : accounts_)
    if (other.tasks > 0) wishes.push_back(other.load.wish(now));
  if (&account == &idle_) wishes.push_back(idle_.load.wish(now));
  return fair_share(processors_.count(), std::move(wishes), account.load.wish(now));
}

void BotPool::wait_again(TaskPtr task) {
  task->turn = next_turn_++;
  auto& ready = task->account->ready;
  ready.push_back(std::move(task));
  std::push_heap(ready.begin(), ready.end(), kLessUrgent);
  ++ready_;
}

BotPool::TaskPtr BotPool::take_first(Account& account) {
  std::pop_heap(account.ready.begin(), account.ready.end(), kLessUrgent);
  auto task = std::move(account.ready.back());
  account.ready.pop_back();
  --ready_;
  return task;
}

// An account without tasks is kept while its payer has used more than others who wait.
void BotPool::forget(Task const& task) {
  auto& account = *task.account;
  account.load.remove(task.job.cost, task.job.due);
  unanswered_.fetch_sub(1, std::memory_order_relaxed);
  if (--account.tasks > 0 || &account == &idle_) return;
  bool const quiet = std::all_of(accounts_.begin(), accounts_.end(), [](auto const& a) { return a.second.tasks == 0; });
  if (quiet) least_used_ = {};
  std::erase_if(accounts_, [&](auto const& entry) {
    return entry.second.tasks == 0 && (quiet || entry.second.used <= least_used_);
  });
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
  bool const shortened = task.share < 1 && task.job.cost.count() > 0;
  if (shortened) budget = duration_cast<microseconds>(task.share * task.job.cost);
  // A task that thinks in one step cannot be interrupted at its deadline.
  auto const left = duration_cast<microseconds>(task.job.due - now);
  // An answer counts once, although a busy pool is also late.
  if (shortened)
    count(metrics_.bot_answers_shortened);
  else if (left.count() <= 0)
    count(metrics_.bot_answers_late);
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

// Taken from the waiting tasks; for a running task, the same computation again from the beginning.
std::vector<BotPool::TaskPtr> BotPool::overdue(Steady::time_point now) {
  std::vector<TaskPtr> found;
  std::unique_lock const lock(mutex_, std::try_to_lock);
  if (!lock || ending_) return found;
  collect();
  auto const take_overdue = [&](Account& account) {
    while (!account.ready.empty() && account.ready.front()->job.due + kPatience <= now)
      found.push_back(take_first(account));
  };
  for (auto& [payer, account] : accounts_) take_overdue(account);
  take_overdue(idle_);
  for (auto const& task : found) forget(*task);
  for (auto* task : running_) {
    if (!task || task->relieved || task->job.due + kPatience > now) continue;
    task->relieved = true;
    found.push_back(std::make_unique<Task>(task->job));
  }
  return found;
}

}  // namespace engawa::server
