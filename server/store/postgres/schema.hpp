// The tables in PostgreSQL, and how older versions of them become the present one.
#pragma once
#include <span>

namespace engawa::server::postgres {

class Connection;

// In one transaction. Throws if the database is of a newer version, or has other tables of these names: then nothing
// has been changed. REQUIRES: nobody else uses it (session.hpp).
void migrate(Connection& connection);

// Step i, a list of statements, upgrades version i to version i + 1; its last statement says so in the table engawa.
using Steps = std::span<std::span<char const* const> const>;
// By another history: for tests.
void migrate(Connection& connection, Steps steps);

}  // namespace engawa::server::postgres
