#include "server/store/sqlite/inputs/packer.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

#include "server/ops/fail_point.hpp"
#include "server/ops/freed_memory.hpp"
#include "server/ops/priority.hpp"
#include "server/store/row_sum.hpp"
#include "server/store/sqlite/inputs/input_rows.hpp"

namespace engawa::server {
namespace {

constexpr int kPackerBusyMs = 2000;
constexpr std::size_t kManyInputs = 50000;  // a tail that is much too long shrinks by at least this many
constexpr auto kPause = std::chrono::seconds(1);
constexpr std::uint64_t kGrowing = 256;  // inputs of a packed row that still grows when its room goes to sleep again

struct Range {
  std::uint64_t first = 1, last = 0;
};

// The room's last packed row, if it ends with input `last`.
Range last_packed(SQLite::Database& database, std::int64_t room, std::uint64_t last) {
  SQLite::Statement query(database, "SELECT first, last FROM packed WHERE room = ? ORDER BY first DESC LIMIT 1");
  query.bind(1, room);
  if (!query.executeStep() || static_cast<std::uint64_t>(query.getColumn(1).getInt64()) != last)
    return {last + 1, last};
  return {static_cast<std::uint64_t>(query.getColumn(0).getInt64()), last};
}

// Rows are joined with later inputs, so that a room has few rows. A row with more inputs than the new ones is left
// alone, because otherwise an input would be packed again and again.
bool joins(Range const& range, PackJob const& job) {
  auto const count = range.last + 1 - range.first;
  return count > 0 && (count <= job.rows.size() || (job.asleep && count < kGrowing));
}

}  // namespace

Packer::Packer(std::string const& file)
    : db_(std::make_unique<SQLite::Database>(file, SQLite::OPEN_READWRITE, kPackerBusyMs)) {
  add_row_sum(*db_);
  thread_ = std::jthread([this](std::stop_token stop) { run(stop); });
}

Packer::~Packer() = default;

void Packer::give_up() {
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
  sqlite3_db_config(db_->getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
}

void Packer::post(std::vector<PackJob> jobs) {
  if (jobs.empty()) return;
  pending_ += jobs.size();
  {
    std::lock_guard const lock(mutex_);
    std::move(jobs.begin(), jobs.end(), std::back_inserter(jobs_));
  }
  due_.notify_one();
}

std::optional<PackedRow> Packer::take() {
  if (!has_packed()) return std::nullopt;
  std::lock_guard const lock(mutex_);
  auto row = std::move(packed_.front());
  packed_.pop_front();
  any_packed_.store(!packed_.empty(), std::memory_order_relaxed);
  --pending_;
  return row;
}

void Packer::forget() {
  std::lock_guard const lock(mutex_);
  jobs_.clear();
  packed_.clear();
  any_packed_.store(false, std::memory_order_relaxed);
  pending_ = 0;
  ++generation_;
}

void Packer::run(std::stop_token stop) {
  lower_priority();
  std::size_t packed = 0;  // inputs since memory was last given back
  std::unique_lock lock(mutex_);
  auto const has_jobs = [this] { return !jobs_.empty(); };
  while (true) {
    bool const due =
        packed < kManyInputs ? due_.wait(lock, stop, has_jobs) : due_.wait_for(lock, stop, kPause, has_jobs);
    if (stop.stop_requested()) return;
    if (!due) {
      give_back_freed_memory();
      packed = 0;
      continue;
    }
    auto const job = std::move(jobs_.front());
    jobs_.pop_front();
    auto const generation = generation_;
    lock.unlock();
    auto row = pack(job);
    packed += job.rows.size();
    lock.lock();
    if (generation != generation_) continue;
    packed_.push_back(std::move(row));
    any_packed_.store(true, std::memory_order_release);
  }
}

// A fault is not reported here: the next reader of the room finds and reports it.
PackedRow Packer::pack(PackJob const& job) try {
  fail_point::hit("store.packing");
  SQLite::Transaction const reading(*db_);  // one consistent view of the database
  PackedRow row{job.room, job.packed, job.packed + 1, job.packed + job.rows.size(), {}, {}};
  std::vector<std::string> inputs;
  if (auto const before = last_packed(*db_, job.room, job.packed); joins(before, job)) {
    auto read = read_packed(*db_, job.room, before.first - 1, before.last, SIZE_MAX);
    if (!read.fault.empty()) return {job.room, job.packed, 0, job.packed, {}, read.fault};
    inputs = std::move(read.inputs);
    row.first = before.first;
  }
  SQLite::Statement by_id(*db_, kInputById);
  auto seq = job.packed;
  for (auto const id : job.rows) {
    auto input = read_input(by_id, id, job.room, ++seq, row.fault);
    if (!input) return row;
    inputs.push_back(std::move(*input));
  }
  row.inputs = pack_inputs(inputs, job.asleep ? Packing::small : Packing::quick);
  return row;
} catch (std::exception const& error) {
  return {job.room, job.packed, 0, job.packed, {}, error.what()};
}

}  // namespace engawa::server
