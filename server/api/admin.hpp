// The operator's port: health, metrics, rooms and their faults, and draining. On shard 0.
#pragma once
#include <functional>
#include <string>

#include "server/net/http_server.hpp"
#include "server/shard/services.hpp"

namespace engawa::server {

class Admin {
 public:
  // `drain` is called for POST /drain: no new rooms are accepted from then on.
  Admin(Services& services, std::function<void()> drain) : services_(services), drain_(std::move(drain)) {}

  void handle(HttpRequest const& request, Respond const& respond);

 private:
  void get(std::string const& path, Respond const& respond);
  void post(std::string const& path, Respond const& respond);
  void show_readiness(Respond const& respond);
  void show_metrics(Respond const& respond);
  void list_rooms(Respond const& respond);
  void show_journal(std::string const& code, Respond const& respond);
  void retry_room(std::string const& code, Respond const& respond);

  Services& services_;
  std::function<void()> drain_;
};

}  // namespace engawa::server
