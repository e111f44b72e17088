// The operator's port: health, metrics, lists of rooms and guests, the operator's acts, and draining. On shard 0.
#pragma once
#include <functional>
#include <string>

#include "server/api/admin/acts.hpp"
#include "server/net/http_server.hpp"
#include "server/shard/services.hpp"

namespace engawa::server {

class Admin {
 public:
  // `token`: what requests must prove to know; empty: nothing. `drain` is called for POST /drain: no new rooms are
  // accepted from then on.
  Admin(Services& services, std::string token, std::function<void()> drain)
      : services_(services), token_(std::move(token)), drain_(std::move(drain)), acts_(services) {}

  void handle(HttpRequest const& request, Respond const& respond);
  AdminActs& acts() { return acts_; }

 private:
  void get(HttpRequest const& request, Respond const& respond);
  void post(HttpRequest const& request, Respond const& respond);
  bool is_open_to(HttpRequest const& request, Respond const& respond) const;
  void show_readiness(Respond const& respond);
  void show_metrics(Respond const& respond);
  void show_journal(std::string const& code, Respond const& respond);
  void retry_room(std::string const& code, Respond const& respond);

  Services& services_;
  std::string token_;
  std::function<void()> drain_;
  AdminActs acts_;
};

// The content of the file of admin.token_file, without white space at its ends. Empty if no file is set. Refuses a file
// that cannot be read, and a secret that is too short or could not be sent.
Result<std::string> read_admin_token(std::string const& file);

}  // namespace engawa::server
