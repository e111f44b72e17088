// Gives each shard its rooms of the last run while the server already answers. They are read one after the other, and
// sleep until a client opens them; a room that a client opens is read at once (RoomDirectory::with_room), independently
// of its place in this list.
#pragma once
#include <string>
#include <vector>

namespace engawa::server {

struct Services;

// `codes`: most recently used first. Returns at once; the reading ends early when the server drains. REQUIRES: the
// shards run until they are stopped for good.
void reopen_rooms(Services& services, std::vector<std::string> const& codes);

}  // namespace engawa::server
