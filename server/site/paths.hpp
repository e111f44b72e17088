// Parses the addresses of the HTTP API: paths and their queries. Pure functions; any thread.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "server/lobby/lobby.hpp"

namespace engawa::server {

// A path below /api/records/ or /g/.
struct RecordPath {
  enum class Part { record, replay, analysis, picture, png, turning_point };
  std::string code;
  int round = 0;  // 0: not the path of a record
  Part part = Part::record;
};

// ID, or ID/replay and so on.
RecordPath read_record_path(std::string_view path);

// A path below /api/rooms/ or /r/.
struct RoomPath {
  enum class Part { room, glimpse, picture, png, invitations, reports };
  std::string code;  // empty: not the path of a room
  Part part = Part::room;
};

// CODE, CODE/glimpse, CODE/picture, CODE/picture.png, CODE/invitations or CODE/reports.
RoomPath read_room_path(std::string_view path);

// The game of "/api/games/GAME/try"; empty: another path.
std::string_view tried_game(std::string_view path);

// Whether it is the address of a WebSocket: of the lobby, a stream or a room (whose code may be invalid).
bool is_socket_path(std::string_view path);

// The page of the list of rooms that a query requests. Refuses with `bad_message`.
Result<RoomQuery> read_query(std::string_view query);

// The number of items of an analysis that the client has, from its query. Refuses with `bad_message`.
Result<std::size_t> items_known(std::string_view query);

// The number of the move, from 1, that a query asks for. Refuses with `bad_message`.
Result<std::size_t> move_asked(std::string_view query);

}  // namespace engawa::server
