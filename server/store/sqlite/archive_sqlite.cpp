#include "server/store/sqlite/archive_sqlite.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <functional>
#include <stdexcept>
#include <utility>

#include "server/ops/fail_point.hpp"
#include "server/store/row_sum.hpp"
#include "server/store/sqlite/inputs/stored_inputs.hpp"
#include "server/store/sqlite/stored_bytes.hpp"

namespace engawa::server {
namespace {

// Archive::Before: ?1 is its time, ?2 its now, ?3 its uptime.
constexpr std::string_view kOldRoom = "closed_uptime < ?3 AND (closed_at < ?1 OR closed_at > ?2)";
constexpr std::string_view kOldRecord = "kept_uptime < ?3 AND (ended_at < ?1 OR ended_at > ?2)";
constexpr std::string_view kOldGuest = "seen_uptime < ?3 AND (seen_at < ?1 OR seen_at > ?2)";

// rooms.closed: 0 open, 1 closed, 2 deleted: its records are kept, its other data is being removed.
class SqliteArchive final : public Archive {
 public:
  SqliteArchive(SQLite::Database& database, StoredInputs& inputs, StoredBytes& records)
      : db_(database), inputs_(inputs), records_(records) {}

  std::optional<Piece> read(std::string const& code, std::uint64_t after, int limit) override {
    SQLite::Statement room(db_,
                           sql({"SELECT id, epoch, setup, ", kSoundRoom, " FROM rooms WHERE code = ? AND closed < 2"}));
    room.bind(1, code);
    if (!room.executeStep()) return std::nullopt;
    if (!is_sound(room.getColumn(3).getInt())) throw std::runtime_error("the row of room " + code + " is damaged");
    Piece piece{room.getColumn(2).getString(), static_cast<std::uint64_t>(room.getColumn(1).getInt64()), {}};
    auto read = inputs_.read(room.getColumn(0).getInt64(), after, static_cast<std::size_t>(limit));
    if (!read.fault.empty()) throw std::runtime_error("room " + code + ": " + read.fault);
    piece.inputs = std::move(read.inputs);
    return piece;
  }

  std::string record_part(std::string const& id, int part) override {
    SQLite::Statement query(db_,
                            sql({"SELECT text, rowid, ", kSoundRecord, " FROM records WHERE id = ? AND part = ?"}));
    query.bind(1, id);
    query.bind(2, part);
    if (!query.executeStep()) return {};
    if (!is_sound(query.getColumn(2).getInt()))
      throw std::runtime_error("row " + query.getColumn(1).getString() + " of the records does not fit its checksum");
    return query.getColumn(0).getString();
  }

  void put_record_part(std::string const& id, int part, std::int64_t ended_at, std::string const& text) override {
    fail_point::hit("archive.record");
    SQLite::Statement old(db_, "SELECT LENGTH(CAST(text AS BLOB)) FROM records WHERE id = ? AND part = ?");
    old.bind(1, id);
    old.bind(2, part);
    records_.add(static_cast<std::int64_t>(text.size()) - (old.executeStep() ? old.getColumn(0).getInt64() : 0));
    old.reset();
    SQLite::Statement insert(
        db_, sql({"INSERT OR REPLACE INTO records(id, part, ended_at, text, sum, kept_uptime) VALUES(?1, ?2, ?3, ?4, "
                  "row_sum(?1, ?2, ?3, ?4), COALESCE((SELECT kept_uptime FROM records WHERE id = ?5 AND part = 0), "
                  "(SELECT closed_uptime FROM rooms WHERE code = ?6 AND closed = 1), ",
                  kUptime, "))"}));
    insert.bind(1, id);
    insert.bind(2, part);
    insert.bind(3, ended_at);
    insert.bind(4, text);
    insert.bind(5, record_with(id));
    insert.bind(6, room_of_record(id));
    insert.exec();
  }

  Uptime uptime() override {
    SQLite::Statement query(db_, "SELECT ms, counted_at FROM uptime");
    if (!query.executeStep()) return {};
    return {query.getColumn(0).getInt64(), query.getColumn(1).getInt64()};
  }

  bool count_uptime(std::int64_t elapsed, std::int64_t now) override {
    SQLite::Statement update(db_,
                             "INSERT INTO uptime VALUES(1, MAX(0, ?1), ?2) ON CONFLICT(one) DO UPDATE SET ms = ms + "
                             "MAX(0, MIN(?1, ?2 - counted_at)), counted_at = ?2");
    update.bind(1, elapsed);
    update.bind(2, now);
    return update.exec() == 1;
  }

