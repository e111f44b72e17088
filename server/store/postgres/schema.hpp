// The tables in PostgreSQL, and their upgrade from older versions.
#pragma once
#include <span>

namespace engawa::server::postgres {

class Connection;

// In one transaction. Throws if the database has a newer version, or foreign tables with these names; then nothing has
// been changed. REQUIRES: no other program uses it (session.hpp).
void migrate(Connection& connection);

// Step i, a list of statements, upgrades version i to version i + 1; its last statement says so in the table engawa.
using Steps = std::span<std::span<char const* const> const>;
// With another history, for tests.
void migrate(Connection& connection, Steps steps);

}  // namespace engawa::server::postgres
