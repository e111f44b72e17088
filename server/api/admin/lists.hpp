// The operator's lists: GET /rooms, /guests and /server of the admin port. On shard 0.
#pragma once
#include "server/http/message.hpp"
#include "server/shard/services.hpp"

namespace engawa::server {

// All rooms in memory, with their people, and all quarantined ones; of the others in the store, only the newest.
void list_admin_rooms(Services& services, Respond const& respond);
// The guests who are connected to this server, each once. Addresses are shown as blocks: /24, and /64 of IPv6.
void list_admin_guests(Services& services, Respond const& respond);
// The memory of this process, and in a cluster its address and those of all nodes whose lease has not ended. Without the
// nodes while the store is down.
void show_admin_server(Services& services, Respond const& respond);

}  // namespace engawa::server
