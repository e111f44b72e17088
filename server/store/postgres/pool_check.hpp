// Whether the session is ours: behind a pool such as PgBouncer in transaction mode each transaction may have another one,
// and the lock, the settings and the prepared statements are in sessions of others.
#pragma once
#include <string>

#include "server/store/postgres/connection.hpp"

namespace engawa::server::postgres {

// Throws Pooled if it is not. Asks nothing more of a server that is connected directly; else it needs a second connection
// for a moment.
void require_own_session(Connection& connection, std::string const& url, std::chrono::milliseconds within);

}  // namespace engawa::server::postgres
