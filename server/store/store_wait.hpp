// Waiting, at the start, for a store that is away: a PostgreSQL that is starting, too, or an SQLite database that another
// program has locked.
#pragma once
#include <chrono>
#include <functional>
#include <memory>

#include "base/result.hpp"
#include "server/store/store.hpp"

namespace engawa::server {

using OpenStore = std::function<Result<std::unique_ptr<Store>>()>;

// Opens it, again and again for `within` as long as the refusal is `busy`; any other one is final. The log says what is
// waited for. Blocks its thread; nothing is harmed when the process ends meanwhile.
Result<std::unique_ptr<Store>> wait_for_store(OpenStore const& open, std::chrono::milliseconds within);

}  // namespace engawa::server
