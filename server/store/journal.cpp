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
constexpr int kChores = 64;                  // transactions in one pause
constexpr std::size_t kKeptBytes = 1 << 20;  // of inputs: what was larger gives its memory back

std::uint64_t micros_since(std::chrono::steady_clock::time_point began) {
  auto const passed = std::chrono::steady_clock::now() - began;
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(passed).count());
}

}  // namespace

Journal::Journal(Store& store, int shards, Report report, Recovered recovered, Runs runs)
    : store_(store),
      report_(std::move(report)),
      recovered_(std::move(recovered)),
      outcomes_(static_cast<std::size_t>(shards)) {
  if (runs == Runs::on_its_thread) thread_ = std::thread([this] { loop(); });
}

Journal::~Journal() {
  if (!thread_.joinable()) return;
  {
    std::lock_guard const lock(mutex_);
    stopping_ = true;
  }
  ready_.notify_one();
  thread_.join();
}

void Journal::Inputs::add(Append append, std::string_view input) {
  append.bytes = input.size();
  appends.push_back(std::move(append));
  text += input;
}

void Journal::Inputs::clear() {
  if (text.capacity() > kKeptBytes) *this = {};
  appends.clear();
  text.clear();
}

void Journal::Batch::clear() {
  if (text.capacity() > kKeptBytes) *this = {};
  entries.clear();
  text.clear();
  fates.clear();
}

void Journal::append(Inputs const& inputs) {
  bool first = false;
  {
    std::lock_guard const lock(mutex_);
    first = queue_.entries.empty();
    if (first) queued_since_ = Steady::now();
    queue_.entries.insert(queue_.entries.end(), inputs.appends.begin(), inputs.appends.end());
    queue_.text += inputs.text;
  }
  if (first) ready_.notify_one();  // later ones join the batch
}

void Journal::run(Work work, Done done) {
  {
    std::lock_guard const lock(mutex_);
    if (queue_.entries.empty()) queued_since_ = Steady::now();
    queue_.entries.emplace_back(Task{std::move(work), std::move(done)});
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
  counters.queued = queue_.entries.size();
  return counters;
}

void Journal::flush() {
  std::promise<void> stored;
  run([](Store&) {}, [&](bool) { stored.set_value(); });
  stored.get_future().wait();
}

void Journal::loop() {
  while (wait_for_work()) work();
}

Journal::Steady::time_point Journal::due() const { return idle() ? next_look() : Steady::time_point::min(); }

void Journal::step() {
  {
    std::lock_guard const lock(mutex_);
    take_queue();
  }
  work();
}

// Takes the queued inputs; nothing if it is time to retry the store or to look at its files. False: the end.
bool Journal::wait_for_work() {
  std::unique_lock lock(mutex_);
  auto const wanted = [&] { return stopping_ || !queue_.entries.empty(); };
  (void)ready_.wait_until(lock, next_look(), wanted);
  if (stopping_ && queue_.entries.empty()) return false;
  take_queue();
  return true;
}

// REQUIRES: the mutex is held.
void Journal::take_queue() {
  std::swap(batch_, queue_);
  batch_since_ = queued_since_;
}

void Journal::work() {
  if (!up() && Steady::now() >= next_try_) try_again();
  if (!batch_.entries.empty())
    write();
  else if (files_are_there())
    do_chores();
  batch_.clear();
}

void Journal::write() {
  auto const& [entries, text, fates] = batch_;
  auto const began = Steady::now();
  queue_micros_.observe(micros_since(batch_since_));
  if (up()) store_all();
  if (!files_are_there())
    batch_.fates.assign(entries.size(), fail_point::on("bug.no_failure") ? Fate::stored : Fate::fault);
  auto const micros = micros_since(began);
  auto const appends = static_cast<std::uint64_t>(std::count_if(
      entries.begin(), entries.end(), [](Entry const& entry) { return std::holds_alternative<Append>(entry); }));
  auto const stored = static_cast<std::uint64_t>(std::count(fates.begin(), fates.end(), Fate::stored));
  if (appends > 0 && up()) {
    batch_inputs_.observe(appends);
    append_micros_.observe(micros);
  }
  if (!up()) refused_ += entries.size();
  {
    std::lock_guard const lock(mutex_);
    counters_.batches += 1;
    counters_.appends += appends;
    counters_.failures += entries.size() - stored;
  }
  tell();
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
  return queue_.entries.empty() && !stopping_;
}

// In a pause, a little after the other until somebody comes: what is packed when nobody plays is stored, too.
void Journal::do_chores() try {
  for (int i = 0; i < kChores && store_.has_chores() && idle(); ++i) {
    store_.begin();
    (void)store_.commit();
  }
} catch (std::exception const& error) {
  store_.rollback();
  go_down(error.what());
}

// One transaction for the whole batch. If the store fails, nothing of it is stored, and every input is reported as
// failed.
void Journal::store_all() try {
  fail_point::hit<StoreFault>("journal.begin");
  store_.begin();
  std::size_t input_at = 0;
  for (auto& entry : batch_.entries) batch_.fates.push_back(store_one(entry, input_at));
  auto const began = Steady::now();
  fail_point::hit<StoreFault>("journal.commit");
  for (auto const& refused : store_.commit()) refuse_late(refused);
  commit_micros_.observe(micros_since(began));
  fail_point::hit<StoreFault>("journal.committed");
} catch (std::exception const& error) {
  store_.rollback();
  go_down(error.what());
}

// The others of the batch are stored.
void Journal::refuse_late(Store::Refused const& refused) {
  for (std::size_t i = 0; i < batch_.entries.size(); ++i)
    if (auto const* const append = std::get_if<Append>(&batch_.entries[i]);
        append && append->code == refused.room && append->epoch == refused.epoch)
      batch_.fates[i] = Fate::refused;
}

// A failing task affects nothing else in its batch.
Journal::Fate Journal::store_one(Entry& entry, std::size_t& input_at) {
  if (auto const* const append = std::get_if<Append>(&entry)) {
    fail_point::hit<StoreFault>("journal.append");
    input_.assign(batch_.text, std::exchange(input_at, input_at + append->bytes), append->bytes);
    return store_.append(append->code, append->epoch, append->seq, input_) ? Fate::stored : Fate::refused;
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

void Journal::tell() {
  auto const& [entries, text, fates] = batch_;
  for (std::size_t i = 0; i < entries.size(); ++i)
    if (auto const* const append = std::get_if<Append>(&entries[i]))
      outcomes_[static_cast<std::size_t>(append->shard)].push_back({append->writer, append->seq, fates[i]});
  for (std::size_t shard = 0; shard < outcomes_.size(); ++shard) {
    auto& mine = outcomes_[shard];
    if (!mine.empty()) report_(static_cast<int>(shard), mine);
    mine.clear();
  }
  for (std::size_t i = 0; i < entries.size(); ++i)
    if (auto const* const task = std::get_if<Task>(&entries[i]); task && task->done)
      task->done(fates[i] == Fate::stored);
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
