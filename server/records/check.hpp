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
  std::vector<std::string> notes;     // one sentence each, about losses that a power cut may cause with this durability
};

// Replays every room of the store, from its first input and from its snapshot: both must give the same room. Takes the
// store's lock, so no server may be using it; a copy (backup.hpp) can be checked at any time. Changes no room.
// `durability`: the setting of the server that wrote the store.
Result<StoreCheck> check_store(StoreUrl const& url, Durability durability);

}  // namespace engawa::server
