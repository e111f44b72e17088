// Waits, at the start, for a store that is unreachable: for example a PostgreSQL that is still starting, or an SQLite
// database that another program has locked.
#pragma once
#include <chrono>
#include <functional>
#include <memory>

#include "base/result.hpp"
#include "server/store/store.hpp"

namespace engawa::server {

using OpenStore = std::function<Result<std::unique_ptr<Store>>()>;

// Opens the store, and retries for `within` as long as the refusal is `busy`; any other refusal is final. The log names
// the reason of the wait. Blocks its thread; the process may end meanwhile without harm.
Result<std::unique_ptr<Store>> wait_for_store(OpenStore const& open, std::chrono::milliseconds within);

}  // namespace engawa::server
