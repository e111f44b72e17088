#include "server/store/journal.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <future>
#include <utility>

#include "base/expect.hpp"
#include "server/ops/fail_point.hpp"

namespace engawa::server {
namespace {

constexpr auto kWatchEvery = std::chrono::milliseconds(250);
constexpr int kChores = 64;  // transactions per pause

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
  queue_.stop();
  thread_.join();
}

void Journal::Batch::clear() {
  inputs.clear();
  tasks.clear();
  fates.clear();
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

// A batch may be empty: it is time to retry the store or to look at its files.
void Journal::loop() {
  while (queue_.wait(next_look())) step();
}

Journal::Steady::time_point Journal::due() const { return queue_.idle() ? next_look() : Steady::time_point::min(); }

void Journal::step() {
  batch_since_ = queue_.take(batch_.inputs, batch_.tasks);
  work();
}

void Journal::work() {
  if (!up() && Steady::now() >= outage_.next_try()) try_again();
  if (batch_.size() > 0)
    write();
  else if (files_are_there())
    do_chores();
  batch_.clear();
}

void Journal::write() {
  auto const began = Steady::now();
  times_.queue.observe(micros_since(batch_since_));
  if (up()) store_all();
  if (!files_are_there())
    batch_.fates.assign(batch_.size(), fail_point::on("bug.no_failure") ? Fate::stored : Fate::fault);
  auto const micros = micros_since(began);
  auto const appends = static_cast<std::uint64_t>(batch_.inputs.appends.size());
  auto const stored = static_cast<std::uint64_t>(std::count(batch_.fates.begin(), batch_.fates.end(), Fate::stored));
  if (appends > 0 && up()) {
    times_.inputs.observe(appends);
    times_.append.observe(micros);
  }
  if (!up()) outage_.refuse(batch_.size());
  {
    std::lock_guard const lock(mutex_);
    counters_.batches += 1;
    counters_.appends += appends;
    counters_.failures += batch_.size() - stored;
  }
  tell();
}

// Checked between a commit and its answers: data in files that cannot be found again must not be acknowledged.
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

// In a pause, packing continues in small steps until an input arrives; packed data is stored even if nobody plays.
void Journal::do_chores() try {
  for (int i = 0; i < kChores && store_.has_chores() && queue_.idle(); ++i) {
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
  auto& tasks = batch_.tasks;
  auto const inputs = batch_.inputs.appends.size();
  batch_.fates.assign(batch_.size(), Fate::fault);
  auto const in_a_hurry = static_cast<std::size_t>(
      std::find_if(tasks.begin(), tasks.end(), [](Task const& task) { return !task.hurries; }) - tasks.begin());
  for (std::size_t i = 0; i < in_a_hurry; ++i) batch_.fates[inputs + i] = do_task(tasks[i]);
  store_inputs();
  expect_rooms();
  for (std::size_t i = in_a_hurry; i < tasks.size(); ++i) batch_.fates[inputs + i] = do_task(tasks[i]);
  auto const began = Steady::now();
  fail_point::hit<StoreFault>("journal.commit");
  for (auto const& refused : store_.commit()) refuse_late(refused);
  times_.commit.observe(micros_since(began));
  fail_point::hit<StoreFault>("journal.committed");
} catch (std::exception const& error) {
  store_.rollback();
  go_down(error.what());
}

void Journal::store_inputs() {
  auto fate = batch_.fates.begin();
  for (auto const [append, input] : batch_.inputs) *fate++ = store_input(append, input);
}

// The others of the batch are stored.
void Journal::refuse_late(Store::Refused const& refused) {
  for (std::size_t i = 0; i < batch_.inputs.appends.size(); ++i)
    if (auto const& append = batch_.inputs.appends[i]; append.code == refused.room && append.epoch == refused.epoch)
      batch_.fates[i] = Fate::refused;
}

Journal::Fate Journal::store_input(Append const& append, std::string_view input) {
  fail_point::hit<StoreFault>("journal.append");
  input_.assign(input);
  return store_.append(append.code, append.epoch, append.seq, input_) ? Fate::stored : Fate::refused;
}

void Journal::expect_rooms() {
  std::vector<std::string> codes;
  for (auto const& task : batch_.tasks)
    if (!task.takes.empty()) codes.push_back(task.takes);
  if (!codes.empty()) store_.expect(codes);
}

// A failing task affects nothing else in its batch.
Journal::Fate Journal::do_task(Task& task) {
  auto const began = Steady::now();
  store_.begin_part();
  try {
    task.work(store_);
    store_.end_part(true);
    times_.task.observe(micros_since(began));
    return Fate::stored;
  } catch (std::exception const& error) {
    if (store_.is_fault(error)) throw;
    store_.end_part(false);
    spdlog::error("the journal could not do a task: {}", error.what());
    return Fate::refused;
  }
}

void Journal::tell() {
  auto const& [inputs, tasks, fates] = batch_;
  EXPECT(fates.size() == batch_.size(), fates.size(), batch_.size());
  for (std::size_t i = 0; i < inputs.appends.size(); ++i)
    outcomes_[static_cast<std::size_t>(inputs.appends[i].shard)].push_back(
        {inputs.appends[i].writer, inputs.appends[i].seq, fates[i]});
  for (std::size_t shard = 0; shard < outcomes_.size(); ++shard) {
    auto& mine = outcomes_[shard];
    if (!mine.empty()) report_(static_cast<int>(shard), mine);
    mine.clear();
  }
  for (std::size_t i = 0; i < tasks.size(); ++i)
    if (tasks[i].done) tasks[i].done(fates[inputs.appends.size() + i] == Fate::stored);
}

// One log line when the failure begins and one when it ends, however many inputs are refused in between.
void Journal::go_down(std::string const& why) {
  outage_.begin(Steady::now());
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
    return outage_.failed_again(Steady::now());
  }
  {
    std::lock_guard const lock(mutex_);
    trouble_.clear();
  }
  auto const length = outage_.end(Steady::now());
  up_.store(true, std::memory_order_release);
  spdlog::info("the store works again after {} s; {} inputs and tasks were refused", length.count(), outage_.refused());
  if (recovered_) recovered_();
}

}  // namespace engawa::server
