// Keeps this node's lease in a cluster (server/store/cluster.hpp): renews it five times in its length, takes the rooms of
// nodes that are gone, ends what leads to them, and lets go of rooms that others took while this node was late. Lives on
// the first shard.
#pragma once
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "server/shard/services.hpp"
#include "server/store/cluster.hpp"

namespace engawa::server {

class LeaseKeeper {
 public:
  // REQUIRES: the store is that of a node, and the shards outlive it.
  explicit LeaseKeeper(Services& services);
  // Once the first shard runs.
  void start();
  // Others may take all rooms of this node at once, and it takes none any more. `done` is called on the journal's thread,
  // with false if the store fails: then its rooms are free when the lease ends.
  void leave(std::function<void(bool left)> done);

 private:
  struct Seen {
    std::int64_t began = 0;  // before the database was asked: by this machine's clock the lease ends a little sooner
    int asked = 0;           // rooms, at most
    Cluster::Renewed renewed = Cluster::Renewed::held;
    std::vector<std::string> owned, claimed, living;
  };
  void wait(int times);  // in the length of a lease
  void renew();
  void renewed(Seen const& seen);
  void hold_until(std::int64_t at);

  Services& services_;
  int next_claim_;  // so many rooms it asks for next
  boost::asio::steady_timer timer_;
  bool leaving_ = false;
  std::chrono::steady_clock::time_point modest_until_{};  // it takes no rooms before
};

}  // namespace engawa::server
