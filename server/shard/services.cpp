#include "server/shard/services.hpp"

#include <functional>

#include "server/analysis/analyst.hpp"
#include "server/bots/bot_pool.hpp"
#include "server/lobby/addresses.hpp"
#include "server/lobby/guests.hpp"
#include "server/lobby/lobby.hpp"
#include "server/ops/traffic_log.hpp"
#include "server/records/record_keeper.hpp"
#include "server/shard/lease_keeper.hpp"
#include "server/shard/lobby_exchange.hpp"
#include "server/shard/shard.hpp"

namespace engawa::server {

Services::Services() = default;
Services::~Services() = default;

Shard& Services::shard_of(std::string_view code) {
  return *shards[std::hash<std::string_view>{}(code) % shards.size()];
}

}  // namespace engawa::server
