// Opens a port.
#pragma once
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <string>

#include "base/result.hpp"

namespace engawa::server {

using PortAcceptor = boost::asio::basic_socket_acceptor<boost::asio::ip::tcp, boost::asio::io_context::executor_type>;

// `address` is an address, or a name of this machine, which is looked up (blocks). Returns the bound port; 0 takes a
// free one. Refuses with a sentence for the operator that ends with `remedy`.
Result<int> listen_at(PortAcceptor& acceptor, std::string const& address, int port, std::string const& remedy);

// Takes over a socket that listens already, and returns its port. Refuses one that is not of TCP, or does not listen; it
// then still belongs to the caller.
Result<int> listen_on(PortAcceptor& acceptor, int descriptor);

}  // namespace engawa::server
