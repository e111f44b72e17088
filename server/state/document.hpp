// A room as clients see it. Pure functions; any thread.
#pragma once
#include <string>

#include "server/state/room_parts.hpp"

namespace engawa::server {

// The whole document, one JSON object.
std::string room_document(RoomParts const& room);
// Its `seats`.
std::string seats_document(Seats const& seats);
// The room's entry in the lobby, one JSON object.
std::string room_summary(RoomParts const& room);
// The room's game as JSON text, for a small picture: the seats and the view, without the parts that only players need.
std::string room_glimpse(RoomParts const& room);

}  // namespace engawa::server
