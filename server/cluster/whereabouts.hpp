// The node of a cluster that has the room of a request: the room in its path, or for POST /api/play an open one.
#pragma once
#include <functional>
#include <string>

#include "base/result.hpp"
#include "server/http/message.hpp"
#include "server/shard/services.hpp"

namespace engawa::server {

// HttpServer::Handlers::whereabouts. Any thread. REQUIRES: `services` outlive the answer.
void find_room_of(Services& services, HttpRequest const& request, std::function<void(Result<std::string>)> done);

}  // namespace engawa::server
