// Checks that the session is ours: behind a pool such as PgBouncer in transaction mode each transaction may have
// another session, so that the lock, the settings and the prepared statements would be in other clients' sessions.
#pragma once
#include <string>

#include "server/store/postgres/connection.hpp"

namespace engawa::server::postgres {

// Throws Pooled if it is not. A directly connected server is asked nothing more; otherwise a second connection is
// needed for a moment.
void require_own_session(Connection& connection, std::string const& url, std::chrono::milliseconds within);

}  // namespace engawa::server::postgres
