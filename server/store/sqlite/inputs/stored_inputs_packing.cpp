// Packing: see server/store/sqlite/README.md.
#include <SQLiteCpp/SQLiteCpp.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

#include "server/ops/fail_point.hpp"
#include "server/store/row_sum.hpp"
#include "server/store/sqlite/inputs/stored_inputs.hpp"
#include "server/store/sqlite/stored_bytes.hpp"
#include "server/store/store.hpp"

namespace engawa::server {
namespace {

constexpr std::size_t kChunk = 512;     // inputs per packing job
constexpr std::size_t kMostJobs = 32;   // jobs for the packer at a time
constexpr int kAsked = 64;              // rows of the tail that are checked after a commit
constexpr std::size_t kTidied = 128;    // packed inputs and deleted rows per transaction
constexpr std::size_t kShortTail = 40;  // for tests

// Inputs of the row that it replaces.
std::int64_t size_of_replaced(SQLite::Database& database, PackedRow const& packed) {
  if (packed.first > packed.after) return 0;
  SQLite::Statement query(database, "SELECT LENGTH(inputs) FROM packed WHERE room = ? AND first = ?");
  query.bind(1, packed.room);
  query.bind(2, static_cast<std::int64_t>(packed.first));
  return query.executeStep() ? query.getColumn(0).getInt64() : 0;
}

}  // namespace

void StoredInputs::rest(std::int64_t room, bool resting) {
  auto* const found = tail_.find(room);
  if (!found) return;
  found->resting = resting;
  if (resting && found->rows.empty())
    tail_.forget(room);
  else if (resting)
    ask(room, *found);
}

void StoredInputs::ensure_scanned() {
  if (stale_) scan();
}

bool StoredInputs::begin() {
  bool const forgot = stale_ || version() != version_;
  if (forgot) scan();
  if (packs_) tidy();
  return forgot;
}

// Few enough that no input waits noticeably, and enough that the tail becomes shorter at any rate of new inputs.
void StoredInputs::tidy() {
  auto const amount = kTidied + 2 * std::exchange(appended_, 0);
  std::size_t packed = 0;
  while (packed < amount) {
    auto const row = packer_.take();
    if (!row) break;
    put(*row);
    packed += 1 + row->last - row->after;
  }
  trim(amount);
}

bool StoredInputs::is_long() const {
  return tail_.rows().size() > (fail_point::on("store.short_tail") ? kShortTail : tail_rows_);
}

bool StoredInputs::has_chores() const {
  if (!packs_ || stale_) return false;
  bool const deletable = !tail_.rows().empty() && !tail_.rows().front().needed;
  return deletable || packer_.has_packed() || (packer_.pending() == 0 && is_long());
}

void StoredInputs::stop_packing(std::string const& why) {
  packs_ = false;
  spdlog::error("old inputs are not packed any more, until the server is started again: {}", why);
}

void StoredInputs::committed() {
  version_ = version();
  tail_length_.store(tail_.rows().size(), std::memory_order_relaxed);
  tail_bytes_.store(tail_.bytes(), std::memory_order_relaxed);
  ask_for_oldest();
  packer_.post(std::exchange(jobs_, {}));
}

void StoredInputs::rolled_back() {
  stale_ = true;
  jobs_.clear();
}

void StoredInputs::part_rolled_back() {
  if (changed_) scan();
}

void StoredInputs::put(PackedRow const& packed) {
  auto* const found = tail_.find(packed.room);
  if (!found) return;  // erased
  auto& room = *found;
  room.asked = false;
  fail_point::hit<StoreFault>("store.pack");
  if (!packed.fault.empty() || packed.after != room.packed || packed.last > room.last() || !count_as_packed(packed)) {
    room.damaged = true;
    return;
  }
  changed_ = true;
  if (fail_point::on("bug.pack_in_two")) {
    db_.exec("COMMIT");
    fail_point::hit("store.half_packed");
    db_.exec("BEGIN IMMEDIATE");
  }
  packed_bytes_.add(static_cast<std::int64_t>(packed.inputs.bytes.size()) - size_of_replaced(db_, packed));
  SQLite::Statement insert(db_,
                           "INSERT OR REPLACE INTO packed(room, first, last, size, inputs, sum) VALUES(?1, ?2, ?3, "
                           "?4, ?5, row_sum(?1, ?2, ?3, ?4, ?5))");
  insert.bind(1, packed.room);
  insert.bind(2, static_cast<std::int64_t>(packed.first));
  insert.bind(3, static_cast<std::int64_t>(packed.last));
  insert.bind(4, static_cast<std::int64_t>(packed.inputs.size));
  insert.bindNoCopy(5, packed.inputs.bytes.data(), static_cast<int>(packed.inputs.bytes.size()));
  if (!fail_point::on("bug.pack_nothing")) insert.exec();
  tail_.let_go(room, packed.last - room.packed);
  room.packed = packed.last;
  if (room.resting && room.rows.empty())
    tail_.forget(packed.room);
  else if (room.resting)
    ask(packed.room, room);
  fail_point::hit<StoreFault>("store.packed");
}

// False: the row of the room is damaged, and must not be confirmed by a new checksum.
bool StoredInputs::count_as_packed(PackedRow const& packed) {
  SQLite::Statement update(db_, sql({"UPDATE rooms SET packed = ?2, sum = row_sum(id, code, epoch, closed, created_at, "
                                     "setup, broken, closed_at, ?2) WHERE id = ?1 AND ",
                                     kSoundRoom}));
  update.bind(1, packed.room);
  update.bind(2, static_cast<std::int64_t>(packed.last));
  return update.exec() == 1;
}

void StoredInputs::trim(std::size_t amount) {
  std::int64_t first = 0, last = 0;
  for (std::size_t count = 0; count < amount && !tail_.rows().empty(); ++count) {
    auto const& row = tail_.rows().front();
    if (row.needed && (last != 0 || !tail_.stays(row))) break;
    if (!row.needed) {
      last = row.id;
      if (first == 0) first = last;
    }
    tail_.pop_front();
  }
  if (last == 0) return;
  changed_ = true;
  fail_point::hit<StoreFault>("store.trim");
  SQLite::Statement remove(db_, "DELETE FROM journal WHERE id BETWEEN ? AND ?");
  remove.bind(1, first);
  remove.bind(2, last);
  remove.exec();
  fail_point::hit<StoreFault>("store.trimmed");
}

void StoredInputs::ask(std::int64_t room, JournalTail::Held& held) {
  if (held.asked || held.damaged || held.rows.empty() || !packs_) return;
  held.asked = true;
  auto const end = held.rows.begin() + static_cast<std::ptrdiff_t>(std::min(kChunk, held.rows.size()));
  jobs_.push_back({room, held.packed, {held.rows.begin(), end}, held.resting});
}

// A few rows after each commit, so that no commit waits for many.
void StoredInputs::ask_for_oldest() {
  if (!is_long()) return;
  if (packer_.pending() == 0) asked_to_ = 0;
  auto const& rows = tail_.rows();
  auto row = std::lower_bound(rows.begin(), rows.end(), asked_to_,
                              [](JournalTail::Row const& one, std::int64_t id) { return one.id < id; });
  for (int i = 0; i < kAsked && row != rows.end() && packer_.pending() + jobs_.size() < kMostJobs; ++i, ++row) {
    asked_to_ = row->id;
    auto* const room = tail_.find(row->room);
    if (row->needed && room) ask(row->room, *room);
  }
}

}  // namespace engawa::server
