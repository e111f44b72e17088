#include "server/store/archive_sqlite.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <stdexcept>
#include <utility>

#include "server/ops/fail_point.hpp"
#include "server/store/inputs/stored_inputs.hpp"
#include "server/store/row_sum.hpp"
#include "server/store/stored_bytes.hpp"

namespace engawa::server {
namespace {

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
    SQLite::Statement insert(db_,
                             "INSERT OR REPLACE INTO records(id, part, ended_at, text, sum) VALUES(?1, ?2, ?3, ?4, "
                             "row_sum(?1, ?2, ?3, ?4))");
    insert.bind(1, id);
    insert.bind(2, part);
    insert.bind(3, ended_at);
    insert.bind(4, text);
    insert.exec();
  }

  std::vector<std::string> closed_before(std::int64_t at, int limit) override {
    return texts(sql({"SELECT code FROM rooms WHERE closed = 1 AND closed_at < ? AND broken IS NULL AND ", kSoundRoom,
                      " ORDER BY closed_at LIMIT ?"}),
                 at, limit);
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

  bool drop_records(std::int64_t at, int limit) override {
    SQLite::Statement drop(
        db_, sql({"DELETE FROM records WHERE rowid IN (SELECT rowid FROM records WHERE ended_at < ? AND ", kSoundRecord,
                  " ORDER BY ended_at LIMIT ?) RETURNING LENGTH(CAST(text AS BLOB))"}));
    drop.bind(1, at);
    drop.bind(2, limit);
    bool any = false;
    for (; drop.executeStep(); any = true) records_.add(-drop.getColumn(0).getInt64());
    return any;
  }

  std::vector<std::string> drop_guests(std::int64_t at, int limit) override {
    auto const ids = texts(
        sql({"SELECT id FROM guests WHERE seen_at < ? AND ", kSoundGuest, " ORDER BY seen_at LIMIT ?"}), at, limit);
    SQLite::Statement drop(db_, "DELETE FROM guests WHERE id = ?");
    for (auto const& id : ids) {
      drop.reset();
      drop.bind(1, id);
      drop.exec();
    }
    return ids;
  }

  void see_guest(std::string const& id, std::int64_t at) override {
    SQLite::Statement update(db_, sql({"UPDATE guests SET seen_at = ?2, sum = row_sum(id, token_hash, nick, lang, "
                                       "created_at, ?2) WHERE id = ?1 AND ",
                                       kSoundGuest}));
    update.bind(1, id);
    update.bind(2, at);
    update.exec();
  }

  // One row per page: all are read, or nothing happens.
  void shrink(int pages) override {
    SQLite::Statement vacuum(db_, "PRAGMA incremental_vacuum(" + std::to_string(pages) + ")");
    while (vacuum.executeStep()) {
    }
  }

 private:
  std::vector<std::string> texts(std::string const& text, std::int64_t at, int limit) {
    SQLite::Statement query(db_, text);
    query.bind(1, at);
    query.bind(2, limit);
    std::vector<std::string> list;
    while (query.executeStep()) list.push_back(query.getColumn(0).getString());
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
