// One lobby for all nodes of a cluster: once a second each tells the database which public rooms it has and what addresses
// spend of their rations, if that has changed, and takes in what the others tell. Lives on the first shard.
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
  // REQUIRES: the store is that of a node, and the first shard outlives it.
  explicit LobbyExchange(Services& services);
  // Once the first shard runs.
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
  std::int64_t told_version_ = 0;  // 0: nothing was told, or it is not there any more
  std::map<std::string, Node> nodes_;
};

}  // namespace engawa::server
