// One lobby for all nodes of a cluster. Once a second each node writes to the database its public rooms and what
// addresses have used of their rate limits, if that has changed, and reads the texts of the other nodes and the operator's new acts. Lives on the
// first shard.
#pragma once
#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "server/lobby/lobby.hpp"
#include "server/shard/services.hpp"
#include "server/store/cluster.hpp"

namespace engawa::server {

class LobbyExchange {
 public:
  // REQUIRES: the store is a node's, and the first shard outlives it.
  explicit LobbyExchange(Services& services);
  // Call it once the first shard runs.
  void start();

 private:
  struct Node {
    std::int64_t version = 0;
    Lobby::Summaries rooms;
  };
  void wait();
  void exchange();
  void show(std::vector<NodeLobby> const& lobbies);

  Services& services_;
  boost::asio::steady_timer timer_;
  std::string told_;
  std::int64_t told_version_ = 0;  // 0: nothing was written, or it is no longer there
  std::map<std::string, Node> nodes_;
};

}  // namespace engawa::server
