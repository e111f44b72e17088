// The names of guests inside a room. Pure functions; any thread.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "server/state/parts/people.hpp"

namespace engawa::server {

// The nick; with a number, as in "Taro (2)", if another of the `people` has a name that looks the same. A guest who
// already has a name keeps it. The journal stores the resulting name, not how it was chosen.
std::string name_among(std::vector<Person> const& people, std::string_view guest, std::string const& nick);

}  // namespace engawa::server
