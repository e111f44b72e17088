// Readers of the settings that are lists, separated by spaces or commas. Pure functions; any thread.
#pragma once
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace engawa::server {

// Each returns the list in the form in which it is compared later: one space between items, lower case, no default
// port. A refusal names the item and what would be right. An empty text is an empty list; a text with only separators
// is refused.
Result<std::string> read_origins(std::string_view text);
// Not a list: one http or https origin, or empty.
Result<std::string> read_public_url(std::string_view text);
// Not a list either: a path without a slash at its end, or empty.
Result<std::string> read_base_path(std::string_view text);
Result<std::string> read_hosts(std::string_view text);
Result<std::string> read_networks(std::string_view text);

}  // namespace engawa::server
