#include "server/admission.hpp"

#include <algorithm>

#include "protocol/messages.hpp"
#include "server/secrets.hpp"
#include "server/shard.hpp"

namespace engawa::server {
namespace {

bool lists(std::string_view list, std::string_view word, char separator) {
  while (!list.empty()) {
    auto part = list.substr(0, list.find(separator));
    list.remove_prefix(std::min(list.size(), part.size() + 1));
    while (!part.empty() && part.front() == ' ') part.remove_prefix(1);
    while (!part.empty() && part.back() == ' ') part.remove_suffix(1);
    if (part == word) return true;
  }
  return false;
}

}  // namespace

Result<UpgradeTarget> Admission::target_of(std::string_view path) const {
  constexpr std::string_view prefix = "/rooms/", suffix = "/ws";
  UpgradeTarget target;
  if (path == "/lobby/ws") {
    target.shard = services_.shards.front().get();
    return target;
  }
  if (path.substr(0, prefix.size()) != prefix || path.size() < prefix.size() + suffix.size() ||
      path.substr(path.size() - suffix.size()) != suffix)
    return refuse("not_found", "WebSockets are at /lobby/ws and /rooms/CODE/ws");
  target.room = normal_room_code(path.substr(prefix.size(), path.size() - prefix.size() - suffix.size()));
  if (target.room.empty()) return refuse("not_found", "a room's code has 8 letters and digits");
  target.shard = &services_.shard_of(target.room);
  return target;
}

bool Admission::origin_allowed(HttpRequest const& request) const {
  if (request.origin.empty()) return true;  // not a browser
  auto const scheme = request.origin.find("://");
  if (scheme != request.origin.npos && request.origin.substr(scheme + 3) == request.host) return true;
  return lists(services_.config.origins, request.origin, ' ');
}

Result<UpgradeTarget> Admission::upgrade(HttpRequest const& request) {
  auto target = target_of(request.path);
  if (!target) return target;
  if (!origin_allowed(request)) return refuse("forbidden", "pages of " + request.origin + " may not connect here");
  if (!request.subprotocols.empty()) {
    target->subprotocol = lists(request.subprotocols, protocol::kSubprotocol, ',');
    if (!target->subprotocol) return refuse("unsupported_version", "the supported subprotocol is engawa.v1");
  }
  if (auto const entered = enter(request.address, *target); !entered) return entered.error();
  return target;
}

Result<void> Admission::enter(std::string const& address, UpgradeTarget& target) {
  std::lock_guard const lock(doors_->mutex);
  auto const here = doors_->by_address.find(address);
  if (doors_->all >= services_.config.connections ||
      (here != doors_->by_address.end() && here->second >= services_.config.connections_per_ip))
    return refuse("limit_reached", "too many connections");
  ++doors_->by_address[address];
  ++doors_->all;
  target.gone = [doors = doors_, address] {
    std::lock_guard const guard(doors->mutex);
    --doors->all;
    if (--doors->by_address[address] == 0) doors->by_address.erase(address);
  };
  return {};
}

}  // namespace engawa::server
