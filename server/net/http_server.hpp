// The HTTP side: accepts, reads requests within bounds, answers through a handler, and hands upgraded sockets to their shards.
// Strict where proxies and servers are known to differ: one Host, no Transfer-Encoding, bodies only where they mean something; every answer that
// is an error ends its connection. Runs on one shard's thread; Beast stays behind this header.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.hpp"
#include "server/http/message.hpp"
#include "server/lobby/addresses.hpp"
#include "server/net/connection.hpp"

namespace engawa::server {

class Shard;

// Where an upgrade leads.
struct UpgradeTarget {
  Shard* shard = nullptr;
  std::string room;  // empty: the lobby
  bool subprotocol = false;
  std::string address;     // of the client, as it is counted
  Addresses::Place place;  // held while the WebSocket lives
};

class HttpServer {
 public:
  struct Handlers {
    std::function<void(HttpRequest, Respond)> request;
    // Empty: no WebSockets here.
    std::function<std::variant<UpgradeTarget, HttpResponse>(HttpRequest const&)> upgrade;
    bool counted = true;  // by address, against the bounds of the configuration
  };

  HttpServer(Shard& shard, Handlers handlers);
  ~HttpServer();

  // Before the shard runs. The port that was taken, or a sentence why not.
  Result<int> listen(std::string const& address, int port);
  // On the shard's thread: no more connections.
  void close();

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace engawa::server
