// Moves a server from one database to another: from SQLite to PostgreSQL, or back.
#pragma once
#include <string>

#include "base/result.hpp"
#include "server/ops/store_url.hpp"

namespace engawa::server {

// Copies guests, rooms (with their epochs, and those that are quarantined), inputs, the newest snapshot of each room, and
// records. Takes the locks of both, so that no server may be running there; the target must be empty, and has all or
// nothing afterwards. Returns a sentence for the operator. What is damaged is left out, with what comes behind it in its
// room, which is quarantined; the refusal says so, and the rest has been copied.
Result<std::string> copy_store(StoreUrl const& from, StoreUrl const& to);

}  // namespace engawa::server
