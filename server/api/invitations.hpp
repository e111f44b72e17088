// The HTTP API's calls that bring guests with a stream into rooms (protocol/README.md, "A stream"). On shard 0.
#pragma once
#include <string>

#include "server/http/message.hpp"
#include "server/shard/services.hpp"

namespace engawa::server {

// POST /api/rooms/CODE/invitations. REQUIRES: `code` is a room's code.
void invite(Services& services, HttpRequest const& request, std::string const& code, Respond const& respond);

// GET /api/programs: the programs that can be invited.
void list_programs(Services& services, HttpRequest const& request, Respond const& respond);

}  // namespace engawa::server
