// `engawad --healthcheck`: whether the server on this machine answers.
#pragma once
#include <cstdint>
#include <string>

namespace engawa::server {

// True if GET /healthz on the loopback address (or `bind`, if that is a single address) answers 200 within two seconds.
bool is_healthy(std::string const& bind, std::int64_t port);

}  // namespace engawa::server
