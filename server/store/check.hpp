// Checks every stored room against its own journal.
#pragma once
#include <string>
#include <vector>

#include "base/result.hpp"

namespace engawa::server {

struct StoreCheck {
  std::string summary;
  std::vector<std::string> problems;  // one sentence each
};

// Replays every room of the data folder, from its first input and from its snapshot: both must give the same room.
// Takes the folder's lock, so no server may be running there; a copy (backup.hpp) can be checked at any time. Changes
// no room.
Result<StoreCheck> check_store(std::string const& directory);

}  // namespace engawa::server
