#include "clients/cli/room/entry.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "clients/cli/net/http.hpp"
#include "clients/cli/room/room_wish.hpp"
#include "clients/cli/text/fields.hpp"
#include "games/core/seat.hpp"

namespace engawa::cli {
namespace {

Outcome<Entry> at_server(Options const& options, As const& as, std::string const& server) {
  auto const address = server_address(options, server);
  if (!address) return address.error();
  bool const known = as.own_guest || !options.guest_file.empty();
  auto const path = !options.guest_file.empty() ? options.guest_file : GuestFile::default_path();
  Entry entry;
  entry.file = GuestFile(known ? path : "", as.who);
  auto guest = entry.file.load(address->url());
  if (!guest) return guest.error();
  auto& connection = entry.connection;
  connection.address = *address;
  connection.guest = *guest;
  connection.nick = options.nick == guest->nick ? "" : options.nick;
  connection.lang = options.language() == Lang::Ja ? "ja" : "en";
  connection.forget_guest = options.guest_file.empty();  // a named file means: this guest and no other
  connection.answer_limit = answer_limit(options);
  connection.comeback_limit = std::chrono::seconds(options.reconnect_s);
  return entry;
}

Outcome<Guest> make_guest(Entry const& entry, Options const& options) {
  Json body{{"lang", entry.connection.lang}};
  if (!options.nick.empty()) body["nick"] = options.nick;
  auto const made = http_call(entry.connection.address, {"/api/guests", body.dump(), ""}, answer_limit(options));
  if (!made) return made.error();
  return Guest{text_at(*made, "id"), text_at(*made, "token"), text_at(*made, "nick")};
}

Outcome<Json> ask_for_seat(Entry const& entry, Options const& options) {
  return http_call(entry.connection.address, {"/api/play", game_wish(options).dump(), entry.connection.guest.token},
                   answer_limit(options));
}

// The number of seats of this game: from the catalogue's preset, or from the given options.
std::int64_t seats_of(Json const& catalog, Json const& wish) {
  for (auto const& game : catalog.value("games", Json::array())) {
    if (text_at(game, "id") != text_at(wish, "game")) continue;
    auto const options = wish.value("options", Json::object());
    auto const& seats = game.at("seats");
    if (options.contains("seats") && options["seats"].is_number_integer()) return options["seats"].get<std::int64_t>();
    auto const preset = text_at(options, "preset");
    for (auto const& entry : game.value("presets", Json::array()))
      if (preset.empty() || text_at(entry, "id") == preset) return entry.value("seats", std::int64_t{2});
    return seats.value("min", std::int64_t{2});
  }
  return 2;
}

Outcome<Json> ask_for_room(Entry const& entry, Options const& options) {
  auto body = game_wish(options);
  if (auto const fault = add_room_wish(options, body)) return *fault;
  auto const own = static_cast<std::size_t>(options.count);
  if (own > 1) body["seats"] = own_seats(own);  // the rest is the server's default
  if (options.open || !options.seat_bots.empty()) {
    auto const catalog = http_call(entry.connection.address, {"/api/games", std::nullopt, ""}, answer_limit(options));
    if (!catalog) return catalog.error();
    // The server refuses a number that the game does not allow.
    auto const seats =
        static_cast<std::size_t>(std::clamp<std::int64_t>(seats_of(*catalog, body), 1, games::kMaxSeats));
    body["seats"] = own_seats(options.open ? seats : own);
    if (!options.open)
      if (auto const fault = add_seat_bots(options.seat_bots, seats, body)) return *fault;
  }
  return http_call(entry.connection.address, {"/api/rooms", body.dump(), entry.connection.guest.token},
                   answer_limit(options));
}

}  // namespace

Millis answer_limit(Options const& options) { return std::chrono::seconds(options.timeout_s); }

Outcome<Address> server_address(Options const& options, std::string_view server) {
  auto address = parse_address(server);
  if (address) address->insecure = options.insecure;
  return address;
}

std::optional<std::string> Entry::remember(Guest const& guest) const {
  auto const saved = file.save(connection.address.url(), guest);
  return saved ? std::nullopt : std::optional(saved.error().message);
}

Outcome<Entry> find_room(Options const& options, As const& as) {
  auto const name = parse_room(options.room);
  if (!name) return name.error();
  auto entry = at_server(options, as, name->server.empty() ? options.server : name->server);
  if (entry) entry->connection.room = name->code;
  return entry;
}

namespace {

// --preset and --options are two ways to choose the same thing.
std::optional<Failure> game_options_fault(Options const& options) {
  if (options.game_options.empty()) return std::nullopt;
  if (!options.preset.empty()) return Failure{Exit::Usage, "usage", "give either --preset or --options, not both"};
  auto const parsed = parse_json(options.game_options);
  if (parsed && parsed->is_object()) return std::nullopt;
  auto const why = parsed ? "it is " + std::string(parsed->type_name()) : parsed.error().message;
  return Failure{Exit::Usage, "usage", "--options must be a JSON object, such as {\"preset\":\"solo\"}: " + why};
}

}  // namespace

namespace {

using Ask = Outcome<Json> (*)(Entry const&, Options const&);

// Enters a room that the server names, as a guest whom it knows.
Outcome<Entry> enter_by(Ask ask, Options const& options, As const& as) {
  if (auto const fault = game_options_fault(options)) return *fault;
  auto entry = at_server(options, as, options.server);
  if (!entry) return entry;
  auto& guest = entry->connection.guest;
  bool fresh = guest.token.empty();
  for (;;) {
    if (fresh) {
      auto const made = make_guest(*entry, options);
      if (!made) return made.error();
      guest = *made;
    }
    auto const seat = ask(*entry, options);
    if (seat) {
      entry->connection.room = text_at(*seat, "room");
      return entry;
    }
    auto failure = seat.error();
    bool const unknown = failure.code == "unauthenticated" && entry->connection.forget_guest;
    if (failure.exit == Exit::NoRoom) failure.exit = Exit::Refused;  // no such game: the command line named no room
    if (fresh || !unknown) return failure;
    fresh = true;  // the server has forgotten our guest: again, as a new one
  }
}

}  // namespace

Outcome<Entry> quick_play(Options const& options, As const& as) {
  auto entry = enter_by(ask_for_seat, options, as);
  if (entry) entry->quick = true;
  return entry;
}

Outcome<Entry> make_room(Options const& options, As const& as) {
  auto wish = game_wish(Options{});
  if (auto const fault = add_room_wish(options, wish)) return *fault;  // before a guest is created for it
  return enter_by(ask_for_room, options, as);
}

}  // namespace engawa::cli
