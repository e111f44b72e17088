#include "server/api/api.hpp"

#include <nlohmann/json.hpp>
#include <type_traits>

#include "games/catalog.hpp"
#include "games/record/commitment.hpp"
#include "games/record/picture.hpp"
#include "protocol/messages.hpp"
#include "server/analysis/analyst.hpp"
#include "server/api/admission.hpp"
#include "server/api/create_room.hpp"
#include "server/site/cross_origin.hpp"
#include "server/api/guest_calls.hpp"
#include "server/api/invitations.hpp"
#include "server/site/own_address.hpp"
#include "server/site/own_site.hpp"
#include "server/api/trial.hpp"
#include "server/http/header_text.hpp"
#include "server/lobby/guests.hpp"
#include "server/lobby/lobby.hpp"
#include "server/ops/secrets.hpp"
#include "server/records/record_keeper.hpp"
#include "server/shard/shard.hpp"

namespace engawa::server {
namespace {

constexpr std::string_view kRooms = "/api/rooms/", kRecords = "/api/records/";
constexpr std::int64_t kFullMs = 60000;  // rooms end now and then
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
constexpr auto kCode = "a room's code has 8 letters and digits";

// The address of a room, whose code may be wrong, and not of a part of it.
bool is_room(std::string_view path) { return path.starts_with(kRooms) && path.find('/', kRooms.size()) == path.npos; }

// The address of a room's invitations, whose code may be wrong.
bool is_invitations(std::string_view path) {
  return path.starts_with(kRooms) && read_room_path(path.substr(kRooms.size())).part == RoomPath::Part::invitations;
}

// Takes about 0.1 ms of the room's shard: requests are rationed by address.
std::string picture_of(RoomSlot const& room) {
  auto const shown = parse_json(room.glimpse());
  return record::picture(shown ? *shown : Json());
}

// Answers when everything is stored that rooms of this shard have done until now, in this turn of its loop too.
void answer_after_journal(Shard& shard, HttpResponse answer, Respond const& respond) {
  shard.run([](Store&) {},
            [respond, answer = std::move(answer)](bool stored) {
              respond(stored ? answer : http_error(refuse("busy", "the server cannot store this now")));
            });
}

// What is seen is stored: nobody hears of a move before that.
void answer_when_stored(Shard& shard, RoomSlot const& slot, HttpResponse answer, Respond const& respond) {
  if (slot.stored()) return respond(std::move(answer));
  answer_after_journal(shard, std::move(answer), respond);
}

}  // namespace

struct Api::Route {
  std::string_view method, path;
  void (*run)(Api& api, HttpRequest const& request, Respond const& respond);
};

// Of a method, or of a function that needs the services alone.
template <auto call>
void Api::run(Api& api, HttpRequest const& request, Respond const& respond) {
  if constexpr (std::is_member_function_pointer_v<decltype(call)>)
    (api.*call)(request, respond);
  else
    call(api.services_, request, respond);
}

std::vector<Api::Route> const& Api::routes() {
  static std::vector<Route> const table{
      {"POST", "/api/guests", run<make_guest>},         {"GET", "/api/me", run<show_guest>},
      {"POST", "/api/me/token", run<renew_token>},      {"DELETE", "/api/me/token", run<revoke_token>},
      {"POST", "/api/rooms", run<&Api::make_room>},     {"GET", "/api/rooms", run<&Api::list_rooms>},
      {"GET", "/api/programs", run<list_programs>},     {"GET", "/api/results", run<&Api::list_results>},
      {"GET", "/api/boards", run<&Api::show_boards>},   {"GET", "/api/watch", run<&Api::show_watched>},
      {"GET", "/api/address", run<&Api::show_address>}, {"POST", "/api/play", run<&Api::quick_play>}};
  return table;
}

// GET, where the table says nothing else, also at addresses of rooms and records that do not exist.
std::string Api::allowed_at(std::string_view path) {
  bool gets = false, posts = !tried_game(path).empty() || is_invitations(path), deletes = is_room(path);
  bool listed = posts;
  for (auto const& route : routes()) {
    if (route.path != path) continue;
    listed = true;
    (route.method == "GET" ? gets : route.method == "POST" ? posts : deletes) = true;
  }
  if (path.substr(0, kRecords.size()) == kRecords)
    posts = read_record_path(path.substr(kRecords.size())).part == RecordPath::Part::analysis;
  return std::string(gets || !listed ? "GET, HEAD, " : "") + (posts ? "POST, " : "") + (deletes ? "DELETE, " : "") +
         "OPTIONS";
}

Api::Api(Services& services, StaticFiles files)
    : services_(services),
      files_(std::move(files)),
      games_("application/json", "no-cache", catalog_json(), gzip(catalog_json())),
      boards_("application/json", "no-cache", boards_json(), gzip(boards_json())),
      exhibition_(services),
      pages_(services, files_) {}

void Api::handle(HttpRequest request, Respond respond) {
  auto const& path = request.path;
  if (!services_.config.origins.empty() && is_for_other_pages(path))
    respond = [this, asked = request, respond = std::move(respond)](HttpResponse response) {
      admit_page(services_.config, asked, response);
      respond(std::move(response));
    };
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
    if (route.method == "POST" && !declares_json(request, respond)) return;
    return route.run(*this, request, respond);
  }
  auto const record = path.compare(0, kRecords.size(), kRecords) == 0
                          ? read_record_path(std::string_view(path).substr(kRecords.size()))
                          : RecordPath{};
  auto const tried = tried_game(path);
  bool const analysed = record.part == RecordPath::Part::analysis;
  if (request.method == "POST" && (analysed || !tried.empty())) {
    if (!declares_json(request, respond)) return;
    return analysed ? show_record(request, record, respond) : try_out(request, tried, respond);
  }
  auto const room =
      path.starts_with(kRooms) ? read_room_path(std::string_view(path).substr(kRooms.size())) : RoomPath{};
  bool const invites = room.part == RoomPath::Part::invitations;
  if (request.method == "DELETE" && is_room(path)) return close_room(request, room.code, respond);
  if (request.method == "POST" && invites) {
    if (!declares_json(request, respond)) return;
    if (room.code.empty()) return respond(http_error(refuse("not_found", kCode)));
    return invite(services_, request, room.code, respond);
  }
  if (request.method != "GET" || known || invites || !tried.empty())
    return respond(method_not_allowed(request, allowed_at(path)));
  if (path == "/api/games") return respond(games_.answer(request));
  if (path.starts_with(kRooms)) return show_room(request, room, respond);
  if (path.compare(0, kRecords.size(), kRecords) == 0) return show_record(request, record, respond);
  bool const is_api = path.compare(0, 5, "/api/") == 0;  // its documents are among the files
  if (is_api && !files_.has(path)) return respond(http_error(refuse("not_found", "the API has no " + path)));
  if (is_socket_path(path)) return respond(Admission(services_).without_upgrade(request));
  pages_.show(request, respond);
}