  std::vector<std::string> closed(Before const& before, int limit) override {
    SQLite::Statement query(db_, sql({"SELECT code FROM rooms WHERE closed = 1 AND broken IS NULL AND ", kOldRoom,
                                      " AND ", kSoundRoom, " ORDER BY closed_uptime, closed_at LIMIT ?4"}));
    return texts(query, before, limit);
  }

  bool give_up(std::string const& code, std::uint64_t epoch) override {
    fail_point::hit("archive.give_up");
    SQLite::Statement update(db_,
                             sql({"UPDATE rooms SET closed = 2, sum = row_sum(id, code, epoch, 2, created_at, "
                                  "setup, broken, closed_at, packed) WHERE code = ? AND epoch = ? AND closed = 1 AND ",
                                  kSoundRoom}));
    update.bind(1, code);
    update.bind(2, static_cast<std::int64_t>(epoch));
    return update.exec() == 1;
  }

  bool erase(int limit) override {
    SQLite::Statement given_up(db_, sql({"SELECT id FROM rooms WHERE closed = 2 AND ", kSoundRoom, " LIMIT 1"}));
    if (!given_up.executeStep()) return false;
    fail_point::hit("archive.erase");
    auto const room = given_up.getColumn(0).getInt64();
    if (inputs_.erase(room, limit)) return true;
    for (auto const* last : {"DELETE FROM snapshots WHERE room = ?", "DELETE FROM rooms WHERE id = ?"}) {
      SQLite::Statement rest(db_, last);
      rest.bind(1, room);
      rest.exec();
    }
    return true;
  }

  std::vector<std::string> drop_records(Before const& before, int limit) override {
    SQLite::Statement drop(
        db_, sql({"DELETE FROM records WHERE rowid IN (SELECT rowid FROM records WHERE ", kOldRecord, " AND ",
                  kSoundRecord, " ORDER BY kept_uptime, ended_at LIMIT ?4) RETURNING id, LENGTH(CAST(text AS BLOB))"}));
    return texts(drop, before, limit, [&] { records_.add(-drop.getColumn(1).getInt64()); });
  }

  std::vector<std::string> drop_guests(Before const& before, int limit) override {
    SQLite::Statement query(db_, sql({"SELECT id FROM guests WHERE ", kOldGuest, " AND ", kSoundGuest,
                                      " ORDER BY seen_uptime, seen_at LIMIT ?4"}));
    auto const ids = texts(query, before, limit);
    SQLite::Statement drop(db_, "DELETE FROM guests WHERE id = ?");
    for (auto const& id : ids) {
      drop.reset();
      drop.bind(1, id);
      drop.exec();
    }
    return ids;
  }

  void see_guest(std::string const& id, std::int64_t at) override {
    SQLite::Statement update(
        db_, sql({"UPDATE guests SET seen_at = ?2, seen_uptime = ", kUptime,
                  ", sum = row_sum(id, token_hash, nick, lang, created_at, ?2) WHERE id = ?1 AND ", kSoundGuest}));
    update.bind(1, id);
    update.bind(2, at);
    update.exec();
  }

  // One row per page: all of them must be read, otherwise nothing happens.
  void shrink(int pages) override {
    SQLite::Statement vacuum(db_, "PRAGMA incremental_vacuum(" + std::to_string(pages) + ")");
    while (vacuum.executeStep()) {
    }
  }

 private:
  // The first column of each row.
  static std::vector<std::string> texts(
      SQLite::Statement& query, Before const& before, int limit, std::function<void()> const& with_each = [] {}) {
    query.bind(1, before.time);
    query.bind(2, before.now);
    query.bind(3, before.uptime);
    query.bind(4, limit);
    std::vector<std::string> list;
    for (; query.executeStep(); with_each()) list.push_back(query.getColumn(0).getString());
    return list;
  }

  SQLite::Database& db_;
  StoredInputs& inputs_;
  StoredBytes& records_;
};

}  // namespace

std::unique_ptr<Archive> make_archive(SQLite::Database& database, StoredInputs& inputs, StoredBytes& records) {
  return std::make_unique<SqliteArchive>(database, inputs, records);
}

}  // namespace engawa::server
