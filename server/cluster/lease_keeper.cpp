#include "server/cluster/lease_keeper.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <unordered_set>
#include <utility>

#include "server/shard/reopen_rooms.hpp"
#include "server/shard/shard.hpp"
#include "server/store/cluster.hpp"

namespace engawa::server {
namespace {

constexpr int kRenewals = 5;  // per length of a lease
constexpr int kSooner = 10;   // divides the pause while others take rooms of this node, or more rooms may be free
// Rooms per request: few at first, so that several nodes share the rooms of a lost node; then twice as many each time,
// because the database looks at all free rooms to find the most recently used ones.
constexpr int kFirstClaim = 40, kLargestClaim = 640;

}  // namespace

LeaseKeeper::LeaseKeeper(Services& services)
    : services_(services), next_claim_(kFirstClaim), timer_(services.shards.front()->io()) {}

void LeaseKeeper::start() {
  hold_until(services_.clock.now() + services_.config.cluster_lease_ms);
  services_.shards.front()->post([this] { renew(); });
}

void LeaseKeeper::wait(int times) {
  if (leaving_) return;
  timer_.expires_after(std::chrono::milliseconds(services_.config.cluster_lease_ms / times));
  timer_.async_wait([this](boost::system::error_code error) {
    if (!error) renew();
  });
}

void LeaseKeeper::renew() {
  auto const seen = std::make_shared<Seen>();
  seen->asked = next_claim_;
  bool const takes = !services_.draining && std::chrono::steady_clock::now() >= modest_until_;
  Journal::Task renewal;
  renewal.work = [this, seen, takes](Store& store) {
    auto& cluster = *store.cluster();
    seen->began = services_.clock.now();
    seen->renewed = cluster.renew();
    if (seen->renewed == Cluster::Renewed::lapsed) seen->owned = cluster.owned();
    if (takes && seen->renewed == Cluster::Renewed::held) seen->claimed = cluster.claim(seen->asked);
    seen->living = cluster.living();
  };
  renewal.done = [this, seen](bool stored) {
    services_.shards.front()->post([this, seen, stored] {
      bool const not_now = stored && seen->renewed == Cluster::Renewed::not_now;
      if (stored && !not_now) renewed(*seen);
      bool const more = seen->claimed.size() == static_cast<std::size_t>(seen->asked);
      next_claim_ = more ? std::min(2 * seen->asked, kLargestClaim) : kFirstClaim;
      wait(not_now || more ? kRenewals * kSooner : kRenewals);
    });
  };
  renewal.hurries = true;
  services_.journal->run(std::move(renewal));
}

void LeaseKeeper::renewed(Seen const& seen) {
  count(services_.metrics.lease_renewals);
  auto const living = std::make_shared<std::unordered_set<std::string> const>(seen.living.begin(), seen.living.end());
  for (auto& shard : services_.shards)
    shard->post([living, home = shard.get()] { home->connections().leave_dead_nodes(*living); });
  if (seen.renewed == Cluster::Renewed::lapsed) {
    count(services_.metrics.lease_lapses);
    // If this node was late because of the database, so were the others, and they are returning.
    modest_until_ = std::chrono::steady_clock::now() + std::chrono::milliseconds(services_.config.cluster_lease_ms);
    spdlog::warn("the lease of this node had ended: others may have taken rooms of it, it goes on with {}",
                 seen.owned.size());
    auto const kept = std::make_shared<std::unordered_set<std::string> const>(seen.owned.begin(), seen.owned.end());
    for (auto& shard : services_.shards) shard->post([kept, home = shard.get()] { home->rooms().keep_only(*kept); });
  }
  services_.others_live = seen.living.size() > 1;
  if (!leaving_) hold_until(seen.began + services_.config.cluster_lease_ms);
  if (seen.claimed.empty()) return;
  count(services_.metrics.rooms_taken_over, seen.claimed.size());
  spdlog::info("took {} rooms of nodes that are gone", seen.claimed.size());
  reopen_rooms(services_, seen.claimed);
}

void LeaseKeeper::hold_until(std::int64_t at) {
  for (auto& shard : services_.shards) shard->post([at, home = shard.get()] { home->rooms().hold_until(at); });
}

void LeaseKeeper::leave(std::function<void(bool left)> done) {
  services_.shards.front()->post([this, done = std::move(done)] {
    leaving_ = true;
    timer_.cancel();
    hold_until(0);
    auto const leave = [this](Store& store) {
      services_.others_live = store.cluster()->living().size() > 1;
      store.cluster()->leave();
    };
    services_.journal->run(leave, done);
  });
}

}  // namespace engawa::server
