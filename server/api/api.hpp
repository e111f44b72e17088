// The HTTP API. On shard 0.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/json_read.hpp"
#include "server/api/exhibition.hpp"
#include "server/links/link_pages.hpp"
#include "server/site/paths.hpp"
#include "server/http/static_files.hpp"
#include "server/lobby/guests.hpp"
#include "server/net/http_server.hpp"
#include "server/room/input.hpp"
#include "server/room/peer.hpp"
#include "server/shard/services.hpp"
#include "server/shard/shard.hpp"

namespace engawa::server {

class Api {
 public:
  Api(Services& services, StaticFiles files);

  void handle(HttpRequest request, Respond respond);

 private:
  struct Route;  // a path with one of its methods
  template <auto call>
  static void run(Api& api, HttpRequest const& request, Respond const& respond);
  static std::vector<Route> const& routes();
  // What Allow says of a path.
  static std::string allowed_at(std::string_view path);
  void make_room(HttpRequest const& request, Respond const& respond);
  void make_room_of(HttpRequest const& request, Json const& body, std::optional<Guest> const& maker,
                    Respond const& respond);
  void list_rooms(HttpRequest const& request, Respond const& respond);
  void list_results(HttpRequest const& request, Respond const& respond);
  void show_boards(HttpRequest const& request, Respond const& respond);
  void show_watched(HttpRequest const& request, Respond const& respond);
  void show_address(HttpRequest const& request, Respond const& respond);
  void show_room(HttpRequest const& request, RoomPath const& path, Respond const& respond);
  void close_room(HttpRequest const& request, std::string const& code, Respond const& respond);
  void try_out(HttpRequest const& request, std::string_view game, Respond const& respond);
  void show_record(HttpRequest const& request, RecordPath const& record, Respond const& respond);
  void analyse(HttpRequest const& request, RecordPath const& record, Respond const& respond);
  void quick_play(HttpRequest const& request, Respond const& respond);
  void play_as(HttpRequest const& request, Json const& body, Guest const& guest, Respond const& respond);
  void join_or_make(std::string const& open_room, RoomSetup setup, RoomPlaces places, Guest const& guest,
                    Respond const& respond);
  void open_room(RoomSetup setup, RoomPlaces places, Respond const& respond, std::string extra);
  // The share of its creator's limits that a new room takes, or the refusal.
  std::variant<RoomPlaces, HttpResponse> admit_new_room(HttpRequest const& request, RoomSetup const& setup);

  Services& services_;
  StaticFiles files_;
  Resource games_;   // the answer to GET /api/games
  Resource boards_;  // and to GET /api/boards
  Exhibition exhibition_;
  LinkPages pages_;
};

}  // namespace engawa::server
