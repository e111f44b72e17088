#include "server/api/api.hpp"

#include <nlohmann/json.hpp>

#include "base/json_write.hpp"
#include "games/catalog.hpp"
#include "games/record/commitment.hpp"
#include "games/record/picture.hpp"
#include "protocol/messages.hpp"
#include "server/analysis/analyst.hpp"
#include "server/api/admission.hpp"
#include "server/api/create_room.hpp"
#include "server/api/own_address.hpp"
#include "server/api/own_site.hpp"
#include "server/api/page_tags.hpp"
#include "server/api/trial.hpp"
#include "server/http/header_text.hpp"
#include "server/lobby/guests.hpp"
#include "server/lobby/lobby.hpp"
#include "server/lobby/nicks.hpp"
#include "server/ops/secrets.hpp"
#include "server/records/record_keeper.hpp"
#include "server/shard/shard.hpp"

namespace engawa::server {
namespace {

constexpr std::string_view kRooms = "/api/rooms/", kRecords = "/api/records/";
constexpr auto kUnknown = Addresses::Ration::unknown_room;

std::string room_links(std::string const& code, std::string const& extra) {
  return R"({"room":")" + code + '"' + extra + R"(,"url":"/r/)" + code + R"(","ws":"/rooms/)" + code + R"(/ws"})";
}

// Whether the body is declared as JSON; otherwise the request is refused. A page of another site can send forms and
// plain text without a preflight, but not JSON.
bool declares_json(HttpRequest const& request, Respond const& respond) {
  std::string_view type = request.content_type;
  if (same_word(cut(type, ';'), "application/json")) return true;
  respond(http_error(refuse("unsupported_media_type", "the body must be JSON: send Content-Type: application/json")));
  return false;
}

constexpr auto kSvg = "image/svg+xml";

// Takes about 0.1 ms of the room's shard: requests are rationed by address.
std::string picture_of(RoomSlot const& room) {
  auto const shown = parse_json(room.glimpse());
  return record::picture(shown ? *shown : Json());
}

// Answers when everything is stored that the journal has been given until now.
void answer_after_journal(Services& services, HttpResponse answer, Respond const& respond) {
  services.journal->run([](Store&) {},
                        [respond, answer = std::move(answer)](bool stored) {
                          respond(stored ? answer : http_error(refuse("busy", "the server cannot store this now")));
                        });
}

// What is seen is stored: nobody hears of a move before that.
void answer_when_stored(Services& services, RoomSlot const& slot, HttpResponse answer, Respond const& respond) {
  if (slot.stored()) return respond(std::move(answer));
  answer_after_journal(services, std::move(answer), respond);
}

}  // namespace

struct Api::Route {
  std::string_view method, path;
  void (Api::*run)(HttpRequest const&, Respond const&);
};

std::vector<Api::Route> const& Api::routes() {
  static std::vector<Route> const table{
      {"POST", "/api/guests", &Api::make_guest},   {"POST", "/api/rooms", &Api::make_room},
      {"GET", "/api/rooms", &Api::list_rooms},     {"GET", "/api/results", &Api::list_results},
      {"GET", "/api/boards", &Api::show_boards},   {"GET", "/api/watch", &Api::show_watched},
      {"GET", "/api/address", &Api::show_address}, {"POST", "/api/play", &Api::quick_play}};
  return table;
}

// GET, where the table says nothing else, also at addresses of rooms and records that do not exist.
std::string Api::allowed_at(std::string_view path) {
  bool gets = false, posts = !tried_game(path).empty();
  bool listed = posts;
  for (auto const& route : routes()) {
    if (route.path != path) continue;
    listed = true;
    (route.method == "GET" ? gets : posts) = true;
  }
  if (path.substr(0, kRecords.size()) == kRecords)
    posts = read_record_path(path.substr(kRecords.size())).part == RecordPath::Part::analysis;
  return std::string(gets || !listed ? "GET, HEAD, " : "") + (posts ? "POST, " : "") + "OPTIONS";
}

Api::Api(Services& services, StaticFiles files)
    : services_(services),
      files_(std::move(files)),
      games_("application/json", "no-cache", catalog_json(), gzip(catalog_json())),
      boards_("application/json", "no-cache", boards_json(), gzip(boards_json())),
      exhibition_(services) {}

