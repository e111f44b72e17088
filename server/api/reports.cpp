#include "server/api/reports.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/json_read.hpp"
#include "base/json_write.hpp"
#include "protocol/messages.hpp"
#include "server/api/guest_calls.hpp"
#include "server/lobby/addresses.hpp"
#include "server/shard/shard.hpp"

namespace engawa::server {
namespace {

constexpr std::size_t kContextLines = 10;  // of chat
constexpr std::size_t kMostPoints = 200;
constexpr std::size_t kLongestId = 42;

// What the guest reports: act.guest and act.reason.
Result<Act> read_report(Json const& body) {
  auto wrong = refuse("bad_message", "guest must be the id of a guest in this room");
  if (!body.is_object()) return wrong;
  Act act;
  act.kind = Act::Kind::report;
  auto const guest = read_string(body, "guest", kLongestId);
  if (!guest || !*guest || (*guest)->empty()) return wrong;
  act.guest = **guest;
  auto const reason = read_string(body, "reason", kMostPoints);
  if (!reason) return reason.error();
  if (!*reason || (*reason)->empty()) return act;
  auto clean = protocol::clean_chat(**reason);
  if (!clean) return refuse("bad_message", "reason must have 1 to 200 visible characters");
  act.reason = std::move(*clean);
  return act;
}

// Empty: nobody in the room has this id.
std::string nick_in(RoomState const& state, std::string const& guest) {
  auto const people = people_of(state.parts());
  auto const one =
      std::find_if(people.begin(), people.end(), [&](auto const& person) { return person.guest == guest; });
  return one == people.end() ? std::string() : one->nick;
}

std::string last_lines(Chat const& chat) {
  auto const& lines = chat.lines();
  std::string out = "[";
  for (std::size_t i = lines.size() - std::min(lines.size(), kContextLines); i < lines.size(); ++i) {
    out += out.size() == 1 ? "{" : ",{";
    out += R"("guest":)";
    json_write::string(out, lines[i].guest);
    json_write::string_member(out, "nick", lines[i].nick);
    json_write::string_member(out, "text", lines[i].text);
    out += '}';
  }
  return out + ']';
}

// REQUIRES: shard 0.
void keep_report(Services& services, AdminActs& acts, Act const& act, std::string const& address,
                 Respond const& respond) {
  auto const wait = services.addresses->take(Addresses::Ration::report, address, services.clock.now());
  if (wait > 0) return respond(too_fast("reports", wait));
  acts.keep(act, [act, respond](HttpResponse const& kept) {
    if (kept.status != 201) return respond(kept);
    spdlog::info("guest {} reports guest {} in room {}", act.by, act.guest, act.room);
    std::string body = R"({"room":")" + act.room + R"(","reported":)";
    json_write::string(body, act.guest);
    respond(json_response(201, body + '}'));
  });
}

void report_as(Services& services, AdminActs& acts, Act act, std::string const& address, Respond const& respond) {
  auto const wait = services.addresses->wait(Addresses::Ration::unknown_room, address, services.clock.now());
  if (wait > 0) return respond(too_fast("unknown rooms", wait));
  auto& shard = services.shard_of(act.room);
  shard.post([&services, &acts, &shard, act = std::move(act), address, respond] {
    shard.rooms().with_room(act.room, [&services, &acts, act, address, respond](Result<RoomSlot*> room) mutable {
      if (!room && room.error().code == "not_found")
        services.addresses->charge(Addresses::Ration::unknown_room, address, services.clock.now());
      if (!room) return respond(http_error(room.error()));
      auto const& state = (*room)->room().state();
      act.nick = nick_in(state, act.guest);
      if (act.nick.empty()) return respond(http_error(refuse("not_found", "there is no such guest in this room")));
      act.chat = last_lines(state.parts().chat);
      services.shards.front()->post(
          [&services, &acts, act, address, respond] { keep_report(services, acts, act, address, respond); });
    });
  });
}

}  // namespace

void report(Services& services, AdminActs& acts, HttpRequest const& request, std::string const& code,
            Respond const& respond) {
  if (request.token.empty()) return respond(http_error(refuse("unauthenticated", kSendToken)));
  auto const body = parse_json(request.body);
  if (!body) return respond(http_error(body.error()));
  auto act = read_report(*body);
  if (!act) return respond(http_error(act.error()));
  act->room = code;
  with_guest(services, request, respond,
             [&services, &acts, act = std::move(*act), address = request.address, respond](Guest const& guest) mutable {
               act.by = guest.id;
               if (act.guest == guest.id)
                 return respond(http_error(refuse("bad_message", "guest must be another guest than you")));
               report_as(services, acts, std::move(act), address, respond);
             });
}

}  // namespace engawa::server
