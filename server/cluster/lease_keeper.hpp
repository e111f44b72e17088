// Keeps this node's lease in a cluster (server/store/cluster.hpp): renews it five times per length, takes the rooms of
// lost nodes, ends connections to those nodes, and gives up rooms that others took while this node was late. Lives on
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
  // REQUIRES: the store is a node's, and the shards outlive it.
  explicit LeaseKeeper(Services& services);
  // Call it once the first shard runs.
  void start();
  // Other nodes may take all rooms of this node at once, and it takes none any more. `done` is called on the journal's
  // thread, with false if the store fails: then the rooms are free when the lease ends.
  void leave(std::function<void(bool left)> done);

 private:
  struct Seen {
    std::int64_t began = 0;  // taken before the request, so that the lease ends a little sooner by this machine's clock
    int asked = 0;           // maximum number of rooms
    Cluster::Renewed renewed = Cluster::Renewed::held;
    std::vector<std::string> owned, claimed, living;
  };
  void wait(int times);  // renewals per length of a lease
  void renew();
  void renewed(Seen const& seen);
  void hold_until(std::int64_t at);

  Services& services_;
  int next_claim_;  // rooms in the next request
  boost::asio::steady_timer timer_;
  bool leaving_ = false;
  std::chrono::steady_clock::time_point modest_until_{};  // it takes no rooms before this
};

}  // namespace engawa::server
