// The rows of the snapshots: the newest two of each room. REQUIRES: the schema is current. The store's thread.
#pragma once
#include <SQLiteCpp/Statement.h>

#include <cstdint>
#include <string>

namespace SQLite {
class Database;
}

namespace engawa::server {

struct StoredRoom;

class SnapshotTable {
 public:
  explicit SnapshotTable(SQLite::Database& database);

  // Reads the newest undamaged snapshot into `room`; damaged ones are logged and skipped.
  void read(std::int64_t id, std::string const& code, StoredRoom& room) const;
  // The state of the room after input `seq`.
  void insert(std::int64_t id, std::uint64_t seq, std::string const& text);

 private:
  SQLite::Database& db_;
  SQLite::Statement insert_, trim_;  // kept prepared, because there is a snapshot after every game
};

}  // namespace engawa::server
