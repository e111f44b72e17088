// Who may open a WebSocket, and where it leads: the path, the page's origin, the subprotocol, and how many there are already.
// On shard 0, but for what `gone` does.
#pragma once
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "base/result.hpp"
#include "server/http_server.hpp"
#include "server/services.hpp"

namespace engawa::server {

class Admission {
 public:
  explicit Admission(Services& services) : services_(services) {}

  // Refuses with `not_found`, `forbidden`, `unsupported_version` or `limit_reached`.
  Result<UpgradeTarget> upgrade(HttpRequest const& request);

 private:
  // WebSockets by address. Counted down on the shards, when a connection ends.
  struct Doors {
    std::mutex mutex;
    std::unordered_map<std::string, std::int64_t> by_address;
    std::int64_t all = 0;
  };

  Result<UpgradeTarget> target_of(std::string_view path) const;
  bool origin_allowed(HttpRequest const& request) const;
  Result<void> enter(std::string const& address, UpgradeTarget& target);

  Services& services_;
  std::shared_ptr<Doors> doors_ = std::make_shared<Doors>();
};

}  // namespace engawa::server
