#include "server/api/guest_calls.hpp"

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "base/json_read.hpp"
#include "base/json_write.hpp"
#include "protocol/messages.hpp"
#include "server/lobby/addresses.hpp"
#include "server/lobby/guests.hpp"
#include "server/lobby/moderation.hpp"
#include "server/lobby/nicks.hpp"
#include "server/shard/shard.hpp"

namespace engawa::server {
namespace {

void replace_token(Services& services, HttpRequest const& request, GuestBook::Token by, Respond const& respond) {
  if (request.token.empty()) return respond(http_error(refuse("unauthenticated", kSendToken)));
  with_guest(services, request, respond, [&services, old = request.token, by, respond](Guest const& guest) {
    services.guests->replace_token(old, by, [guest, by, respond](bool stored, std::string const& token) {
      if (!stored) return respond(http_error(refuse("busy", "the server cannot store this now")));
      std::string out = R"({"id":")" + guest.id;
      if (by == GuestBook::Token::none) return respond(json_response(200, out + R"(","revoked":true})"));
      out += R"(","token":")" + token + R"(","nick":)";
      json_write::string(out, guest.nick);
      respond(json_response(200, out + '}'));
    });
  });
}

}  // namespace

void with_guest(Services& services, HttpRequest const& request, Respond const& respond,
                std::function<void(Guest const& guest)> const& then) {
  auto const tell = [&services, address = request.address, respond, then](Result<Guest> const& guest) {
    if (!guest) return respond(http_error(guest.error()));
    if (auto const ban = services.moderation->ban_of(guest->id, address))
      return respond(http_error(ban->refusal, ban->context));
    then(*guest);
  };
  auto const known = services.guests->find(request.token);
  if (known || !services.clustered) return tell(known);
  services.guests->look_up(request.token, [&services, tell](Result<Guest> const& found) {
    services.shards.front()->post([tell, found] { tell(found); });
  });
}

void make_guest_of(Services& services, HttpRequest const& request, Json const& wish, Respond const& respond,
                   std::function<void(Guest const& guest, std::string const& members)> const& then) {
  auto const nick = read_string(wish, "nick", 256);
  if (!nick) return respond(http_error(nick.error()));
  auto const lang = read_string(wish, "lang", 16);
  if (!lang) return respond(http_error(lang.error()));
  auto const friendly = read_bool(wish, "friendly");
  if (!friendly) return respond(http_error(friendly.error()));
  auto name = protocol::clean_nick(nick->value_or(nameless(friendly->value_or(false), lang->value_or(""))));
  if (!name) return respond(http_error(name.error()));
  if (auto const allowed = admit_nick(*name); !allowed) return respond(http_error(allowed.error()));
  if (auto const allowed = services.moderation->admit(*name); !allowed) return respond(http_error(allowed.error()));
  auto const wait = services.addresses->take(Addresses::Ration::guest, request.address, services.clock.now());
  if (wait > 0) return respond(too_fast("new guests", wait));
  services.guests->create(*name, lang->value_or(""), services.clock.now(),
                          [&services, respond, then](std::optional<Guest> const& guest, std::string const& token) {
                            if (!guest)
                              return respond(http_error(refuse("busy", "the server cannot store a guest now")));
                            std::string members = R"("id":")" + guest->id + R"(","token":")" + token + R"(","nick":)";
                            json_write::string(members, guest->nick);
                            services.shards.front()->post([guest = *guest, members, then] { then(guest, members); });
                          });
}

void make_guest(Services& services, HttpRequest const& request, Respond const& respond) {
  auto const body = parse_json(request.body.empty() ? "{}" : request.body);
  if (!body) return respond(http_error(body.error()));
  if (!body->is_object()) return respond(http_error(refuse("bad_message", "the body must be a JSON object")));
  make_guest_of(services, request, *body, respond, [respond](Guest const&, std::string const& members) {
    respond(json_response(201, '{' + members + '}'));
  });
}

// Whom a token belongs to.
void show_guest(Services& services, HttpRequest const& request, Respond const& respond) {
  if (request.token.empty()) return respond(http_error(refuse("unauthenticated", kSendToken)));
  with_guest(services, request, respond, [respond](Guest const& guest) {
    std::string out = R"({"id":")" + guest.id + R"(","nick":)";
    json_write::string(out, guest.nick);
    respond(json_response(200, out + '}'));
  });
}

void renew_token(Services& services, HttpRequest const& request, Respond const& respond) {
  replace_token(services, request, GuestBook::Token::fresh, respond);
}

void revoke_token(Services& services, HttpRequest const& request, Respond const& respond) {
  replace_token(services, request, GuestBook::Token::none, respond);
}

}  // namespace engawa::server
