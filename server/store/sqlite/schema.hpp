// The tables of the database and their history: a list of steps, counted by SQLite's user_version from the first
// release on.
#pragma once
#include <span>

namespace SQLite {
class Database;
}

namespace engawa::server {

// Upgrades a database, or creates its tables, to the version of this program, in one transaction. Throws as below, or
// if a step fails; then nothing has changed.
void migrate(SQLite::Database& database);

// Throws if the database is newer than this program, or has tables that no released version has created.
void require_known_version(SQLite::Database& database);

// Step i upgrades version i to version i + 1.
using Steps = std::span<char const* const>;
// With another history, for tests.
void migrate(SQLite::Database& database, Steps steps);

}  // namespace engawa::server
