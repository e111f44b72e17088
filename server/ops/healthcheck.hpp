// `engawad --healthcheck`: whether the server on this machine answers.
#pragma once
#include <cstdint>
#include <string>

#include "base/result.hpp"

namespace engawa::server {

// Asks GET /healthz of what listens on `bind` (an address, a name, or all addresses) and must have 200 within two seconds.
// The refusal is a sentence for the operator.
Result<void> ask_health(std::string const& bind, std::int64_t port);

}  // namespace engawa::server
