// Which names people may have: not those that the server's bots go by. Any thread.
#pragma once
#include <string_view>

#include "base/result.hpp"

namespace engawa::server {

// Refuses with `bad_message` what looks like the name of a bot. REQUIRES: `nick` is cleaned.
Result<void> admit_nick(std::string_view nick);

}  // namespace engawa::server
