#include "server/store/open_store.hpp"

#include "base/expect.hpp"
#include "server/store/postgres/store_postgres.hpp"

namespace engawa::server {

Result<std::unique_ptr<Store>> open_store(StoreUrl const& url, Durability durability, ClusterNode const& node) {
  EXPECT(node.address.empty() || url.kind == StoreUrl::Kind::postgres, node.address);
  if (url.kind == StoreUrl::Kind::postgres) return postgres::open(url.place, node);  // its only durability is power
  return Store::open(url.place, durability);
}

Result<std::unique_ptr<Store>> open_store(Config const& config) {
  auto const url = read_store_url(config.store_url, config.data);
  if (!url) return refuse(url.error().code, "store.url " + url.error().message);
  return open_store(*url, durability_of(config.durability), {config.cluster_address, config.cluster_lease_ms});
}

}  // namespace engawa::server
