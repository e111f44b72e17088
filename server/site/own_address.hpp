// Tells the page, before it shows an invitation, under which address others reach this server. On shard 0.
#pragma once
#include <string>

#include "server/http/message.hpp"
#include "server/ops/config.hpp"

namespace engawa::server {

// The answer to GET /api/address (protocol/README.md): {"reach":"public","url":...} with server.public_url. Otherwise a
// browser on this machine, which has opened the page as localhost, gets an address that others can open ("network"), or
// learns that there is none ("machine": the server listens on loopback; "unknown": in a container, or without a
// network). All other browsers have opened the page at an address that works: they get "page", and nothing about this
// machine. The port is that of Host.
std::string own_address_json(Config const& config, HttpRequest const& request);

}  // namespace engawa::server
