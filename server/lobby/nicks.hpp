// The names that people may have: not the names of the server's bots. Any thread.
#pragma once
#include <string_view>

#include "base/result.hpp"

namespace engawa::server {

// Refuses with `bad_message` names that look like the name of a bot. REQUIRES: `nick` is cleaned.
Result<void> admit_nick(std::string_view nick);

}  // namespace engawa::server
