// Readers of the settings that are lists, separated by spaces or commas. Pure functions; any thread.
#pragma once
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace engawa::server {

// Each gives the list as it is compared later: one space between items, lower case, no port that goes without saying. A
// refusal names the item and what would be right. An empty text is an empty list; one with separators alone is refused.
Result<std::string> read_origins(std::string_view text);
// No list: one origin of http or https, or nothing.
Result<std::string> read_public_url(std::string_view text);
Result<std::string> read_hosts(std::string_view text);
Result<std::string> read_networks(std::string_view text);

}  // namespace engawa::server
