#include "server/shard/services.hpp"

#include <functional>

#include "server/analysis/analyst.hpp"
#include "server/bots/bot_pool.hpp"
#include "server/lobby/addresses.hpp"
#include "server/lobby/guests.hpp"
#include "server/lobby/lobby.hpp"
#include "server/lobby/moderation.hpp"
#include "server/ops/certificate.hpp"
#include "server/ops/traffic_log.hpp"
#include "server/records/link_pictures.hpp"
#include "server/records/record_keeper.hpp"
#include "server/shard/shard.hpp"
#include "server/store/sqlite/backup_schedule.hpp"

namespace engawa::server {

Services::Services() : moderation(std::make_unique<Moderation>()) {}
Services::~Services() = default;

void Services::make_journal(Store& store, Journal::Runs runs) {
  auto report = [this](int shard, std::vector<Journal::Outcome> const& outcomes) {
    shards[static_cast<std::size_t>(shard)]->report(outcomes);
  };
  auto recovered = [this] {
    for (auto& shard : shards) shard->post([home = shard.get()] { home->rooms().store_recovered(); });
  };
  journal = std::make_unique<Journal>(store, static_cast<int>(shards.size()), report, recovered, runs);
}

Shard& Services::shard_of(std::string_view code) {
  return *shards[std::hash<std::string_view>{}(code) % shards.size()];
}

}  // namespace engawa::server
