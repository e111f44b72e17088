// What a room calls its guests. Pure functions; any thread.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "server/room/state.hpp"

namespace engawa::server {

// The nick; with a number behind it, as in "Taro (2)", when somebody else among `people` goes by a name that a reader takes for the
// same. Who has a name there already keeps it. The journal holds the name, not how it came about.
std::string name_among(std::vector<RoomState::Person> const& people, std::string_view guest, std::string const& nick);

}  // namespace engawa::server
