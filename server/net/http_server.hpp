// The HTTP side: accepts, reads requests within limits, answers through a handler, and hands upgraded sockets to their
// shards. Strict where proxies and servers are known to differ: one Host, no Transfer-Encoding, bodies only where they
// are meaningful; every error answer ends its connection. Runs on one shard's thread; hides Beast.
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

class Certificate;
class Shard;

// The target of an upgrade.
struct UpgradeTarget {
  Shard* shard = nullptr;
  std::string room;  // empty: the lobby, or a stream
  bool stream = false;
  bool subprotocol = false;
  std::string address;     // of the client, in the form used for counting
  Addresses::Place place;  // held as long as the WebSocket exists
};

// A client's connection that is to be relayed to another node.
struct Splice {
  int socket = -1;              // owned
  int family = 0;               // AF_INET, AF_INET6 or AF_UNIX
  std::string request;          // the client's, head and body
  std::string address;          // of the client, in the form used for counting
  bool secure = false;          // it uses TLS
  bool lasting = false;         // a WebSocket; otherwise one request and its answer
  bool head_only = false;       // the request is HEAD
  std::string node;             // the address of the other node
  std::shared_ptr<void> place;  // given back when the relay has ended
};

class HttpServer {
 public:
  struct Handlers {
    std::function<void(HttpRequest, Respond)> request;
    // Empty: no WebSockets here.
    std::function<std::variant<UpgradeTarget, HttpResponse>(HttpRequest const&)> upgrade;
    // Finds the node that has the room of a request: its address, or empty if it is this node, or if there is no such
    // room. Called before a request is handled or upgraded. `done` is called from any thread. Empty: there are no other
    // nodes.
    std::function<void(HttpRequest const&, std::function<void(Result<std::string>)> done)> whereabouts;
    // Takes over the connection of a client with this request, whose room another node has. Not empty if whereabouts is
    // not.
    std::function<void(HttpRequest const&, Splice)> carry;
    bool counted = true;  // by address, against the configured limits
    std::string base;     // before every path, if a proxy has not removed it: "/engawa"; empty: nothing
  };

  HttpServer(Shard& shard, Handlers handlers);
  ~HttpServer();

  // On a port, TLS from now on. Call before listen(). REQUIRES: it lives as long as this.
  void use(Certificate const& certificate);
  // Call before the shard runs. Returns the bound port, or a sentence with the reason of the failure, which says that
  // `flag` chooses another port.
  Result<int> listen(std::string const& address, int port, std::string const& flag);
  // The same with a socket that listens already; 0: it is a Unix socket.
  Result<int> listen(int descriptor);
  // The same on a Unix socket, whose file is gone with this object.
  Result<void> listen(std::string const& path);
  // Where the Unix socket is; empty: a port is open.
  std::string path() const;
  // On the shard's thread: accepts no more connections.
  void close();

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace engawa::server
