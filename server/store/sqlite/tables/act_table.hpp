// The rows of the operator's acts: only ever added. REQUIRES: the schema is current. The store's thread.
#pragma once
#include <cstdint>
#include <string>

#include "server/store/store.hpp"

namespace SQLite {
class Database;
}

namespace engawa::server {

// Store::put_act and acts.
std::int64_t insert_act(SQLite::Database& database, std::string const& text, std::int64_t at);
StoredActs read_acts(SQLite::Database& database, std::int64_t after);

}  // namespace engawa::server
