// Moves a server from one database to another: from SQLite to PostgreSQL, or back.
#pragma once
#include <string>

#include "base/result.hpp"
#include "server/ops/store_url.hpp"

namespace engawa::server {

// Copies guests, rooms (with their epochs, also quarantined ones), inputs, the newest snapshot of each room, and
// records. Takes the locks of both databases, so that no server may be running there. The target must be empty; if the
// copy fails, it stays empty. Returns a sentence for the operator. Damaged rows are left out, with everything after
// them in their room, which is quarantined; then the result is a refusal that says so, although the rest has been
// copied.
Result<std::string> copy_store(StoreUrl const& from, StoreUrl const& to);

}  // namespace engawa::server
