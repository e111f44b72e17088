// The tables of the database and how they came to be: a list of steps, counted by SQLite's user_version.
#pragma once

namespace SQLite {
class Database;
}

namespace engawa::server {

// Brings a database, an empty one too, to the version of this program, all in one transaction. Throws when it is of a newer one,
// or when a step fails; then nothing was changed.
void migrate(SQLite::Database& database);

// Throws when the database is of a newer version than this program knows.
void require_known_version(SQLite::Database& database);

}  // namespace engawa::server
