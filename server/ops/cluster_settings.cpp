#include "server/ops/cluster_settings.hpp"

#include <charconv>
#include <string_view>

#include "server/ops/store_url.hpp"

namespace engawa::server {

namespace {

constexpr std::size_t kSecretBytes = 32;

// The port of HOST:PORT; 0: it is none.
int port_of(std::string_view address) {
  auto const colon = address.rfind(':');
  if (colon == address.npos || colon == 0) return 0;
  int port = 0;
  auto const* const end = address.data() + address.size();
  auto const [read, error] = std::from_chars(address.data() + colon + 1, end, port);
  return error == std::errc{} && read == end && port > 0 && port <= 65535 ? port : 0;
}

}  // namespace

int cluster_port(Config const& config) { return port_of(config.cluster_address); }

Result<void> check_cluster(Config const& config) {
  auto const& address = config.cluster_address;
  if (address.empty() && config.cluster_secret.empty()) return {};
  if (address.empty())
    return refuse("bad_message", "cluster.secret is set, but cluster.address is not: a node needs both");
  if (port_of(address) == 0)
    return refuse("bad_message", "cluster.address must be HOST:PORT, such as node1:8081, not \"" + address + '"');
  if (config.cluster_secret.size() < kSecretBytes)
    return refuse("bad_message", "cluster.secret must have 32 characters or more, the same on all nodes");
  if (auto const url = read_store_url(config.store_url, {}); !url || url->kind != StoreUrl::Kind::postgres)
    return refuse("bad_message", "the nodes of a cluster share a database: store.url must be postgres://...");
  return {};
}

}  // namespace engawa::server
