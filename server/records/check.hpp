// Checks every stored room against its own journal.
#pragma once
#include <string>
#include <vector>

#include "base/result.hpp"
#include "server/ops/store_url.hpp"
#include "server/store/store.hpp"

namespace engawa::server {

struct StoreCheck {
  std::string summary;
  std::vector<std::string> problems;  // one sentence each
  std::vector<std::string> notes;     // the same, of what a power cut may do with this durability
};

// Replays every room of the store, from its first input and from its snapshot: both must give the same room.
// Takes its lock, so no server may be using it; a copy (backup.hpp) can be checked at any time. Changes
// no room. `durability`: that of the server that has written there.
Result<StoreCheck> check_store(StoreUrl const& url, Durability durability);

}  // namespace engawa::server
