// The names under which this machine may know a terminal. Pure function; any thread.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace engawa::cli {

// The name itself, then its relatives, the nearest first: xterm-kitty, xterm-256color, xterm. A remote machine rarely
// has the description of a new terminal.
std::vector<std::string> terminal_family(std::string_view name);

}  // namespace engawa::cli
