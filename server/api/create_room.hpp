// Converts the body of `POST /api/rooms` and `POST /api/play` into a room's set-up; and builds the public catalogue.
// Pure.
#pragma once
#include <optional>
#include <string>

#include "base/json_read.hpp"
#include "server/ops/config.hpp"
#include "server/room/peer.hpp"
#include "server/state/input.hpp"

namespace engawa::server {

// Refuses with `bad_message`, or as the game's options do. `maker` is the guest, if the request had a token. The code
// and the seed are random.
Result<RoomSetup> read_room_request(Json const& body, std::optional<Guest> const& maker, Config const& config,
                                    std::int64_t now);

// A room for one person and bots that starts by itself. REQUIRES: `maker` is a guest.
Result<RoomSetup> read_play_request(Json const& body, Guest const& maker, Config const& config, std::int64_t now);

// Whether quick play may choose a room in which people wait: `with` is "people" or absent. Refuses with `bad_message`.
Result<bool> read_company(Json const& body);

// The answer of GET /api/games.
std::string catalog_json();
// The body of the answer to GET /api/boards: the opening of every preset, as a player sees it.
std::string boards_json();

}  // namespace engawa::server
