// What the page asks before it shows an invitation: where others reach this server. On shard 0.
#pragma once
#include <string>

#include "server/http/message.hpp"
#include "server/ops/config.hpp"

namespace engawa::server {

// The answer to GET /api/address (protocol/README.md): {"reach":"public","url":...} with server.public_url. Else a browser
// on this machine, which has opened the page as localhost, gets an address that others can open ("network"), or reads that
// there is none ("machine": the server listens on loopback; "unknown": in a container, or without a network). Everybody
// else has opened the page at an address that works: "page", and nothing about this machine. The port is that of Host.
std::string own_address_json(Config const& config, HttpRequest const& request);

}  // namespace engawa::server
