#include "server/journal.hpp"

#include <spdlog/spdlog.h>

#include <future>

#include "server/fail_point.hpp"

namespace engawa::server {
namespace {

// A task that fails takes nothing else of its batch with it. (Each is one statement that writes, or reads only.)
bool run_alone(Journal::Work const& work, Store& store) try {
  work(store);
  return true;
} catch (std::exception const& error) {
  spdlog::error("the journal could not do a task: {}", error.what());
  return false;
}

}  // namespace

Journal::Journal(Store& store, int shards, Report report)
    : store_(store), shards_(shards), report_(std::move(report)), thread_([this] { loop(); }) {}

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
    queue_.emplace_back(std::move(append));
  }
  if (first) ready_.notify_one();  // later ones ride along with the batch
}

void Journal::run(Work work, Done done) {
  {
    std::lock_guard const lock(mutex_);
    queue_.emplace_back(Task{std::move(work), std::move(done)});
  }
  ready_.notify_one();
}

Journal::Counters Journal::counters() const {
  std::lock_guard const lock(mutex_);
  return counters_;
}

void Journal::flush() {
  std::promise<void> stored;
  run([](Store&) {}, [&](bool) { stored.set_value(); });
  stored.get_future().wait();
}

void Journal::loop() {
  std::vector<Entry> batch;
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      ready_.wait(lock, [&] { return stopping_ || !queue_.empty(); });
      if (queue_.empty()) return;
      batch.swap(queue_);
    }
    write(batch);
    batch.clear();
  }
}

// One transaction for the whole batch. When the commit fails nothing of it is stored, and every part is told so.
void Journal::write(std::vector<Entry>& batch) {
  std::vector<bool> stored(batch.size(), false);
  std::uint64_t appends = 0;
  bool committed = false;
  try {
    fail_point::hit("journal.begin");
    store_.begin();
    for (std::size_t i = 0; i < batch.size(); ++i) {
      if (auto* append = std::get_if<Append>(&batch[i])) {
        fail_point::hit("journal.append");
        stored[i] = store_.append(append->code, append->epoch, append->seq, append->input);
        ++appends;
      } else {
        stored[i] = run_alone(std::get<Task>(batch[i]).work, store_);
      }
    }
    fail_point::hit("journal.commit");
    store_.commit();
    fail_point::hit("journal.committed");
    committed = true;
  } catch (std::exception const& error) {
    store_.rollback();
    spdlog::error("the journal could not store a batch of {}: {}", batch.size(), error.what());
  }
  std::vector<std::vector<Outcome>> outcomes(static_cast<std::size_t>(shards_));
  std::uint64_t failures = 0;
  for (std::size_t i = 0; i < batch.size(); ++i) {
    bool const ok = committed && stored[i];
    failures += !ok;
    if (auto* append = std::get_if<Append>(&batch[i]))
      outcomes[static_cast<std::size_t>(append->shard)].push_back({append->room, append->seq, ok});
  }
  {
    std::lock_guard const lock(mutex_);
    counters_.batches += 1;
    counters_.appends += appends;
    counters_.failures += failures;
  }
  for (int shard = 0; shard < shards_; ++shard)
    if (auto& mine = outcomes[static_cast<std::size_t>(shard)]; !mine.empty()) report_(shard, std::move(mine));
  for (std::size_t i = 0; i < batch.size(); ++i)
    if (auto* task = std::get_if<Task>(&batch[i]); task && task->done) task->done(committed && stored[i]);
}

}  // namespace engawa::server
