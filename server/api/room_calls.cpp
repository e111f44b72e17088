#include "server/api/room_calls.hpp"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <variant>

#include "base/json_read.hpp"
#include "games/record/picture.hpp"
#include "server/api/create_room.hpp"
#include "server/api/guest_calls.hpp"
#include "server/lobby/addresses.hpp"
#include "server/lobby/lobby.hpp"
#include "server/shard/shard.hpp"
#include "server/state/document.hpp"

namespace engawa::server {
namespace {

constexpr std::int64_t kFullMs = 60000;  // until the next try: rooms end from time to time
constexpr auto kUnknown = Addresses::Ration::unknown_room;
constexpr auto kSvg = "image/svg+xml";
constexpr auto kNeedsGuest =
    "quick play needs a guest: send a token, which POST /api/guests gives, or `guest`, of whom one is made";

Refusal draining() { return refuse("draining", "the server is about to restart"); }

std::string room_links(std::string const& code, std::string const& extra) {
  return R"({"room":")" + code + '"' + extra + R"(,"url":"/r/)" + code + R"(","ws":"/rooms/)" + code + R"(/ws"})";
}

// Takes about 0.1 ms on the room's shard; requests have a rate limit per address.
std::string picture_of(RoomSlot const& room) {
  auto const shown = parse_json(room_glimpse(room.room().state().parts()));
  return record::picture(shown ? *shown : Json());
}

// Answers once everything is stored that rooms of this shard have done so far, including the current turn of its loop.
void answer_after_journal(Shard& shard, HttpResponse answer, Respond const& respond) {
  shard.run([](Store&) {},
            [respond, answer = std::move(answer)](bool stored) {
              respond(stored ? answer : http_error(refuse("busy", "the server cannot store this now")));
            });
}

// Everything in the answer is stored: no client may learn of a move before that.
void answer_when_stored(Shard& shard, RoomSlot const& slot, HttpResponse answer, Respond const& respond) {
  if (slot.stored()) return respond(std::move(answer));
  answer_after_journal(shard, std::move(answer), respond);
}

std::variant<RoomPlaces, HttpResponse> admit_new_room(Services& services, HttpRequest const& request,
                                                      RoomSetup const& setup) {
  if (services.draining) return http_error(draining());
  auto& addresses = *services.addresses;
  auto const wait = addresses.take(Addresses::Ration::new_room, request.address, services.clock.now());
  if (wait > 0) return too_fast("new rooms", wait);
  RoomPlaces places{addresses.enter(Addresses::Space::room, request.address)};
  if (!setup.maker.empty()) places.push_back(addresses.enter(Addresses::Space::guest_room, setup.maker));
  if (!places.front() || !places.back())
    return http_error(refuse("limit_reached", "you have the maximum number of open rooms"));
  return places;
}

void answer_with_new_room(Services& services, RoomSetup setup, RoomPlaces places, Respond const& respond,
                          std::string extra) {
  auto& shard = services.shard_of(setup.code);
  shard.post([&shard, setup = std::move(setup), places = std::move(places), respond, extra = std::move(extra)] {
    auto const code = setup.code;
    shard.rooms().create_room(setup, places, [respond, code, extra](Result<RoomSlot*> room) {
      if (room) return respond(json_response(201, room_links(code, extra)));
      respond(http_error(room.error(), room.error().code == "limit_reached" ? kFullMs : 0));
    });
  });
}

// The guest of a request: its own, or one that was made for it, who is then part of the answer.
struct Caller {
  std::optional<Guest> guest;
  std::string told{};  // a member of the answer, with a comma before it; or empty
};

// Calls `then` with the guest of the token, with one that is made as `guest` of the body says, or with nobody; or answers
// why that cannot be. `read`: reads the request, for which nobody is made if it is wrong.
template <class Read, class Then>
void with_caller(Services& services, HttpRequest const& request, Json const& body, Read const& read,
                 Respond const& respond, Then const& then) {
  if (!request.token.empty())
    return with_guest(services, request, respond, [then](Guest const& guest) { then(Caller{guest}); });
  auto const wish = body.is_object() ? body.find("guest") : body.end();
  if (wish == body.end()) return then(Caller{});
  if (!wish->is_object()) return respond(http_error(refuse("bad_message", "guest must be an object")));
  if (auto const setup = read(body, Guest{}, services.config, services.clock.now()); !setup)
    return respond(http_error(setup.error()));
  if (services.draining) return respond(http_error(draining()));
  auto const wait = services.addresses->wait(Addresses::Ration::new_room, request.address, services.clock.now());
  if (wait > 0) return respond(too_fast("new rooms", wait));
  make_guest_of(services, request, *wish, respond, [then](Guest const& guest, std::string const& members) {
    then(Caller{guest, R"(,"guest":{)" + members + '}'});
  });
}

void make_room_of(Services& services, HttpRequest const& request, Json const& body, Caller const& maker,
                  Respond const& respond) {
  auto setup = read_room_request(body, maker.guest, services.config, services.clock.now());
  if (!setup) return respond(http_error(setup.error()));
  auto places = admit_new_room(services, request, *setup);
  if (auto* const answer = std::get_if<HttpResponse>(&places)) return respond(std::move(*answer));
  answer_with_new_room(services, std::move(*setup), std::get<RoomPlaces>(std::move(places)), respond, maker.told);
}

// If another guest took the last seat first, a new room is created.
void join_or_make(Services& services, std::string const& open_room, RoomSetup setup, RoomPlaces places,
                  Caller const& caller, Respond const& respond) {
  auto& shard = services.shard_of(open_room);
  shard.post([&services, &shard, open_room, setup = std::move(setup), places = std::move(places), caller, respond] {
    shard.rooms().with_room(
        open_room, [&services, &shard, open_room, setup, places, caller, respond](Result<RoomSlot*> room) {
          auto const seat = room ? (*room)->ask([&](Room& asked) { return asked.hold_seat(*caller.guest); })
                                 : Result<int>(room.error());
          if (!seat) return answer_with_new_room(services, setup, places, respond, R"(,"seat":0)" + caller.told);
          auto answer = json_response(200, room_links(open_room, R"(,"seat":)" + std::to_string(*seat) + caller.told));
          answer_after_journal(shard, std::move(answer), respond);
        });
  });
}

// REQUIRES: there is a guest.
void play_as(Services& services, HttpRequest const& request, Json const& body, Caller const& caller,
             Respond const& respond) {
  auto setup = read_play_request(body, *caller.guest, services.config, services.clock.now());
  if (!setup) return respond(http_error(setup.error()));
  auto const may_join = read_company(body);
  if (!may_join) return respond(http_error(may_join.error()));
  auto admitted = admit_new_room(services, request, *setup);
  if (auto* const answer = std::get_if<HttpResponse>(&admitted)) return respond(std::move(*answer));
  auto places = std::get<RoomPlaces>(std::move(admitted));
  auto const open_room = *may_join ? services.lobby->find_open(setup->game, setup->options) : std::string();
  if (open_room.empty())
    return answer_with_new_room(services, std::move(*setup), std::move(places), respond, R"(,"seat":0)" + caller.told);
  join_or_make(services, open_room, std::move(*setup), std::move(places), caller, respond);
}

}  // namespace

