#include "server/shard/reopen_rooms.hpp"

#include <unordered_map>

#include "server/shard/shard.hpp"

namespace engawa::server {

void reopen_rooms(Services& services, std::vector<std::string> const& codes) {
  std::unordered_map<Shard*, std::vector<std::string>> lists;
  for (auto const& code : codes) lists[&services.shard_of(code)].push_back(code);
  for (auto& [shard, list] : lists)
    shard->post([home = shard, known = std::move(list)] { home->rooms().know_rooms(known); });
}

}  // namespace engawa::server
