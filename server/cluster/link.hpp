// How nodes of a cluster hand clients to each other. A node that does not have a client's room carries the bytes of its
// connection to the node that has it and back (a splice), unread; there the client is served as if it had come itself,
// under its own address.
//
// A link is a TCP connection to the port of cluster.address. Both ends prove that they know cluster.secret, each by an
// HMAC-SHA-256 over its role and random numbers of both ends, so that nothing that was heard on a link opens another one;
// the secret is never sent. What follows is not encrypted: links belong into a network of the nodes' own. Then come the
// client's address and its request.
//
// Rations of requests and WebSockets count at both ends, HTTP connections where the client came.
#pragma once
#include <memory>
#include <string>

#include "base/result.hpp"
#include "server/net/http_server.hpp"

namespace engawa::server {

// Answers the client with 503 `busy` if that node cannot be reached, or is none of this cluster. REQUIRES: the shard's
// thread.
void splice_to_node(Splice splice, Shard& shard);

// The port for other nodes.
class LinkListener {
 public:
  // `handlers` serve what comes over links; each request ends its link. On the shard's thread. REQUIRES: both outlive it.
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
