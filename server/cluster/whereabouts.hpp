// Which node of a cluster has the room that a request is about: that of its path, or for POST /api/play an open one.
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
