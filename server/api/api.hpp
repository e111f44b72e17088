// The HTTP API. On shard 0.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "server/api/admin/acts.hpp"
#include "server/api/exhibition.hpp"
#include "server/http/message.hpp"
#include "server/http/resource.hpp"
#include "server/http/static_files.hpp"
#include "server/links/link_pages.hpp"
#include "server/shard/services.hpp"

namespace engawa::server {

class Api {
 public:
  // REQUIRES: `acts` outlives it.
  Api(Services& services, AdminActs& acts, StaticFiles files);

  void handle(HttpRequest request, Respond respond);

 private:
  struct Route;  // a path with one method
  template <auto call>
  static void run(Api& api, HttpRequest const& request, Respond const& respond);
  static std::vector<Route> const& routes();
  // The value of Allow for a path.
  static std::string allowed_at(std::string_view path);
  void handle_room(HttpRequest const& request, Respond const& respond);
  void handle_record(HttpRequest const& request, Respond const& respond);
  void show_boards(HttpRequest const& request, Respond const& respond);
  void show_watched(HttpRequest const& request, Respond const& respond);
  void show_address(HttpRequest const& request, Respond const& respond);

  Services& services_;
  AdminActs& acts_;
  StaticFiles files_;
  Resource games_;   // the answer to GET /api/games
  Resource boards_;  // and to GET /api/boards
  Exhibition exhibition_;
  LinkPages pages_;
};

}  // namespace engawa::server
