// The HTTP API's calls that create, join, list, show and close rooms (protocol/README.md). On shard 0.
#pragma once
#include <string>

#include "server/api/exhibition.hpp"
#include "server/http/message.hpp"
#include "server/links/link_pages.hpp"
#include "server/shard/services.hpp"
#include "server/site/paths.hpp"

namespace engawa::server {

inline constexpr auto kCodeWanted = "a room's code has 8 letters and digits";

// POST and GET /api/rooms, POST /api/play, GET /api/results.
void make_room(Services& services, HttpRequest const& request, Respond const& respond);
void list_rooms(Services& services, HttpRequest const& request, Respond const& respond);
void quick_play(Services& services, HttpRequest const& request, Respond const& respond);
void list_results(Services& services, HttpRequest const& request, Respond const& respond);

// GET /api/watch. REQUIRES: the exhibition outlives the answer; it does if both belong to the server.
void show_watched(Services& services, Exhibition& exhibition, Respond const& respond);

// GET and DELETE /api/rooms/CODE, and GET of its parts. REQUIRES: `pages` outlives the answer.
void show_room(Services& services, LinkPages const& pages, HttpRequest const& request, RoomPath const& path,
               Respond const& respond);
void close_room(Services& services, HttpRequest const& request, std::string const& code, Respond const& respond);

}  // namespace engawa::server
