#include "server/api/invitations.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "base/json_read.hpp"
#include "protocol/envelope.hpp"
#include "server/api/guest_calls.hpp"
#include "server/lobby/addresses.hpp"
#include "server/shard/shard.hpp"
#include "server/visit/streams.hpp"

namespace engawa::server {
namespace {

// The host and everyone with a seat in the room may invite.
void invite_as(Services& services, Guest const& host, HttpRequest const& request, std::string const& code,
               std::string const& invited, Respond const& respond) {
  if (auto const wait =
          services.addresses->wait(Addresses::Ration::unknown_room, request.address, services.clock.now());
      wait > 0)
    return respond(too_fast("unknown rooms", wait));
  auto& shard = services.shard_of(code);
  shard.post([&services, &shard, host, address = request.address, code, invited, respond] {
    shard.rooms().with_room(code, [&services, host, address, code, invited, respond](Result<RoomSlot*> room) {
      if (!room && room.error().code == "not_found")
        services.addresses->charge(Addresses::Ration::unknown_room, address, services.clock.now());
      if (!room) return respond(http_error(room.error()));
      auto const& state = (*room)->room().state();
      auto const& seats = state.seats();
      bool const plays =
          std::any_of(seats.begin(), seats.end(), [&](auto const& seat) { return seat.guest == host.id; });
      if (!plays && state.host() != host.id)
        return respond(http_error(refuse("forbidden", "only the host and guests with a seat can invite")));
      protocol::Invitation invitation{code,    state.setup().game, protocol::Invitation::Reason::invited, -1,
                                      host.id, host.nick};
      services.shards.front()->post([&services, invited, invitation = std::move(invitation), respond] {
        if (services.streams->invite(invited, invitation) == 0)
          return respond(http_error(refuse("not_found", "this guest has no stream open here: GET /api/programs")));
        respond(json_response(200, R"({"room":")" + invitation.room + R"(","invited":")" + invited + R"("})"));
      });
    });
  });
}

}  // namespace

void invite(Services& services, HttpRequest const& request, std::string const& code, Respond const& respond) {
  if (request.token.empty()) return respond(http_error(refuse("unauthenticated", kSendToken)));
  auto const body = parse_json(request.body);
  if (!body) return respond(http_error(body.error()));
  auto const guest =
      body->is_object() ? read_string(*body, "guest", 32) : Result<std::optional<std::string>>(std::nullopt);
  if (!guest || !*guest)
    return respond(http_error(refuse("bad_message", "guest must be the id of a guest: GET /api/programs lists some")));
  with_guest(services, request, respond, [&services, request, code, invited = **guest, respond](Guest const& host) {
    invite_as(services, host, request, code, invited, respond);
  });
}

void list_programs(Services& services, HttpRequest const&, Respond const& respond) {
  respond(json_response(200, R"({"programs":[)" + services.streams->programs() + "]}"));
}

}  // namespace engawa::server
