// `engawad --healthcheck`: whether the server on this machine answers.
#pragma once
#include <cstdint>
#include <string>

namespace engawa::server {

// True when GET /healthz on the loopback address (or `bind`, when that is one address) answers 200 within two seconds.
bool is_healthy(std::string const& bind, std::int64_t port);

}  // namespace engawa::server
