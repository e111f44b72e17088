#include "server/store/open_store.hpp"

namespace engawa::server {

Result<std::unique_ptr<Store>> open_store(StoreUrl const& url, Durability durability) {
  if (url.kind == StoreUrl::Kind::postgres)
    return refuse("internal", "this engawad cannot use PostgreSQL yet: take sqlite: as store.url");
  return Store::open(url.place, durability);
}

}  // namespace engawa::server