void Api::handle(HttpRequest request, Respond respond) {
  auto const& path = request.path;
  if (path == "/healthz" && request.method == "GET") return respond(text_response(200, "ok\n"));
  if (request.method == "OPTIONS") return respond(options_response(allowed_at(path)));
  if (!host_allowed(services_.config, request.host)) return respond(http_error(wrong_host(request)));
  bool const writes = request.method != "GET";
  if (writes && !origin_allowed(services_.config, request)) return respond(http_error(wrong_origin(request)));
  bool known = false;
  for (auto const& route : routes()) {
    if (route.path != path) continue;
    known = true;
    if (route.method != request.method) continue;
    if (writes && !declares_json(request, respond)) return;
    return (this->*route.run)(request, respond);
  }
  auto const record = path.compare(0, kRecords.size(), kRecords) == 0
                          ? read_record_path(std::string_view(path).substr(kRecords.size()))
                          : RecordPath{};
  auto const tried = tried_game(path);
  bool const analysed = record.round > 0 && record.part == RecordPath::Part::analysis;
  if (request.method == "POST" && (analysed || !tried.empty())) {
    if (!declares_json(request, respond)) return;
    return analysed ? show_record(request, record, respond) : try_out(request, tried, respond);
  }
  if (request.method != "GET" || known) {
    auto response = http_error(refuse("bad_message", request.method + " is not possible at " + path));
    response.status = 405;
    response.headers.emplace_back("Allow", allowed_at(path));
    return respond(std::move(response));
  }
  if (path == "/api/games") return respond(games_.answer(request));
  if (path.compare(0, kRooms.size(), kRooms) == 0)
    return show_room(request, read_room_path(std::string_view(path).substr(kRooms.size())), respond);
  if (path.compare(0, kRecords.size(), kRecords) == 0) return show_record(request, record, respond);
  if (path.compare(0, 5, "/api/") == 0) return respond(http_error(refuse("not_found", "the API has no " + path)));
  if (is_socket_path(path)) return respond(Admission(services_).without_upgrade(request));
  respond(files_.get(request, tags_of(request)));
}

void Api::show_address(HttpRequest const& request, Respond const& respond) {
  respond(json_response(200, own_address_json(services_.config, request)));
}

void Api::make_guest(HttpRequest const& request, Respond const& respond) {
  auto const body = parse_json(request.body.empty() ? "{}" : request.body);
  if (!body) return respond(http_error(body.error()));
  if (!body->is_object()) return respond(http_error(refuse("bad_message", "the body must be a JSON object")));
  auto const nick = read_string(*body, "nick", 256);
  if (!nick) return respond(http_error(nick.error()));
  auto const lang = read_string(*body, "lang", 16);
  if (!lang) return respond(http_error(lang.error()));
  auto name = protocol::clean_nick(nick->value_or(std::string(kNameless)));
  if (!name) return respond(http_error(name.error()));
  if (auto const allowed = admit_nick(*name); !allowed) return respond(http_error(allowed.error()));
  auto const wait = services_.addresses->take(Addresses::Ration::guest, request.address, services_.clock.now());
  if (wait > 0) return respond(too_fast("new guests", wait));
  services_.guests->create(*name, lang->value_or(""), services_.clock.now(),
                           [respond](std::optional<Guest> guest, std::string token) {
                             if (!guest)
                               return respond(http_error(refuse("busy", "the server cannot store a guest now")));
                             std::string out = R"({"id":")" + guest->id + R"(","token":")" + token + R"(","nick":)";
                             json_write::string(out, guest->nick);
                             respond(json_response(201, out + '}'));
                           });
}

std::variant<RoomPlaces, HttpResponse> Api::admit_new_room(HttpRequest const& request, RoomSetup const& setup) {
  if (services_.draining) return http_error(refuse("draining", "the server is about to restart"));
  auto& addresses = *services_.addresses;
  auto const wait = addresses.take(Addresses::Ration::new_room, request.address, services_.clock.now());
  if (wait > 0) return too_fast("new rooms", wait);
  RoomPlaces places{addresses.enter(Addresses::Space::room, request.address)};
  if (!setup.maker.empty()) places.push_back(addresses.enter(Addresses::Space::guest_room, setup.maker));
  if (!places.front() || !places.back())
    return http_error(refuse("limit_reached", "you have the maximum number of open rooms"), 60000);
  return places;
}

void Api::make_room(HttpRequest const& request, Respond const& respond) {
  auto const body = parse_json(request.body);
  if (!body) return respond(http_error(body.error()));
  if (request.token.empty()) return make_room_of(request, *body, {}, respond);
  with_guest(request, respond, [this, request, body = *body, respond](Guest const& maker) {
    make_room_of(request, body, maker, respond);
  });
}