void Api::show_address(HttpRequest const& request, Respond const& respond) {
  respond(json_response(200, own_address_json(services_.config, request)));
}

std::variant<RoomPlaces, HttpResponse> Api::admit_new_room(HttpRequest const& request, RoomSetup const& setup) {
  if (services_.draining) return http_error(refuse("draining", "the server is about to restart"));
  auto& addresses = *services_.addresses;
  auto const wait = addresses.take(Addresses::Ration::new_room, request.address, services_.clock.now());
  if (wait > 0) return too_fast("new rooms", wait);
  RoomPlaces places{addresses.enter(Addresses::Space::room, request.address)};
  if (!setup.maker.empty()) places.push_back(addresses.enter(Addresses::Space::guest_room, setup.maker));
  if (!places.front() || !places.back())
    return http_error(refuse("limit_reached", "you have the maximum number of open rooms"));
  return places;
}

void Api::make_room(HttpRequest const& request, Respond const& respond) {
  auto const body = parse_json(request.body);
  if (!body) return respond(http_error(body.error()));
  if (request.token.empty()) return make_room_of(request, *body, {}, respond);
  with_guest(services_, request, respond, [this, request, body = *body, respond](Guest const& maker) {
    make_room_of(request, body, maker, respond);
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
      if (room) return respond(json_response(201, room_links(code, extra)));
      respond(http_error(room.error(), room.error().code == "limit_reached" ? kFullMs : 0));
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
    shard.rooms().with_room(code, [this, &shard, respond, show_bots](Result<RoomSlot*> room) {
      if (!room) return services_.shards.front()->post(show_bots);
      answer_when_stored(shard, **room, json_response(200, R"({"room":)" + (*room)->glimpse() + '}'), respond);
    });
  });
}

// Room codes cannot be guessed: clients that name many unknown rooms are soon refused for all rooms.
void Api::show_room(HttpRequest const& request, RoomPath const& path, Respond const& respond) {
  if (path.code.empty()) return respond(http_error(refuse("not_found", kCode)));
  auto const wait = services_.addresses->wait(kUnknown, request.address, services_.clock.now());
  if (wait > 0) return respond(too_fast("unknown rooms", wait));
  auto& shard = services_.shard_of(path.code);
  shard.post([this, &shard, path, request, respond] {
    shard.rooms().with_room(path.code, [this, &shard, part = path.part, request, respond](Result<RoomSlot*> room) {
      if (room && part == RoomPath::Part::glimpse)
        return answer_when_stored(shard, **room, json_response(200, (*room)->glimpse()), respond);
      if (room && part == RoomPath::Part::picture)
        return answer_when_stored(shard, **room, text_response(200, picture_of(**room), kSvg), respond);
      if (room && part == RoomPath::Part::png) return pages_.draw_room(request, shard, **room, respond);
      if (room) return answer_when_stored(shard, **room, json_response(200, (*room)->summary()), respond);
      if (room.error().code == "not_found")
        services_.addresses->charge(kUnknown, request.address, services_.clock.now());
      respond(http_error(room.error()));
    });
  });
}