void make_room(Services& services, HttpRequest const& request, Respond const& respond) {
  auto const body = parse_json(request.body);
  if (!body) return respond(http_error(body.error()));
  with_caller(services, request, *body, read_room_request, respond,
              [&services, request, body = *body, respond](Caller const& maker) {
                make_room_of(services, request, body, maker, respond);
              });
}

void quick_play(Services& services, HttpRequest const& request, Respond const& respond) {
  auto const body = parse_json(request.body);
  if (!body) return respond(http_error(body.error()));
  with_caller(services, request, *body, read_play_request, respond,
              [&services, request, body = *body, respond](Caller const& caller) {
                if (caller.guest) return play_as(services, request, body, caller, respond);
                respond(http_error(refuse("unauthenticated", kNeedsGuest)));
              });
}

void list_rooms(Services& services, HttpRequest const& request, Respond const& respond) {
  auto const query = read_query(request.query);
  if (!query) return respond(http_error(query.error()));
  auto const page = services.lobby->list(*query);
  auto const next = page.next.empty() ? std::string() : R"(,"next":")" + page.next + '"';
  respond(json_response(200, R"({"rooms":[)" + page.rooms + ']' + next + '}'));
}

void list_results(Services& services, HttpRequest const&, Respond const& respond) {
  respond(json_response(200, R"({"results":[)" + services.lobby->results() + "]}"));
}

