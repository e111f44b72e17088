#include "server/store/tables/snapshot_table.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <spdlog/spdlog.h>

#include "server/store/row_sum.hpp"
#include "server/store/store.hpp"

namespace engawa::server {

void read_snapshot(SQLite::Database& database, std::int64_t id, std::string const& code, StoredRoom& room) {
  SQLite::Statement query(
      database, sql({"SELECT seq, snapshot, ", kSoundSnapshot, " FROM snapshots WHERE room = ? ORDER BY seq DESC"}));
  query.bind(1, id);
  while (query.executeStep()) {
    auto const seq = query.getColumn(0).getInt64();
    if (is_sound(query.getColumn(2).getInt())) {
      room.snapshot_seq = static_cast<std::uint64_t>(seq);
      room.snapshot = query.getColumn(1).getString();
      return;
    }
    spdlog::error("the snapshot of room {} at step {} is damaged and ignored", code, seq);
  }
}

void insert_snapshot(SQLite::Database& database, std::string const& code, std::uint64_t seq, std::string const& text) {
  SQLite::Statement insert(database,
                           "INSERT OR REPLACE INTO snapshots SELECT id, ?2, row_sum(id, ?2, ?3), ?3 FROM rooms WHERE "
                           "code = ?1");
  insert.bind(1, code);
  insert.bind(2, static_cast<std::int64_t>(seq));
  insert.bind(3, text);
  insert.exec();
  SQLite::Statement trim(
      database,
      "DELETE FROM snapshots WHERE room = (SELECT id FROM rooms WHERE code = ?1) AND seq NOT IN (SELECT "
      "seq FROM snapshots WHERE room = (SELECT id FROM rooms WHERE code = ?1) ORDER BY seq DESC LIMIT 2)");
  trim.bind(1, code);
  trim.exec();
}

}  // namespace engawa::server
