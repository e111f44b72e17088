#include "server/api/api.hpp"

#include <nlohmann/json.hpp>
#include <type_traits>
#include <utility>

#include "base/json_read.hpp"
#include "games/catalog.hpp"
#include "protocol/messages.hpp"
#include "server/api/admission.hpp"
#include "server/api/create_room.hpp"
#include "server/api/guest_calls.hpp"
#include "server/api/invitations.hpp"
#include "server/api/record_calls.hpp"
#include "server/api/reports.hpp"
#include "server/api/room_calls.hpp"
#include "server/api/trial.hpp"
#include "server/http/header_text.hpp"
#include "server/lobby/addresses.hpp"
#include "server/lobby/moderation.hpp"
#include "server/site/cross_origin.hpp"
#include "server/site/own_address.hpp"
#include "server/site/own_site.hpp"
#include "server/site/paths.hpp"

namespace engawa::server {
namespace {

constexpr std::string_view kRooms = "/api/rooms/", kRecords = "/api/records/";

// Whether the body is declared as JSON; otherwise the request is refused. A page of another site can send forms and
// plain text without a preflight, but not JSON.
bool declares_json(HttpRequest const& request, Respond const& respond) {
  std::string_view type = request.content_type;
  if (same_word(cut(type, ';'), "application/json")) return true;
  respond(http_error(refuse("unsupported_media_type", "the body must be JSON: send Content-Type: application/json")));
  return false;
}

// The address of a room itself, not of a part of it. The code may be invalid.
bool is_room(std::string_view path) { return path.starts_with(kRooms) && path.find('/', kRooms.size()) == path.npos; }

// Whether this part of a room is only posted to.
bool is_posted(RoomPath::Part part) { return part == RoomPath::Part::invitations || part == RoomPath::Part::reports; }

// The address of such a part. The code may be invalid.
bool takes_posts(std::string_view path) {
  return path.starts_with(kRooms) && is_posted(read_room_path(path.substr(kRooms.size())).part);
}

void try_out(Services& services, HttpRequest const& request, std::string_view id, Respond const& respond) {
  auto const* const game = games::find_game(id);
  if (!game) return respond(http_error(refuse("not_found", "there is no game \"" + std::string(id) + '"')));
  auto const wait = services.addresses->take(Addresses::Ration::trial, request.address, services.clock.now());
  if (wait > 0) return respond(too_fast("moves tried out", wait));
  auto const body = parse_json(request.body);
  if (!body) return respond(http_error(body.error()));
  std::int64_t retry_ms = 0;
  auto const tried = try_moves(*game, *body, retry_ms);
  respond(tried ? json_response(200, *tried) : http_error(tried.error(), retry_ms));
}

}  // namespace

struct Api::Route {
  std::string_view method, path;
  void (*run)(Api& api, HttpRequest const& request, Respond const& respond);
};

// Calls a method, or a function that needs only the services.
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
      {"POST", "/api/rooms", run<make_room>},           {"GET", "/api/rooms", run<list_rooms>},
      {"GET", "/api/programs", run<list_programs>},     {"GET", "/api/results", run<list_results>},
      {"GET", "/api/boards", run<&Api::show_boards>},   {"GET", "/api/watch", run<&Api::show_watched>},
      {"GET", "/api/address", run<&Api::show_address>}, {"POST", "/api/play", run<quick_play>}};
  return table;
}

// GET, unless the table has other methods, also at addresses of rooms and records that do not exist.
std::string Api::allowed_at(std::string_view path) {
  bool gets = false, posts = !tried_game(path).empty() || takes_posts(path), deletes = is_room(path);
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

Api::Api(Services& services, AdminActs& acts, StaticFiles files)
    : services_(services),
      acts_(acts),
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
  if (writes)
    if (auto const ban = services_.moderation->ban_of({}, request.address))
      return respond(http_error(ban->refusal, ban->context));
  bool known = false;
  for (auto const& route : routes()) {
    if (route.path != path) continue;
    known = true;
    if (route.method != request.method) continue;
    if (route.method == "POST" && !declares_json(request, respond)) return;
    return route.run(*this, request, respond);
  }
  if (path.starts_with(kRooms)) return handle_room(request, respond);
  if (path.starts_with(kRecords)) return handle_record(request, respond);
  if (auto const game = tried_game(path); !game.empty() && request.method == "POST") {
    if (declares_json(request, respond)) try_out(services_, request, game, respond);
    return;
  }
  if (request.method != "GET" || known || !tried_game(path).empty())
    return respond(method_not_allowed(request, allowed_at(path)));
  if (path == "/api/games") return respond(games_.answer(request));
  bool const is_api = path.starts_with("/api/");  // its documents are static files
  if (is_api && !files_.has(path)) return respond(http_error(refuse("not_found", "the API has no " + path)));
  if (is_socket_path(path)) return respond(Admission(services_).without_upgrade(request));
  pages_.show(request, respond);
}

void Api::handle_room(HttpRequest const& request, Respond const& respond) {
  auto const room = read_room_path(std::string_view(request.path).substr(kRooms.size()));
  bool const posts = is_posted(room.part);
  if (request.method == "GET" && !posts) return show_room(services_, pages_, request, room, respond);
  if (request.method == "DELETE" && is_room(request.path)) return close_room(services_, request, room.code, respond);
  if (request.method != "POST" || !posts) return respond(method_not_allowed(request, allowed_at(request.path)));
  if (!declares_json(request, respond)) return;
  if (room.code.empty()) return respond(http_error(refuse("not_found", kCodeWanted)));
  if (room.part == RoomPath::Part::reports) return report(services_, acts_, request, room.code, respond);
  invite(services_, request, room.code, respond);
}

void Api::handle_record(HttpRequest const& request, Respond const& respond) {
  auto const record = read_record_path(std::string_view(request.path).substr(kRecords.size()));
  bool const analyses = request.method == "POST" && record.part == RecordPath::Part::analysis;
  if (request.method != "GET" && !analyses) return respond(method_not_allowed(request, allowed_at(request.path)));
  if (analyses && !declares_json(request, respond)) return;
  show_record(services_, pages_, request, record, respond);
}

void Api::show_watched(HttpRequest const&, Respond const& respond) {
  server::show_watched(services_, exhibition_, respond);
}

void Api::show_address(HttpRequest const& request, Respond const& respond) {
  respond(json_response(200, own_address_json(services_.config, request)));
}

void Api::show_boards(HttpRequest const& request, Respond const& respond) { respond(boards_.answer(request)); }

}  // namespace engawa::server
