// Holds every stored room against its own journal.
#pragma once
#include <string>
#include <vector>

#include "base/result.hpp"

namespace engawa::server {

struct StoreCheck {
  std::string summary;
  std::vector<std::string> problems;  // a sentence each
};

// Replays every room of the data folder, from its first input and from its snapshot: both must be the same room. Takes the folder's
// lock, so no server may run there; a copy (store_backup.hpp) can be checked at any time. Changes no room.
Result<StoreCheck> check_store(std::string const& directory);

}  // namespace engawa::server
