// The archive in the Store's database. REQUIRES: the schema is current; the database outlives it.
#pragma once
#include <memory>

#include "server/store/archive.hpp"

namespace SQLite {
class Database;
}

namespace engawa::server {

std::unique_ptr<Archive> make_archive(SQLite::Database& database);

}  // namespace engawa::server
