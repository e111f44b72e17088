#include "server/api/admission.hpp"

#include <algorithm>

#include "protocol/messages.hpp"
#include "server/http/header_text.hpp"
#include "server/ops/secrets.hpp"
#include "server/shard/shard.hpp"
#include "server/site/own_site.hpp"

namespace engawa::server {
namespace {

constexpr auto kTooManySockets = "too many connections at once";
constexpr std::int64_t kAskAgainMs = 1000;

std::string too_many_joins(std::int64_t wait) {
  return "too many joins; try again after " + std::to_string(wait) + " ms";
}

// Whether `word` is one of the words of `list`.
bool lists(std::string_view list, std::string_view word) {
  while (!list.empty())
    if (cut(list, ',') == word) return true;
  return false;
}

}  // namespace

Result<UpgradeTarget> Admission::target_of(std::string_view path) const {
  constexpr std::string_view prefix = "/rooms/", suffix = "/ws";
  UpgradeTarget target;
  target.stream = path == "/stream/ws";
  if (target.stream || path == "/lobby/ws") {
    target.shard = services_.shards.front().get();
    return target;
  }
  if (path.substr(0, prefix.size()) != prefix || path.size() < prefix.size() + suffix.size() ||
      path.substr(path.size() - suffix.size()) != suffix)
    return refuse("not_found", "WebSockets are at /rooms/CODE/ws, /lobby/ws and /stream/ws");
  target.room = normal_room_code(path.substr(prefix.size(), path.size() - prefix.size() - suffix.size()));
  if (target.room.empty()) return refuse("not_found", "a room's code has 8 letters and digits");
  target.shard = &services_.shard_of(target.room);
  return target;
}

HttpResponse Admission::turn_away(Metrics::Counter& reason, Refusal const& refusal, std::int64_t retry_ms) const {
  count(reason);
  return http_error(refusal, retry_ms);
}

HttpResponse Admission::without_upgrade(HttpRequest const& request) const {
  using Ration = Addresses::Ration;
  auto& addresses = *services_.addresses;
  if (auto const target = target_of(request.path); !target) return http_error(target.error());
  auto const now = services_.clock.now();
  auto const wait = std::max(addresses.wait(Ration::join, request.address, now),
                             addresses.wait(Ration::unknown_room, request.address, now));
  if (wait > 0) return http_error(refuse("rate_limited", too_many_joins(wait)), wait);
  if (!addresses.enter(Addresses::Space::socket, request.address))  // and released at once
    return http_error(refuse("limit_reached", kTooManySockets), kAskAgainMs);
  return upgrade_required();
}

std::variant<UpgradeTarget, HttpResponse> Admission::upgrade(HttpRequest const& request) {
  using Ration = Addresses::Ration;
  auto& metrics = services_.metrics;
  auto& addresses = *services_.addresses;
  auto target = target_of(request.path);
  if (!target) return turn_away(metrics.upgrades_bad, target.error());
  if (!host_allowed(services_.config, request.host)) return turn_away(metrics.upgrades_origin, wrong_host(request));
  if (!origin_allowed(services_.config, request)) return turn_away(metrics.upgrades_origin, wrong_origin(request));
  if (!request.subprotocols.empty()) {
    target->subprotocol = lists(request.subprotocols, protocol::kSubprotocol);
    if (!target->subprotocol)
      return turn_away(metrics.upgrades_bad, refuse("unsupported_version", "the supported subprotocol is engawa.v1"));
  }
  auto const now = services_.clock.now();
  auto wait = addresses.take(Ration::join, request.address, now);
  if (wait == 0) wait = addresses.wait(Ration::unknown_room, request.address, now);
  if (wait > 0) return turn_away(metrics.upgrades_limit, refuse("rate_limited", too_many_joins(wait)), wait);
  target->address = request.address;
  target->place = addresses.enter(Addresses::Space::socket, request.address);
  if (!target->place) return turn_away(metrics.upgrades_limit, refuse("limit_reached", kTooManySockets), kAskAgainMs);
  return std::move(*target);
}

}  // namespace engawa::server