// `then` is called at once for a guest that is known here.
void Api::with_guest(HttpRequest const& request, Respond const& respond,
                     std::function<void(Guest const& guest)> const& then) {
  auto const tell = [respond, then](Result<Guest> const& guest) {
    if (guest) return then(*guest);
    respond(http_error(guest.error()));
  };
  auto const known = services_.guests->find(request.token);
  if (known || !services_.clustered) return tell(known);
  services_.guests->look_up(request.token, [this, tell](Result<Guest> const& found) {
    services_.shards.front()->post([tell, found] { tell(found); });
  });
}

void Api::make_room_of(HttpRequest const& request, Json const& body, std::optional<Guest> const& maker,
                       Respond const& respond) {
  auto setup = read_room_request(body, maker, services_.config, services_.clock.now());
  if (!setup) return respond(http_error(setup.error()));
  auto places = admit_new_room(request, *setup);
  if (auto* const answer = std::get_if<HttpResponse>(&places)) return respond(std::move(*answer));
  open_room(std::move(*setup), std::get<RoomPlaces>(std::move(places)), respond, {});
}

void Api::open_room(RoomSetup setup, RoomPlaces places, Respond const& respond, std::string extra) {
  auto& shard = services_.shard_of(setup.code);
  shard.post([&shard, setup = std::move(setup), places = std::move(places), respond, extra = std::move(extra)] {
    auto const code = setup.code;
    shard.rooms().create_room(setup, places, [respond, code, extra](Result<RoomSlot*> room) {
      respond(room ? json_response(201, room_links(code, extra)) : http_error(room.error()));
    });
  });
}

void Api::list_rooms(HttpRequest const& request, Respond const& respond) {
  auto const query = read_query(request.query);
  if (!query) return respond(http_error(query.error()));
  auto const page = services_.lobby->list(*query);
  auto const next = page.next.empty() ? std::string() : R"(,"next":")" + page.next + '"';
  respond(json_response(200, R"({"rooms":[)" + page.rooms + ']' + next + '}'));
}

void Api::list_results(HttpRequest const&, Respond const& respond) {
  respond(json_response(200, R"({"results":[)" + services_.lobby->results() + "]}"));
}

void Api::show_boards(HttpRequest const& request, Respond const& respond) { respond(boards_.answer(request)); }

// The best running game; if there is none, or it ends just now, the bots' game.
void Api::show_watched(HttpRequest const&, Respond const& respond) {
  auto const code = services_.lobby->best_running();
  auto const show_bots = [this, respond] {
    auto const& game = exhibition_.look();
    respond(json_response(200, game.empty() ? R"({"none":true})" : R"({"bots":)" + game + '}'));
  };
  if (code.empty()) return show_bots();
  auto& shard = services_.shard_of(code);
  shard.post([this, &shard, code, respond, show_bots] {
    shard.rooms().with_room(code, [this, respond, show_bots](Result<RoomSlot*> room) {
      if (!room) return services_.shards.front()->post(show_bots);
      answer_when_stored(services_, **room, json_response(200, R"({"room":)" + (*room)->glimpse() + '}'), respond);
    });
  });
}

// Room codes cannot be guessed: clients that name many unknown rooms are soon refused for all rooms.
void Api::show_room(HttpRequest const& request, RoomPath const& path, Respond const& respond) {
  if (path.code.empty()) return respond(http_error(refuse("not_found", "a room's code has 8 letters and digits")));
  auto const wait = services_.addresses->wait(kUnknown, request.address, services_.clock.now());
  if (wait > 0) return respond(too_fast("unknown rooms", wait));
  auto& shard = services_.shard_of(path.code);
  shard.post([this, &shard, path, address = request.address, respond] {
    shard.rooms().with_room(path.code, [this, part = path.part, address, respond](Result<RoomSlot*> room) {
      if (room && part == RoomPath::Part::glimpse)
        return answer_when_stored(services_, **room, json_response(200, (*room)->glimpse()), respond);
      if (room && part == RoomPath::Part::picture)
        return answer_when_stored(services_, **room, text_response(200, picture_of(**room), kSvg), respond);
      if (room) return respond(json_response(200, (*room)->summary()));
      if (room.error().code == "not_found") services_.addresses->charge(kUnknown, address, services_.clock.now());
      respond(http_error(room.error()));
    });
  });
}

void Api::try_out(HttpRequest const& request, std::string_view id, Respond const& respond) {
  auto const* const game = games::find_game(id);
  if (!game) return respond(http_error(refuse("not_found", "there is no game \"" + std::string(id) + '"')));
  auto const wait = services_.addresses->take(Addresses::Ration::trial, request.address, services_.clock.now());
  if (wait > 0) return respond(too_fast("moves tried out", wait));
  auto const body = parse_json(request.body);
  if (!body) return respond(http_error(body.error()));
  auto const tried = try_moves(*game, *body);
  respond(tried ? json_response(200, *tried) : http_error(tried.error()));
}

