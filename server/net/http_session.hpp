// One HTTP connection: its requests one after the other, within limits. Hides Beast. On the listener's shard.
#pragma once
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <functional>
#include <optional>
#include <string>

#include "server/net/http_server.hpp"
#include "server/shard/services.hpp"

namespace engawa::server {

using HttpSocket =
    boost::asio::basic_stream_socket<boost::asio::generic::stream_protocol, boost::asio::io_context::executor_type>;

// A node's description of a client that it relays (link.hpp).
struct Relayed {
  bool secure = false;  // it uses TLS
};

struct HttpPeer {
  HttpSocket socket;
  std::string address;     // of a relayed client, in the form used for counting
  int family = 0;          // AF_INET, AF_INET6 or AF_UNIX
  Addresses::Place place;  // held while the connection is HTTP
  std::optional<Relayed> relayed{};
  bool secure = false;                  // TLS ends in this process (tls_relay.hpp)
  bool lacks_tls = false;               // it should have begun with TLS
  std::function<void()> upgraded = {};  // called when it becomes a WebSocket
};

// REQUIRES: `handlers` and `services` live as long as the shard runs.
void serve_http(HttpPeer peer, HttpServer::Handlers const& handlers, Services& services);

}  // namespace engawa::server
