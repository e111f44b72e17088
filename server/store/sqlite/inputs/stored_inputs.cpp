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

constexpr std::uint64_t kWidestGap = 65536;
constexpr int kUsualPacked = 64;  // inputs in a packed row, at least

std::int64_t sql_number(std::uint64_t seq) { return static_cast<std::int64_t>(seq); }

}  // namespace

// A row of the journal as it was read.
struct StoredInputs::Text {
  std::int64_t id = 0, room = 0, seq = 0, sum = 0;
  std::string_view input;

  explicit Text(sqlite3_stmt* row)
      : id(sqlite3_column_int64(row, 0)),
        room(sqlite3_column_int64(row, 1)),
        seq(sqlite3_column_int64(row, 2)),
        sum(sqlite3_column_int64(row, 4)),
        input(static_cast<char const*>(sqlite3_column_blob(row, 3)),
              static_cast<std::size_t>(sqlite3_column_bytes(row, 3))) {}
  bool fits(std::int64_t of_room, std::int64_t at) const { return input_sum(of_room, at, input) == sum; }
};

StoredInputs::StoredInputs(SQLite::Database& database, std::string const& file, std::size_t tail_rows,
                           StoredBytes& packed)
    : db_(database),
      tail_rows_(tail_rows),
      insert_(std::make_unique<SQLite::Statement>(database,
                                                  "INSERT INTO journal(room, seq, input, sum) VALUES(?, ?, ?, ?)")),
      by_id_(std::make_unique<SQLite::Statement>(database, kInputById)),
      room_by_id_(std::make_unique<SQLite::Statement>(
          database, sql({"SELECT packed, ", kSoundRoom, " FROM rooms WHERE id = ?"}))),
      packed_bytes_(packed),
      packer_(file) {}

StoredInputs::~StoredInputs() = default;

void StoredInputs::scan() {
  stale_ = true;
  rooms_.clear();
  rows_.clear();
  bytes_ = 0;
  strays_.clear();
  jobs_.clear();
  packer_.forget();
  asked_to_ = 0;
  for_each_row([this](sqlite3_stmt* row) { take_in(Text(row)); });
  version_ = version();
  stale_ = false;
}

// Without SQLiteCpp, whose columns cost as much as the row, because there may be a million rows.
void StoredInputs::for_each_row(std::function<void(sqlite3_stmt*)> const& take) const {
  sqlite3_stmt* row = nullptr;
  auto const* const all = "SELECT id, room, seq, input, sum FROM journal ORDER BY id";
  int said = sqlite3_prepare_v2(db_.getHandle(), all, -1, &row, nullptr);
  std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)> const owned(row, sqlite3_finalize);
  if (said == SQLITE_OK)
    while ((said = sqlite3_step(row)) == SQLITE_ROW) take(row);
  if (said != SQLITE_DONE) throw SQLite::Exception(db_.getHandle(), said);
}

void StoredInputs::take_in(Text const& text) {
  bool const sound = text.fits(text.room, text.seq);
  Row row{text.id, sound ? text.room : owner_of(text), static_cast<std::uint32_t>(text.input.size()), true};
  bytes_ += row.bytes;
  if (row.room == 0) {
    spdlog::error("the database is damaged: nobody can say whose row {} of the journal is", row.id);
    strays_.push_back(row.id);
  } else {
    highest_room_ = std::max(highest_room_, row.room);
    auto& room = held(row.room);
    bool const old = text.seq > 0 && static_cast<std::uint64_t>(text.seq) <= room.packed;
    bool const next = !sound && (!old || text.fits(row.room, sql_number(room.last()) + 1));
    take_in(room, row, next ? room.last() + 1 : static_cast<std::uint64_t>(text.seq), sound);
  }
  rows_.push_back(row);
}

void StoredInputs::take_in(Held& room, Row& row, std::uint64_t seq, bool sound) {
  if (seq <= room.packed) {
    row.needed = false;
    return;
  }
  if (!sound) room.damaged = true;
  if (seq <= room.last() && room.rows[seq - room.packed - 1] == 0) {
    room.rows[seq - room.packed - 1] = row.id;  // an operator has released it
  } else if (seq <= room.last() || seq > room.last() + kWidestGap) {
    room.damaged = true;
    room.twice = seq;
  } else {
    if (seq != room.last() + 1) room.damaged = true;
    room.rows.resize(seq - room.packed - 1, 0);
    room.rows.push_back(row.id);
  }
}

