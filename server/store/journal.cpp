#include "server/store/journal.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <future>

#include "server/ops/fail_point.hpp"

namespace engawa::server {
namespace {

constexpr auto kFirstPause = std::chrono::milliseconds(100);
constexpr auto kLongestPause = std::chrono::milliseconds(2000);
constexpr auto kCalm =
    std::chrono::seconds(10);  // after this time without failure, the pauses start again from the shortest
constexpr auto kWatchEvery = std::chrono::milliseconds(250);
constexpr int kChores = 64;  // transactions in one pause

std::uint64_t micros_since(std::chrono::steady_clock::time_point began) {
  auto const passed = std::chrono::steady_clock::now() - began;
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(passed).count());
}

}  // namespace

Journal::Journal(Store& store, int shards, Report report, Recovered recovered)
    : store_(store), shards_(shards), report_(std::move(report)), recovered_(std::move(recovered)), thread_([this] {
        loop();
      }) {}

Journal::~Journal() {
  {
    std::lock_guard const lock(mutex_);
    stopping_ = true;
  }
  ready_.notify_one();
  thread_.join();
}

void Journal::append(Append append) {
  bool first = false;
  {
    std::lock_guard const lock(mutex_);
    first = queue_.empty();
    if (first) queued_since_ = Steady::now();
    queue_.emplace_back(std::move(append));
  }
  if (first) ready_.notify_one();  // later ones join the batch
}

void Journal::run(Work work, Done done) {
  {
    std::lock_guard const lock(mutex_);
    if (queue_.empty()) queued_since_ = Steady::now();
    queue_.emplace_back(Task{std::move(work), std::move(done)});
  }
  ready_.notify_one();
}

std::string Journal::trouble() const {
  std::lock_guard const lock(mutex_);
  return trouble_;
}

Journal::Counters Journal::counters() const {
  std::lock_guard const lock(mutex_);
  auto counters = counters_;
  counters.queued = queue_.size();
  return counters;
}

void Journal::flush() {
  std::promise<void> stored;
  run([](Store&) {}, [&](bool) { stored.set_value(); });
  stored.get_future().wait();
}

void Journal::loop() {
  std::vector<Entry> batch;
  while (wait_for_work(batch)) {
    if (!up() && Steady::now() >= next_try_) try_again();
    if (!batch.empty())
      write(batch);
    else if (files_are_there())
      do_chores();
    batch.clear();
  }
}

// Takes the queued inputs; nothing if it is time to retry the store or to look at its files. False: the end.
bool Journal::wait_for_work(std::vector<Entry>& batch) {
  std::unique_lock lock(mutex_);
  auto const wanted = [&] { return stopping_ || !queue_.empty(); };
  (void)ready_.wait_until(lock, up() ? next_watch_ : next_try_, wanted);
  if (stopping_ && queue_.empty()) return false;
  batch.swap(queue_);
  batch_since_ = queued_since_;
  return true;
}

void Journal::write(std::vector<Entry>& batch) {
  std::vector<Fate> fates(batch.size(), Fate::fault);
  auto const began = Steady::now();
  queue_micros_.observe(micros_since(batch_since_));
  if (up()) fates = store_all(batch);
  if (!files_are_there()) fates.assign(batch.size(), fail_point::on("bug.no_failure") ? Fate::stored : Fate::fault);
  auto const micros = micros_since(began);
  auto const appends = static_cast<std::uint64_t>(std::count_if(
      batch.begin(), batch.end(), [](Entry const& entry) { return std::holds_alternative<Append>(entry); }));
  auto const stored = static_cast<std::uint64_t>(std::count(fates.begin(), fates.end(), Fate::stored));
  if (appends > 0 && up()) {
    batch_inputs_.observe(appends);
    append_micros_.observe(micros);
  }
  if (!up()) refused_ += batch.size();
  {
    std::lock_guard const lock(mutex_);
    counters_.batches += 1;
    counters_.appends += appends;
    counters_.failures += batch.size() - stored;
  }
  tell(batch, fates);
}

// Looked at between a commit and its answers: what may be in files that nobody finds again is not acknowledged.
bool Journal::files_are_there() try {
  auto const now = Steady::now();
  if (!up() || now < next_watch_) return up();
  next_watch_ = now + kWatchEvery;
  store_.watch();
  return true;
} catch (std::exception const& error) {
  go_down(error.what());
  return false;
}

