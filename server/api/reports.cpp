#include "server/api/reports.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <deque>
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
constexpr std::size_t kLinesBefore = 5;    // at most so many of them come before a message that is older
constexpr std::size_t kMostPoints = 200;
constexpr std::size_t kLongestId = 42;

// What the guest reports: act.guest, act.message or both, and act.reason.
Result<Act> read_report(Json const& body) {
  auto wrong =
      refuse("bad_message",
             "guest must be the id of a guest in this room, or message the name of a line of its chat, such as m18");
  if (!body.is_object()) return wrong;
  Act act;
  act.kind = Act::Kind::report;
  for (auto const& [key, to] : {std::pair{"guest", &act.guest}, {"message", &act.message}}) {
    auto const name = read_string(body, key, kLongestId);
    if (!name || (*name && (*name)->empty())) return wrong;
    *to = name->value_or("");
  }
  if (act.guest.empty() && act.message.empty()) return wrong;
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

using Lines = std::deque<Chat::Line>;

Lines::const_iterator line_named(Lines const& lines, std::string const& name) {
  return std::find_if(lines.begin(), lines.end(), [&](auto const& line) { return line.name() == name; });
}

// The last lines; those around the message that is reported, if it is older.
std::string context(Lines const& lines, std::string const& message) {
  auto const at = static_cast<std::size_t>(line_named(lines, message) - lines.begin());
  auto const before = [](std::size_t end, std::size_t count) { return end - std::min(end, count); };
  auto const first = std::min(before(lines.size(), kContextLines), before(at, kLinesBefore));
  std::string out = "[";
  for (std::size_t i = first; i < std::min(lines.size(), first + kContextLines); ++i) {
    out += out.size() == 1 ? "{" : ",{";
    out += R"("guest":)";
    json_write::string(out, lines[i].guest);
    json_write::string_member(out, "nick", lines[i].nick);
    json_write::string_member(out, "text", lines[i].text);
    out += i == at ? R"(,"reported":true})" : "}";
  }
  return out + ']';
}

// Who is reported, and what was said. REQUIRES: act.by is set.
Result<void> look_up(RoomState const& state, Act& act) {
  auto const& lines = state.parts().chat.lines();
  if (!act.message.empty()) {
    auto const line = line_named(lines, act.message);
    if (line == lines.end())
      return refuse("not_found",
                    "this room has no such message, or no longer: it keeps the last " + std::to_string(Chat::kLines));
    if (line->guest == act.by) return refuse("bad_message", "message must be one of somebody else");
    if (!act.guest.empty() && line->guest != act.guest)
      return refuse("bad_message", "message is not one of this guest");
    act.guest = line->guest;
    act.nick = line->nick;
  } else {
    act.nick = nick_in(state, act.guest);
  }
  if (act.nick.empty()) return refuse("not_found", "there is no such guest in this room");
  act.chat = context(lines, act.message);
  return {};
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
      auto const found = look_up((*room)->room().state(), act);
      if (!found) return respond(http_error(found.error()));
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
