// `engawad --healthcheck`: whether the server on this machine responds.
#pragma once
#include <cstdint>
#include <string>

#include "base/result.hpp"

namespace engawa::server {

// Requests GET /healthz from the server that listens on `bind` (an address, a name, or all addresses) and requires 200
// within two seconds. With `tls`, under any certificate: the server is on this machine. The refusal is a sentence for the operator.
Result<void> ask_health(std::string const& bind, std::int64_t port, bool tls);
// The same on a Unix socket.
Result<void> ask_health_at(std::string const& path);

}  // namespace engawa::server
