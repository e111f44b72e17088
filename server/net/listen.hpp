// Opens a port, or a Unix socket.
#pragma once
#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <memory>
#include <string>

#include "base/result.hpp"

namespace engawa::server {

using Acceptor =
    boost::asio::basic_socket_acceptor<boost::asio::generic::stream_protocol, boost::asio::io_context::executor_type>;

// `address` is an address, or a name of this machine, which is looked up (blocks). Returns the bound port; 0 takes a
// free one. Refuses with a sentence for the operator that ends with `remedy`.
Result<int> listen_at(Acceptor& acceptor, std::string const& address, int port, std::string const& remedy);

// Takes over a socket that listens already, and returns its port; 0: it is a Unix socket. Refuses one of another kind, or
// one that does not listen; it then still belongs to the caller.
Result<int> listen_on(Acceptor& acceptor, int descriptor);

// The file of a Unix socket on which this process listens: gone with this object, unless another one is there by then.
using SocketFile = std::shared_ptr<void>;

// Replaces the socket of a server that is gone. The owner's user and group may use it. Refuses with a sentence for the
// operator.
Result<SocketFile> listen_at_path(Acceptor& acceptor, std::string const& path);

// Where a Unix socket is; empty: this is none.
std::string path_of(Acceptor const& acceptor);

}  // namespace engawa::server
