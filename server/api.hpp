// The HTTP API. On shard 0.
#pragma once
#include <string>
#include <string_view>
#include <unordered_map>

#include "server/http_server.hpp"
#include "server/input.hpp"
#include "server/peer.hpp"
#include "server/rate.hpp"
#include "server/services.hpp"
#include "server/static_files.hpp"

namespace engawa::server {

class Api {
 public:
  Api(Services& services, StaticFiles files);

  void handle(HttpRequest request, HttpServer::Respond respond);

 private:
  void make_guest(HttpRequest const& request, HttpServer::Respond const& respond);
  void make_room(HttpRequest const& request, HttpServer::Respond const& respond);
  void list_rooms(HttpRequest const& request, HttpServer::Respond const& respond);
  void show_room(std::string_view code, HttpServer::Respond const& respond);
  void show_record(std::string_view id, HttpServer::Respond const& respond);
  void quick_play(HttpRequest const& request, HttpServer::Respond const& respond);
  void join_or_make(std::string const& open_room, RoomSetup setup, Guest const& guest,
                    HttpServer::Respond const& respond);
  void open_room(RoomSetup setup, HttpServer::Respond const& respond, std::string extra);
  Result<void> admit_new_room(HttpRequest const& request);

  Services& services_;
  StaticFiles files_;
  std::string games_;                                       // the answer of GET /api/games
  std::unordered_map<std::string, TokenBucket> new_rooms_;  // by address
};

}  // namespace engawa::server
