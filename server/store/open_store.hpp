// Opens the store that the settings name.
#pragma once
#include <memory>

#include "base/result.hpp"
#include "server/ops/config.hpp"
#include "server/ops/store_url.hpp"
#include "server/store/cluster.hpp"
#include "server/store/store.hpp"

namespace engawa::server {

// As Store::open; a refusal is `busy` if the store is unreachable and may be back in a moment. REQUIRES: a `node` with
// an address has its store in PostgreSQL.
Result<std::unique_ptr<Store>> open_store(StoreUrl const& url, Durability durability, ClusterNode const& node = {});

// With the URL of the settings.
Result<std::unique_ptr<Store>> open_store(Config const& config);

}  // namespace engawa::server
