// The tables of the database and their history: a list of steps, counted by SQLite's user_version.
#pragma once

namespace SQLite {
class Database;
}

namespace engawa::server {

// Upgrades a database, or creates its tables, to the version of this program, in one transaction. Throws if the
// database is newer or a step fails; then nothing has changed.
void migrate(SQLite::Database& database);

// Throws if the database is newer than this program.
void require_known_version(SQLite::Database& database);

}  // namespace engawa::server