void Api::close_room(HttpRequest const& request, std::string const& code, Respond const& respond) {
  if (code.empty()) return respond(http_error(refuse("not_found", kCode)));
  if (request.token.empty()) return respond(http_error(refuse("unauthenticated", kSendToken)));
  with_guest(services_, request, respond, [this, code, address = request.address, respond](Guest const& guest) {
    if (auto const wait = services_.addresses->wait(kUnknown, address, services_.clock.now()); wait > 0)
      return respond(too_fast("unknown rooms", wait));
    auto& shard = services_.shard_of(code);
    shard.post([this, &shard, code, guest, address, respond] {
      shard.rooms().with_room(code, [this, &shard, code, guest, address, respond](Result<RoomSlot*> room) {
        auto const done = room ? (*room)->close_room(guest) : Result<void>(room.error());
        if (done)
          return answer_after_journal(shard, json_response(200, R"({"room":")" + code + R"(","closed":true})"),
                                      respond);
        if (done.error().code == "not_found") services_.addresses->charge(kUnknown, address, services_.clock.now());
        respond(http_error(done.error()));
      });
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
  std::int64_t retry_ms = 0;
  auto const tried = try_moves(*game, *body, retry_ms);
  respond(tried ? json_response(200, *tried) : http_error(tried.error(), retry_ms));
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
  bool const drawn = record.part == RecordPath::Part::png;
  auto const form = record.part == RecordPath::Part::replay    ? Form::replay
                    : record.part == RecordPath::Part::picture ? Form::picture
                                                               : Form::lines;
  services_.records->get(
      record.code, record.round, form, [this, request, drawn, respond](RecordKeeper::Answer const& answer) {
        if (!answer.known) services_.addresses->charge(kUnknown, request.address, services_.clock.now());
        if (drawn && answer.record && !answer.finished)
          return respond(http_error(refuse("not_found", "the round is not over yet; then there is a picture of it")));
        if (drawn && answer.record) return pages_.draw_record(request, (*answer.record)->plain(), respond);
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
        auto const known = items_known(request.query);
        if (!known) return respond(http_error(known.error()));
        Analyst::Question question{id, *answer.record, *known, request.method == "POST", request.address};
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
  with_guest(services_, request, respond,
             [this, request, body = *body, respond](Guest const& guest) { play_as(request, body, guest, respond); });
}

void Api::play_as(HttpRequest const& request, Json const& body, Guest const& guest, Respond const& respond) {
  auto setup = read_play_request(body, guest, services_.config, services_.clock.now());
  if (!setup) return respond(http_error(setup.error()));
  auto const may_join = read_company(body);
  if (!may_join) return respond(http_error(may_join.error()));
  auto admitted = admit_new_room(request, *setup);
  if (auto* const answer = std::get_if<HttpResponse>(&admitted)) return respond(std::move(*answer));
  auto places = std::get<RoomPlaces>(std::move(admitted));
  auto const open_room = *may_join ? services_.lobby->find_open(setup->game, setup->options) : std::string();
  if (open_room.empty()) return this->open_room(std::move(*setup), std::move(places), respond, R"(,"seat":0)");
  join_or_make(open_room, std::move(*setup), std::move(places), guest, respond);
}

// If somebody else took the last seat first, a new room is created.
void Api::join_or_make(std::string const& open_room, RoomSetup setup, RoomPlaces places, Guest const& guest,
                       Respond const& respond) {
  auto& shard = services_.shard_of(open_room);
  shard.post([this, &shard, open_room, setup = std::move(setup), places = std::move(places), guest, respond] {
    shard.rooms().with_room(
        open_room, [this, &shard, open_room, setup, places, guest, respond](Result<RoomSlot*> room) {
          auto const seat = room ? (*room)->hold_seat(guest) : Result<int>(room.error());
          if (!seat) return this->open_room(setup, places, respond, R"(,"seat":0)");
          auto answer = json_response(200, room_links(open_room, R"(,"seat":)" + std::to_string(*seat)));
          answer_after_journal(shard, std::move(answer), respond);
        });
  });
}

}  // namespace engawa::server
