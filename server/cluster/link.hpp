// How nodes of a cluster relay clients to each other. A node that does not have a client's room relays the bytes of the
// connection, unread, to the node that has it and back. There the client is served under its own address, as if it had
// connected directly.
//
// A link is a TCP connection to the port of cluster.address. Both ends prove that they know cluster.secret, each by an
// HMAC-SHA-256 over its role and random numbers of both ends, so that a recorded link cannot be used to open another
// one; the secret is never sent. Then follow the client's address and its request. They are not encrypted, so links
// belong in a private network of the nodes.
//
// Rate limits of requests and WebSockets apply at both ends, those of HTTP connections only where the client has
// connected.
#pragma once
#include <memory>
#include <string>

#include "base/result.hpp"
#include "server/net/http_server.hpp"

namespace engawa::server {

// Answers the client with 503 `busy` if that node cannot be reached, or does not belong to this cluster. REQUIRES: the
// shard's thread.
void splice_to_node(Splice splice, Shard& shard);

// The port for other nodes.
class LinkListener {
 public:
  // `handlers` serve the requests from links; each request ends its link. On the shard's thread. REQUIRES: both outlive
  // it.
  LinkListener(Shard& shard, HttpServer::Handlers const& handlers);
  ~LinkListener();

  // Call before the shard runs. A refusal is a sentence for the operator.
  Result<void> listen(std::string const& address, int port);
  // On the shard's thread: accepts no more links.
  void close();

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace engawa::server
