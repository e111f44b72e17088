#include "server/store/sqlite/inputs/stored_inputs.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <spdlog/spdlog.h>
#include <sqlite3.h>

#include <algorithm>
#include <utility>

#include "base/expect.hpp"
#include "server/store/row_sum.hpp"
#include "server/store/sqlite/run_statement.hpp"
#include "server/store/sqlite/stored_bytes.hpp"

namespace engawa::server {
namespace {

constexpr int kUsualPacked = 64;  // inputs in a packed row, at least

}  // namespace

StoredInputs::StoredInputs(SQLite::Database& database, std::string const& file, std::size_t tail_rows,
                           StoredBytes& packed)
    : db_(database),
      tail_rows_(tail_rows),
      insert_(std::make_unique<SQLite::Statement>(database,
                                                  "INSERT INTO journal(room, seq, input, sum) VALUES(?, ?, ?, ?)")),
      by_id_(std::make_unique<SQLite::Statement>(database, kInputById)),
      tail_(database),
      packed_bytes_(packed),
      packer_(file) {}

StoredInputs::~StoredInputs() = default;

void StoredInputs::scan() {
  stale_ = true;
  jobs_.clear();
  packer_.forget();
  asked_to_ = 0;
  tail_.scan();
  version_ = version();
  stale_ = false;
}

// Changes with every commit of another connection; our own are known.
unsigned StoredInputs::version() const {
  unsigned version = 0;
  (void)sqlite3_file_control(db_.getHandle(), "main", SQLITE_FCNTL_DATA_VERSION, &version);
  return version;
}

void StoredInputs::append(std::int64_t room, std::uint64_t seq, std::string const& input) {
  EXPECT(sqlite3_get_autocommit(db_.getHandle()) == 0);
  EXPECT(seq == tail_.last(room) + 1, room, seq, tail_.last(room));
  changed_ = true;
  insert_->bind(1, room);
  insert_->bind(2, static_cast<std::int64_t>(seq));
  insert_->bindNoCopy(3, input);
  insert_->bind(4, input_sum(room, static_cast<std::int64_t>(seq), input));
  run(*insert_);
  tail_.append(room, db_.getLastInsertRowid(), static_cast<std::uint32_t>(input.size()));
  ++appended_;
}

InputsRead StoredInputs::read(std::int64_t room, std::uint64_t after, std::size_t limit) const {
  auto const* const found = tail_.find(room);
  auto const fetched = found ? JournalTail::Held{} : tail_.fetch(room);
  auto const& known = found ? *found : fetched;
  InputsRead read;
  if (after < known.packed) read = read_packed(db_, room, after, known.packed, limit);
  if (after < known.twice && read.fault.empty())
    read.fault = "step " + std::to_string(known.twice) + " of its journal is where it cannot be";
  for (auto seq = std::max(after, known.packed) + 1; seq <= known.last() && read.inputs.size() < limit; ++seq) {
    std::string fault, damaged;
    auto input = read_input(*by_id_, known.rows[seq - known.packed - 1], room, seq, fault, &damaged);
    if (read.fault.empty()) read.fault = fault;
    if (input)
      read.inputs.push_back(std::move(*input));
    else if (!damaged.empty())
      read.inputs.push_back(std::move(damaged));
  }
  return read;
}

// Deleted rows are forgotten at the same time, because SQLite may give their numbers to the next rows.
bool StoredInputs::erase(std::int64_t room, int limit) {
  changed_ = true;
  SQLite::Statement packed(db_,
                           "DELETE FROM packed WHERE id IN (SELECT id FROM packed WHERE room = ?1 LIMIT ?2) RETURNING "
                           "LENGTH(inputs)");
  packed.bind(1, room);
  packed.bind(2, 1 + limit / kUsualPacked);
  bool any = false;
  for (; packed.executeStep(); any = true) packed_bytes_.add(-packed.getColumn(0).getInt64());
  if (any) return true;
  SQLite::Statement remove(db_, "DELETE FROM journal WHERE id = ?");
  auto const remove_row = [&](std::int64_t id) {
    remove.reset();
    remove.bind(1, id);
    remove.exec();
  };
  tail_.remove(room, remove_row);
  return false;
}

}  // namespace engawa::server