// The same protection against guessing. Rounds of existing rooms cost nothing, whether they have begun or not.
void Api::show_record(HttpRequest const& request, RecordPath const& record, Respond const& respond) {
  if (record.round == 0)
    return respond(http_error(
        refuse("not_found", "the id of a record is a room's code, a dash and the number of a round: K7WMA2QX-1")));
  if (auto const wait = services_.addresses->wait(kUnknown, request.address, services_.clock.now()); wait > 0)
    return respond(too_fast("unknown rooms", wait));
  if (record.part == RecordPath::Part::analysis) return analyse(request, record, respond);
  using Form = RecordKeeper::Form;
  auto const form = record.part == RecordPath::Part::replay    ? Form::replay
                    : record.part == RecordPath::Part::picture ? Form::picture
                                                               : Form::lines;
  services_.records->get(record.code, record.round, form, [this, request, respond](RecordKeeper::Answer const& answer) {
    if (!answer.known) services_.addresses->charge(kUnknown, request.address, services_.clock.now());
    respond(answer.record ? (*answer.record)->answer(request) : http_error(answer.record.error()));
  });
}

// GET tells what there is, POST also starts an analysis if there is none. The record is asked for first, so that
// nothing is told or computed about rounds that the client could not read.
void Api::analyse(HttpRequest const& request, RecordPath const& record, Respond const& respond) {
  auto const form = RecordKeeper::Form::lines;
  auto id = record::record_id(record.code, record.round);
  services_.records->get(
      record.code, record.round, form,
      [this, id = std::move(id), request, respond](RecordKeeper::Answer const& answer) {
        if (!answer.known) services_.addresses->charge(kUnknown, request.address, services_.clock.now());
        if (!answer.record) return respond(http_error(answer.record.error()));
        if (!answer.finished)
          return respond(http_error(refuse("not_found", "the round is not over yet; then it can be analysed")));
        Analyst::Question question{id, *answer.record, items_known(request.query), request.method == "POST",
                                   request.address};
        services_.analyst->ask(std::move(question), [respond](Result<std::string> found) {
          if (found) return respond(json_response(200, std::move(*found)));
          respond(http_error(found.error(), found.error().code == "busy" ? Analyst::kRetryMs : 0));
        });
      });
}

void Api::quick_play(HttpRequest const& request, Respond const& respond) {
  auto const body = parse_json(request.body);
  if (!body) return respond(http_error(body.error()));
  if (request.token.empty())
    return respond(
        http_error(refuse("unauthenticated", "quick play needs the token of a guest: POST /api/guests makes one")));
  with_guest(request, respond,
             [this, request, body = *body, respond](Guest const& guest) { play_as(request, body, guest, respond); });
}

void Api::play_as(HttpRequest const& request, Json const& body, Guest const& guest, Respond const& respond) {
  auto setup = read_play_request(body, guest, services_.config, services_.clock.now());
  if (!setup) return respond(http_error(setup.error()));
  auto admitted = admit_new_room(request, *setup);
  if (auto* const answer = std::get_if<HttpResponse>(&admitted)) return respond(std::move(*answer));
  auto places = std::get<RoomPlaces>(std::move(admitted));
  auto const open_room = services_.lobby->find_open(setup->game, setup->options);
  if (open_room.empty()) return this->open_room(std::move(*setup), std::move(places), respond, R"(,"seat":0)");
  join_or_make(open_room, std::move(*setup), std::move(places), guest, respond);
}

// If somebody else took the last seat first, a new room is created.
void Api::join_or_make(std::string const& open_room, RoomSetup setup, RoomPlaces places, Guest const& guest,
                       Respond const& respond) {
  auto& shard = services_.shard_of(open_room);
  shard.post([this, &shard, open_room, setup = std::move(setup), places = std::move(places), guest, respond] {
    shard.rooms().with_room(open_room, [this, open_room, setup, places, guest, respond](Result<RoomSlot*> room) {
      auto const seat = room ? (*room)->hold_seat(guest) : Result<int>(room.error());
      if (!seat) return this->open_room(setup, places, respond, R"(,"seat":0)");
      auto answer = json_response(200, room_links(open_room, R"(,"seat":)" + std::to_string(*seat)));
      answer_after_journal(services_, std::move(answer), respond);  // the seat's own entry is there already
    });
  });
}

}  // namespace engawa::server
