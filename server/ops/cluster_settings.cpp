#include "server/ops/cluster_settings.hpp"

#include "base/expect.hpp"
#include "server/ops/ip_text.hpp"
#include "server/ops/store_url.hpp"

namespace engawa::server {
namespace {

constexpr std::size_t kSecretBytes = 32;

}  // namespace

int cluster_port(Config const& config) {
  EXPECT(!config.cluster_address.empty() && check_cluster(config).has_value(), config.cluster_address);
  return read_port(split_port(config.cluster_address).port);
}

Result<void> check_cluster(Config const& config) {
  auto const& address = config.cluster_address;
  if (address.empty() && config.cluster_secret.empty()) return {};
  if (address.empty())
    return refuse("bad_message", "cluster.secret is set, but cluster.address is not: a node needs both");
  if (config.cluster_secret.size() < kSecretBytes)
    return refuse("bad_message", "cluster.secret must have 32 characters or more, the same on all nodes");
  if (auto const url = read_store_url(config.store_url, {}); !url || url->kind != StoreUrl::Kind::postgres)
    return refuse("bad_message", "the nodes of a cluster share a database: store.url must be postgres://...");
  return {};
}

}  // namespace engawa::server
