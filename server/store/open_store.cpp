#include "server/store/open_store.hpp"

#include "server/store/postgres/store_postgres.hpp"

namespace engawa::server {

Result<std::unique_ptr<Store>> open_store(StoreUrl const& url, Durability durability, ClusterNode const& node) {
  if (url.kind == StoreUrl::Kind::postgres) return postgres::open(url.place, node);  // it knows one durability: power
  return Store::open(url.place, durability);
}

}  // namespace engawa::server
