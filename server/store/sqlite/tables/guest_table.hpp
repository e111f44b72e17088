// The rows of the guests. REQUIRES: the schema is current. The store's thread.
#pragma once
#include <string>

#include "server/store/store.hpp"

namespace SQLite {
class Database;
}

namespace engawa::server {

StoredGuests read_guests(SQLite::Database& database);
void insert_guest(SQLite::Database& database, GuestRow const& guest, std::int64_t at);
// Neither of these changes a damaged row.
void update_nick(SQLite::Database& database, std::string const& id, std::string const& nick);
void update_token(SQLite::Database& database, std::string const& id, std::string const& token_hash);

}  // namespace engawa::server
