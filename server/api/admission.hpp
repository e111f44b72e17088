// Decides whether a WebSocket may be opened, and its target: checks the path, the page's origin, the subprotocol, and
// the number and rate of WebSockets. On shard 0.
#pragma once
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "server/net/http_server.hpp"
#include "server/shard/services.hpp"

namespace engawa::server {

class Admission {
 public:
  explicit Admission(Services& services) : services_(services) {}

  // The target with a reserved place for one more WebSocket, or the refusal: `not_found`, `forbidden`,
  // `unsupported_version`, `rate_limited`, `limit_reached`.
  std::variant<UpgradeTarget, HttpResponse> upgrade(HttpRequest const& request);

  // The answer to a plain GET of such an address: the refusal that upgrade() would give now, or 426 if there is none. A
  // browser hides the answer to a refused upgrade from its page, so the page asks in this way; a request whose Upgrade
  // field a proxy has removed arrives here, too. Counts against no rate limit except that of requests.
  HttpResponse without_upgrade(HttpRequest const& request) const;

 private:
  Result<UpgradeTarget> target_of(std::string_view path) const;
  // Counted here, because a browser hides the details of a refused upgrade from its page.
  HttpResponse turn_away(Metrics::Counter& reason, Refusal const& refusal, std::int64_t retry_ms = 0) const;

  Services& services_;
};

}  // namespace engawa::server
