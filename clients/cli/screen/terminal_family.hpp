// Under which names a terminal may be known to this machine. Pure function; any thread.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace engawa::cli {

// The name itself, then its relatives, the nearest first: xterm-kitty, xterm-256color, xterm. A machine that one logs in to from a new
// terminal rarely has its description.
std::vector<std::string> terminal_family(std::string_view name);

}  // namespace engawa::cli
