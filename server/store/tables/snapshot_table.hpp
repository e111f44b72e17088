// The rows of the snapshots: the newest two of each room. REQUIRES: the schema is current. The store's thread.
#pragma once
#include <cstdint>
#include <string>

namespace SQLite {
class Database;
}

namespace engawa::server {

struct StoredRoom;

// The newest undamaged snapshot, into `room`; those that are damaged are logged and passed over.
void read_snapshot(SQLite::Database& database, std::int64_t id, std::string const& code, StoredRoom& room);
// Of the room after input `seq`.
void insert_snapshot(SQLite::Database& database, std::string const& code, std::uint64_t seq, std::string const& text);

}  // namespace engawa::server