// Room codes cannot be guessed: clients that name many unknown rooms are soon refused for all rooms.
void show_room(Services& services, LinkPages const& pages, HttpRequest const& request, RoomPath const& path,
               Respond const& respond) {
  if (path.code.empty()) return respond(http_error(refuse("not_found", kCodeWanted)));
  auto const wait = services.addresses->wait(kUnknown, request.address, services.clock.now());
  if (wait > 0) return respond(too_fast("unknown rooms", wait));
  auto& shard = services.shard_of(path.code);
  shard.post([&services, &pages, &shard, path, request, respond] {
    shard.rooms().with_room(
        path.code, [&services, &pages, &shard, part = path.part, request, respond](Result<RoomSlot*> room) {
          if (room && part == RoomPath::Part::glimpse)
            return answer_when_stored(shard, **room, json_response(200, room_glimpse((*room)->room().state().parts())),
                                      respond);
          if (room && part == RoomPath::Part::picture)
            return answer_when_stored(shard, **room, text_response(200, picture_of(**room), kSvg), respond);
          if (room && part == RoomPath::Part::png) return pages.draw_room(request, shard, **room, respond);
          if (room)
            return answer_when_stored(shard, **room, json_response(200, room_summary((*room)->room().state().parts())),
                                      respond);
          if (room.error().code == "not_found")
            services.addresses->charge(kUnknown, request.address, services.clock.now());
          respond(http_error(room.error()));
        });
  });
}

void close_room(Services& services, HttpRequest const& request, std::string const& code, Respond const& respond) {
  if (code.empty()) return respond(http_error(refuse("not_found", kCodeWanted)));
  if (request.token.empty()) return respond(http_error(refuse("unauthenticated", kSendToken)));
  with_guest(services, request, respond, [&services, code, address = request.address, respond](Guest const& guest) {
    if (auto const wait = services.addresses->wait(kUnknown, address, services.clock.now()); wait > 0)
      return respond(too_fast("unknown rooms", wait));
    auto& shard = services.shard_of(code);
    shard.post([&services, &shard, code, guest, address, respond] {
      shard.rooms().with_room(code, [&services, &shard, code, guest, address, respond](Result<RoomSlot*> room) {
        auto const done =
            room ? (*room)->ask([&](Room& asked) { return asked.close_room(guest); }) : Result<void>(room.error());
        if (done)
          return answer_after_journal(shard, json_response(200, R"({"room":")" + code + R"(","closed":true})"),
                                      respond);
        if (done.error().code == "not_found") services.addresses->charge(kUnknown, address, services.clock.now());
        respond(http_error(done.error()));
      });
    });
  });
}

// The best running game; if there is none, or it is just ending, the bots' game.
void show_watched(Services& services, Exhibition& exhibition, Respond const& respond) {
  auto const code = services.lobby->best_running();
  auto const show_bots = [&exhibition, respond] {
    auto const& game = exhibition.look();
    respond(json_response(200, game.empty() ? R"({"none":true})" : R"({"bots":)" + game + '}'));
  };
  if (code.empty()) return show_bots();
  auto& shard = services.shard_of(code);
  shard.post([&services, &shard, code, respond, show_bots] {
    shard.rooms().with_room(code, [&services, &shard, respond, show_bots](Result<RoomSlot*> room) {
      if (!room) return services.shards.front()->post(show_bots);
      answer_when_stored(shard, **room,
                         json_response(200, R"({"room":)" + room_glimpse((*room)->room().state().parts()) + '}'),
                         respond);
    });
  });
}

}  // namespace engawa::server
