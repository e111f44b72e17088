// The archive in the Store's database. REQUIRES: the schema is current; database and inputs outlive it.
#pragma once
#include <memory>

#include "server/store/archive.hpp"

namespace SQLite {
class Database;
}

namespace engawa::server {

class StoredBytes;
class StoredInputs;

// `records`: counts records that are stored and dropped.
std::unique_ptr<Archive> make_archive(SQLite::Database& database, StoredInputs& inputs, StoredBytes& records);

}  // namespace engawa::server