bool Journal::idle() const {
  std::lock_guard const lock(mutex_);
  return queue_.empty() && !stopping_;
}

// In a pause, a little after the other until somebody comes: what is packed when nobody plays is stored, too.
void Journal::do_chores() try {
  for (int i = 0; i < kChores && store_.has_chores() && idle(); ++i) {
    store_.begin();
    store_.commit();
  }
} catch (std::exception const& error) {
  store_.rollback();
  go_down(error.what());
}

// One transaction for the whole batch. If the store fails, nothing of it is stored, and every input is reported as
// failed.
std::vector<Journal::Fate> Journal::store_all(std::vector<Entry>& batch) try {
  std::vector<Fate> fates;
  fates.reserve(batch.size());
  fail_point::hit<StoreFault>("journal.begin");
  store_.begin();
  for (auto& entry : batch) fates.push_back(store_one(entry));
  auto const began = Steady::now();
  fail_point::hit<StoreFault>("journal.commit");
  store_.commit();
  commit_micros_.observe(micros_since(began));
  fail_point::hit<StoreFault>("journal.committed");
  return fates;
} catch (std::exception const& error) {
  store_.rollback();
  go_down(error.what());
  return std::vector<Fate>(batch.size(), Fate::fault);
}

// A failing task affects nothing else in its batch.
Journal::Fate Journal::store_one(Entry& entry) {
  if (auto* append = std::get_if<Append>(&entry)) {
    fail_point::hit<StoreFault>("journal.append");
    return store_.append(append->code, append->epoch, append->seq, append->input) ? Fate::stored : Fate::refused;
  }
  auto const began = Steady::now();
  store_.begin_part();
  try {
    std::get<Task>(entry).work(store_);
    store_.end_part(true);
    task_micros_.observe(micros_since(began));
    return Fate::stored;
  } catch (std::exception const& error) {
    if (store_.is_fault(error)) throw;
    store_.end_part(false);
    spdlog::error("the journal could not do a task: {}", error.what());
    return Fate::refused;
  }
}

void Journal::tell(std::vector<Entry>& batch, std::vector<Fate> const& fates) {
  std::vector<std::vector<Outcome>> outcomes(static_cast<std::size_t>(shards_));
  for (std::size_t i = 0; i < batch.size(); ++i)
    if (auto* append = std::get_if<Append>(&batch[i]))
      outcomes[static_cast<std::size_t>(append->shard)].push_back({append->writer, append->seq, fates[i]});
  for (int shard = 0; shard < shards_; ++shard)
    if (auto& mine = outcomes[static_cast<std::size_t>(shard)]; !mine.empty()) report_(shard, std::move(mine));
  for (std::size_t i = 0; i < batch.size(); ++i)
    if (auto* task = std::get_if<Task>(&batch[i]); task && task->done) task->done(fates[i] == Fate::stored);
}

// One line when the failure begins and one when it ends, however many inputs are refused in between.
void Journal::go_down(std::string const& why) {
  auto const now = Steady::now();
  bool const again = now - up_since_ < kCalm;
  pause_ = again ? std::min(2 * pause_, kLongestPause) : std::chrono::milliseconds(0);
  pause_ = std::max<std::chrono::milliseconds>(pause_, kFirstPause);
  down_since_ = now;
  next_try_ = now + pause_;
  refused_ = 0;
  {
    std::lock_guard const lock(mutex_);
    trouble_ = why;
    ++counters_.outages;
  }
  up_.store(false, std::memory_order_release);
  spdlog::error("the store fails ({}): what cannot be stored is refused, and its rooms wait until it works again", why);
}

void Journal::try_again() {
  try {
    store_.probe();
  } catch (std::exception const&) {
    pause_ = std::min(2 * pause_, kLongestPause);
    next_try_ = Steady::now() + pause_;
    return;
  }
  {
    std::lock_guard const lock(mutex_);
    trouble_.clear();
  }
  up_since_ = Steady::now();
  up_.store(true, std::memory_order_release);
  spdlog::info("the store works again after {} s; {} inputs and tasks were refused",
               std::chrono::duration_cast<std::chrono::seconds>(up_since_ - down_since_).count(), refused_);
  if (recovered_) recovered_();
}

}  // namespace engawa::server
