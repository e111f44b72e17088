#include "server/net/listen.hpp"

namespace engawa::server {

namespace net = boost::asio;

Result<int> listen_at(PortAcceptor& acceptor, std::string const& address, int port, std::string const& remedy) {
  boost::system::error_code error;
  auto const ip = net::ip::make_address(address, error);
  if (error)
    return refuse("bad_message", "\"" + address + "\" is not an address to listen on, such as 127.0.0.1 or 0.0.0.0");
  net::ip::tcp::endpoint const endpoint(ip, static_cast<std::uint16_t>(port));
  acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.set_option(net::socket_base::reuse_address(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(net::socket_base::max_listen_connections, error);
  if (!error) return static_cast<int>(acceptor.local_endpoint().port());
  return refuse("busy", "cannot listen on " + address + " port " + std::to_string(port) + " (" + error.message() +
                            "): " + remedy);
}

}  // namespace engawa::server