// The room of a row that does not fit its checksum; 0: unknown. If only its room is damaged, the checksum fits with the
// right one. If the input or the number is damaged, the row is where the room's next row must be.
std::int64_t StoredInputs::owner_of(Text const& text) {
  bool known = false;
  SQLite::Statement rooms(db_, "SELECT id FROM rooms");
  while (rooms.executeStep()) {
    auto const id = rooms.getColumn(0).getInt64();
    if (text.fits(id, text.seq)) return id;
    known = known || id == text.room;
  }
  if (!known) return 0;
  auto const next = sql_number(held(text.room).last()) + 1;
  return (text.seq > 0 && text.seq <= next) || text.fits(text.room, next) ? text.room : 0;
}

// A room of which nothing is in memory.
StoredInputs::Held StoredInputs::fetch(std::int64_t room) const {
  Held known;
  auto& query = *room_by_id_;
  (void)query.tryReset();  // it may have thrown
  query.bind(1, room);
  known.damaged = !query.executeStep() || query.getColumn(1).getInt() == 0;
  if (query.hasRow())
    known.packed = static_cast<std::uint64_t>(std::max<std::int64_t>(0, query.getColumn(0).getInt64()));
  query.reset();
  return known;
}

StoredInputs::Held& StoredInputs::held(std::int64_t room) {
  auto const found = rooms_.find(room);
  return found != rooms_.end() ? found->second : rooms_.emplace(room, fetch(room)).first->second;
}

// Changes with every commit of another connection; our own are known.
unsigned StoredInputs::version() const {
  unsigned version = 0;
  (void)sqlite3_file_control(db_.getHandle(), "main", SQLITE_FCNTL_DATA_VERSION, &version);
  return version;
}

std::uint64_t StoredInputs::last(std::int64_t room) const {
  auto const found = rooms_.find(room);
  return found != rooms_.end() ? found->second.last() : fetch(room).last();
}

std::uint64_t StoredInputs::last_in_tail(std::int64_t room) const {
  auto const found = rooms_.find(room);
  return found != rooms_.end() ? found->second.last() : 0;
}

std::int64_t StoredInputs::newest_row(std::int64_t room) const {
  auto const found = rooms_.find(room);
  return found == rooms_.end() || found->second.rows.empty() ? 0 : found->second.rows.back();
}

std::int64_t StoredInputs::next_room() {
  highest_room_ = 1 + std::max(highest_room_, db_.execAndGet("SELECT COALESCE(MAX(id), 0) FROM rooms").getInt64());
  return highest_room_;
}

std::string StoredInputs::doubt(std::int64_t room, bool closed) const {
  if (strays_.empty() || trusted_.contains(room)) return {};
  auto const found = rooms_.find(room);
  bool const in_tail = found != rooms_.end() && !found->second.rows.empty();
  if (closed && !in_tail) return {};  // all of it is packed
  auto const newest = in_tail ? found->second.rows.back() : 0;
  if (strays_.back() < newest) return {};  // later rows show that nothing is missing
  return "row " + std::to_string(strays_.back()) + " of the journal does not fit its checksum and may be its last step";
}

void StoredInputs::append(std::int64_t room, std::uint64_t seq, std::string const& input) {
  EXPECT(sqlite3_get_autocommit(db_.getHandle()) == 0);
  EXPECT(seq == last(room) + 1, room, seq, last(room));
  changed_ = true;
  insert_->bind(1, room);
  insert_->bind(2, sql_number(seq));
  insert_->bindNoCopy(3, input);
  insert_->bind(4, input_sum(room, sql_number(seq), input));
  run(*insert_);
  auto const id = db_.getLastInsertRowid();
  held(room).rows.push_back(id);
  rows_.push_back({id, room, static_cast<std::uint32_t>(input.size()), true});
  bytes_ += input.size();
  ++appended_;
}

InputsRead StoredInputs::read(std::int64_t room, std::uint64_t after, std::size_t limit) const {
  auto const found = rooms_.find(room);
  Held const fetched = found == rooms_.end() ? fetch(room) : Held{};
  Held const& known = found == rooms_.end() ? fetched : found->second;
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
  for (auto const id : held(room).rows) remove_row(id);
  std::erase_if(rows_, [&](Row const& row) {
    if (row.room != room) return false;
    bytes_ -= row.bytes;
    remove_row(row.id);
    return true;
  });
  rooms_.erase(room);
  return false;
}

}  // namespace engawa::server
