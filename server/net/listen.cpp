#include "server/net/listen.hpp"

#include <sys/socket.h>

#include <boost/asio/ip/v6_only.hpp>
#include <vector>

namespace engawa::server {
namespace {

namespace net = boost::asio;
using boost::system::error_code;

// All addresses of a name, IPv4 first, because people who type the name mostly reach that.
std::vector<net::ip::address> addresses_of(std::string const& name, error_code& error) {
  if (auto const ip = net::ip::make_address(name, error); !error) return {ip};
  net::io_context unused;
  std::vector<net::ip::address> all;
  using Flags = net::ip::tcp::resolver::flags;
  auto const found = net::ip::tcp::resolver(unused).resolve(name, "0", Flags::passive | Flags::numeric_service, error);
  if (error) return all;
  for (bool const v4 : {true, false})
    for (auto const& entry : found)
      if (entry.endpoint().address().is_v4() == v4) all.push_back(entry.endpoint().address());
  return all;
}

void open_at(PortAcceptor& acceptor, net::ip::tcp::endpoint const& endpoint, error_code& error) {
  error_code ignored;
  acceptor.close(ignored);
  acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.set_option(net::socket_base::reuse_address(true), error);
  // Independently of the system's default, :: means all addresses.
  if (!error && endpoint.address().is_v6()) acceptor.set_option(net::ip::v6_only(false), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(net::socket_base::max_listen_connections, error);
}

// -1: not a socket.
int option_of(int descriptor, int option) {
  int value = -1;
  socklen_t size = sizeof value;
  return ::getsockopt(descriptor, SOL_SOCKET, option, &value, &size) == 0 ? value : -1;
}

}  // namespace

Result<int> listen_at(PortAcceptor& acceptor, std::string const& address, int port, std::string const& remedy) {
  error_code error;
  auto const places = addresses_of(address, error);
  if (places.empty())
    return refuse("bad_message", "cannot listen on \"" + address + "\" (" + error.message() +
                                     "): it must be an address or name of this machine, such as 127.0.0.1 or 0.0.0.0");
  for (auto const& ip : places) {
    open_at(acceptor, {ip, static_cast<std::uint16_t>(port)}, error);
    if (!error) return static_cast<int>(acceptor.local_endpoint().port());
  }
  return refuse("busy", "cannot listen on " + address + " port " + std::to_string(port) + " (" + error.message() +
                            "): " + remedy);
}

Result<int> listen_on(PortAcceptor& acceptor, int descriptor) {
  int const family = option_of(descriptor, SO_DOMAIN);
  bool const is_tcp = (family == AF_INET || family == AF_INET6) && option_of(descriptor, SO_TYPE) == SOCK_STREAM;
  if (!is_tcp || option_of(descriptor, SO_ACCEPTCONN) != 1)
    return refuse("bad_message",
                  "the socket that was passed is not one of TCP that listens: write "
                  "ListenStream=ADDRESS:PORT into the socket unit");
  error_code error;
  acceptor.assign(family == AF_INET6 ? net::ip::tcp::v6() : net::ip::tcp::v4(), descriptor, error);
  if (!error) return static_cast<int>(acceptor.local_endpoint().port());
  return refuse("internal", "cannot use the socket that was passed (" + error.message() + ")");
}

}  // namespace engawa::server
