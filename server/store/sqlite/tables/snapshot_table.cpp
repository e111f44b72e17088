#include "server/store/sqlite/tables/snapshot_table.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <spdlog/spdlog.h>

#include "server/store/row_sum.hpp"
#include "server/store/sqlite/run_statement.hpp"
#include "server/store/store.hpp"

namespace engawa::server {

SnapshotTable::SnapshotTable(SQLite::Database& database)
    : db_(database),
      insert_(db_, "INSERT OR REPLACE INTO snapshots VALUES(?1, ?2, row_sum(?1, ?2, ?3), ?3)"),
      trim_(db_,
            "DELETE FROM snapshots WHERE room = ?1 AND seq < (SELECT seq FROM snapshots WHERE room = ?1 ORDER BY seq "
            "DESC LIMIT 1 OFFSET 1)") {}

void SnapshotTable::read(std::int64_t id, std::string const& code, StoredRoom& room) const {
  SQLite::Statement query(
      db_, sql({"SELECT seq, snapshot, ", kSoundSnapshot, " FROM snapshots WHERE room = ? ORDER BY seq DESC"}));
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

void SnapshotTable::insert(std::int64_t id, std::uint64_t seq, std::string const& text) {
  insert_.bind(1, id);
  insert_.bind(2, static_cast<std::int64_t>(seq));
  insert_.bindNoCopy(3, text);
  run(insert_);
  trim_.bind(1, id);
  run(trim_);
}

}  // namespace engawa::server
