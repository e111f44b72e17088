// The bots' pool without its threads: it answers at once. The games' bots depend only on the seed while nothing limits
// them.
#include "server/bots/bot_pool.hpp"

#include <nlohmann/json.hpp>

namespace engawa::server {

struct BotPool::Task {};

BotPool::BotPool(Tuning const& tuning, Metrics& metrics)
    : tuning_(tuning), metrics_(metrics), processors_(1), sweep_at_(0) {}
BotPool::~BotPool() = default;

void BotPool::submit(Job job) {
  games::Thinking thinking({}, job.seed, job.stop.get_token());
  auto const thinker = job.begin(thinking);
  if (!thinker) return job.done(thinker.error());
  while (!(*thinker)->think(thinking)) continue;
  auto const found = (*thinker)->answer();
  job.done(found ? Result<std::string>(found->dump()) : Result<std::string>(found.error()));
}

}  // namespace engawa::server
