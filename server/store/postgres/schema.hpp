// The tables in PostgreSQL, and how older versions of them become the present one.
#pragma once

namespace engawa::server::postgres {

class Connection;

// In one transaction. Throws if the database is of a newer version, or has other tables of these names: then nothing
// has been changed. REQUIRES: nobody else uses it (session.hpp).
void migrate(Connection& connection);

}  // namespace engawa::server::postgres
