#include "server/store/sqlite/inputs/journal_tail.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <spdlog/spdlog.h>
#include <sqlite3.h>

#include <algorithm>
#include <string_view>

#include "base/expect.hpp"
#include "server/store/row_sum.hpp"

namespace engawa::server {
namespace {

constexpr std::uint64_t kWidestGap = 65536;

std::int64_t sql_number(std::uint64_t seq) { return static_cast<std::int64_t>(seq); }

// Without SQLiteCpp, whose columns cost as much as the row, because there may be a million rows.
void for_each_row(SQLite::Database& database, std::function<void(sqlite3_stmt*)> const& take) {
  sqlite3_stmt* row = nullptr;
  auto const* const all = "SELECT id, room, seq, input, sum FROM journal ORDER BY id";
  int said = sqlite3_prepare_v2(database.getHandle(), all, -1, &row, nullptr);
  std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)> const owned(row, sqlite3_finalize);
  if (said == SQLITE_OK)
    while ((said = sqlite3_step(row)) == SQLITE_ROW) take(row);
  if (said != SQLITE_DONE) throw SQLite::Exception(database.getHandle(), said);
}

}  // namespace

// A row of the journal as it was read.
struct JournalTail::Text {
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

JournalTail::JournalTail(SQLite::Database& database)
    : db_(database),
      room_by_id_(std::make_unique<SQLite::Statement>(
          database, sql({"SELECT packed, ", kSoundRoom, " FROM rooms WHERE id = ?"}))) {}

JournalTail::~JournalTail() = default;

void JournalTail::scan() {
  rooms_.clear();
  rows_.clear();
  bytes_ = 0;
  strays_.clear();
  for_each_row(db_, [this](sqlite3_stmt* row) { take_in(Text(row)); });
}

void JournalTail::take_in(Text const& text) {
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

void JournalTail::take_in(Held& room, Row& row, std::uint64_t seq, bool sound) {
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
std::int64_t JournalTail::owner_of(Text const& text) {
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

JournalTail::Held* JournalTail::find(std::int64_t room) {
  auto const found = rooms_.find(room);
  return found != rooms_.end() ? &found->second : nullptr;
}

JournalTail::Held const* JournalTail::find(std::int64_t room) const {
  auto const found = rooms_.find(room);
  return found != rooms_.end() ? &found->second : nullptr;
}

JournalTail::Held JournalTail::fetch(std::int64_t room) const {
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

JournalTail::Held& JournalTail::held(std::int64_t room) {
  auto const found = rooms_.find(room);
  return found != rooms_.end() ? found->second : rooms_.emplace(room, fetch(room)).first->second;
}

std::uint64_t JournalTail::last(std::int64_t room) const {
  auto const* const found = find(room);
  return found ? found->last() : fetch(room).last();
}

std::uint64_t JournalTail::last_in_tail(std::int64_t room) const {
  auto const found = rooms_.find(room);
  return found != rooms_.end() ? found->second.last() : 0;
}

std::int64_t JournalTail::newest_row(std::int64_t room) const {
  auto const found = rooms_.find(room);
  return found == rooms_.end() || found->second.rows.empty() ? 0 : found->second.rows.back();
}

std::int64_t JournalTail::next_room() {
  highest_room_ = 1 + std::max(highest_room_, db_.execAndGet("SELECT COALESCE(MAX(id), 0) FROM rooms").getInt64());
  return highest_room_;
}

std::string JournalTail::doubt(std::int64_t room, bool closed) const {
  if (strays_.empty() || trusted_.contains(room)) return {};
  auto const found = rooms_.find(room);
  bool const in_tail = found != rooms_.end() && !found->second.rows.empty();
  if (closed && !in_tail) return {};  // all of it is packed
  auto const newest = in_tail ? found->second.rows.back() : 0;
  if (strays_.back() < newest) return {};  // later rows show that nothing is missing
  return "row " + std::to_string(strays_.back()) + " of the journal does not fit its checksum and may be its last step";
}

void JournalTail::append(std::int64_t room, std::int64_t row, std::uint32_t bytes) {
  held(room).rows.push_back(row);
  rows_.push_back({row, room, bytes, true});
  bytes_ += bytes;
}

void JournalTail::let_go(Held& room, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    auto const row = std::lower_bound(rows_.begin(), rows_.end(), room.rows[i],
                                      [](Row const& one, std::int64_t id) { return one.id < id; });
    if (row != rows_.end() && row->id == room.rows[i]) row->needed = false;
  }
  room.rows.erase(room.rows.begin(), room.rows.begin() + static_cast<std::ptrdiff_t>(count));
  room.rows.shrink_to_fit();
}

void JournalTail::remove(std::int64_t room, std::function<void(std::int64_t)> const& removed) {
  for (auto const id : held(room).rows) removed(id);
  std::erase_if(rows_, [&](Row const& row) {
    if (row.room != room) return false;
    bytes_ -= row.bytes;
    removed(row.id);
    return true;
  });
  rooms_.erase(room);
}

void JournalTail::pop_front() {
  EXPECT(!rows_.empty());
  bytes_ -= rows_.front().bytes;
  rows_.pop_front();
}

bool JournalTail::stays(Row const& row) const {
  auto const room = rooms_.find(row.room);
  return row.needed && (room == rooms_.end() || room->second.damaged);
}

}  // namespace engawa::server
