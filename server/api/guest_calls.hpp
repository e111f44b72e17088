// The calls of the HTTP API about guests and their tokens (protocol/README.md). On shard 0.
#pragma once
#include <functional>
#include <string>

#include "base/json_read.hpp"
#include "server/http/message.hpp"
#include "server/room/peer.hpp"
#include "server/shard/services.hpp"

namespace engawa::server {

inline constexpr auto kSendToken = "send a guest's token: Authorization: Bearer TOKEN";

// Calls `then` with the guest of the request's token, at once if this server knows the guest; otherwise answers with
// the reason.
void with_guest(Services& services, HttpRequest const& request, Respond const& respond,
                std::function<void(Guest const& guest)> const& then);

// Makes a guest with the nick in `wish`, the body of POST /api/guests. Calls `then` with the guest and its members as
// JSON, or answers with the reason why there is none.
void make_guest_of(Services& services, HttpRequest const& request, Json const& wish, Respond const& respond,
                   std::function<void(Guest const& guest, std::string const& members)> const& then);

// POST /api/guests, GET /api/me, POST and DELETE /api/me/token.
void make_guest(Services& services, HttpRequest const& request, Respond const& respond);
void show_guest(Services& services, HttpRequest const& request, Respond const& respond);
void renew_token(Services& services, HttpRequest const& request, Respond const& respond);
void revoke_token(Services& services, HttpRequest const& request, Respond const& respond);

}  // namespace engawa::server
